import type { PlannedAction } from "../../src/actions/action.ts";
import { draftCampaign } from "../../src/actions/campaign.ts";
import { retireTool } from "../../src/actions/tool.ts";
import type { Incoming } from "../../src/desk/engine/intake.ts";
import { type MatchRules, matchAutomations, NO_MATCH } from "../../src/desk/match.ts";
import { type Automation, automation, type Trigger } from "../../src/kit/automation.ts";
import type { Settings } from "../../src/kit/settings.ts";
import type { Policy } from "../../src/policy/policy.ts";
import type { Event, TicketEvent } from "../../src/systems/event.ts";
import { NO_DEFAULT_APPROVALS } from "../policy/own-rules.ts";

/** Data that the automations read in addition to the event, and that can change between two checks of a plan. */
export interface Surroundings {
  policyId: string;
  /** True if a rule hangs for some tickets. */
  readonly hangs?: true;
}

/** The reason in a run whose event withdraws the waiting plans of its subject. */
export const WITHDRAWN = "the ticket is withdrawn";

/** The simulation's automations: one deletes, one must not act twice, one only plans, one throws or hangs. */
const all = (surroundings: Surroundings): readonly Automation[] => [
  retiringRule("retire", "ticket.transitioned", ({ ticket }) =>
    plan(tools(ticket.key, Number(ticket.fields["tools"]))),
  ),
  retiringRule("rehearse", "ticket.transitioned", ({ ticket }) => plan(tools(`rehearsed-${ticket.key}`, 1))),
  automation({
    name: "review",
    on: ["ticket.created", "ticket.deleted"],
    proposes: [draftCampaign],
    propose({ type, ticket }) {
      if (type === "ticket.deleted") return { ignore: WITHDRAWN, cancelsEarlier: true };
      return plan([
        draftCampaign({
          name: ticket.key,
          policy: { id: surroundings.policyId, name: "Policy" },
          scope: {},
          owners: [{ id: "usr_omar", name: "Omar Reyes" }],
        }),
      ]);
    },
  }),
  automation({
    name: "obey",
    on: "ticket.transitioned",
    proposes: [retireTool],
    when: ({ ticket }) => ticket.status?.to === "Approved" || "It is not approved.",
    withdrawn({ type, ticket }) {
      if (type === "ticket.deleted") return "it is deleted";
      return ticket.status === undefined || ticket.status.to === "Approved"
        ? null
        : `it is ${ticket.status.to}`;
    },
    propose({ ticket }) {
      const actions = [retiring(String(ticket.fields["tool"]))] as const;
      return ticket.fields["approvalReasons"] === "yes"
        ? { actions, approvalReasons: ["somebody has to look"] }
        : { actions };
    },
  }),
  automation({
    name: "defect",
    on: "ticket.created",
    propose({ ticket }) {
      if (surroundings.hangs && ticket.key.endsWith("1")) return new Promise<never>(() => {});
      throw new TypeError("there is no such member");
    },
  }),
];
export const automationsIn = (surroundings: Surroundings): ReadonlyMap<string, Automation> =>
  new Map(all(surroundings).map((one) => [one.name, one]));

const plan = (actions: readonly PlannedAction[]) => {
  const [first, ...others] = actions;
  return first ? { actions: [first, ...others] as const } : { ignore: "no tool is named" };
};

/** Returns the action that retires a tool. */
export const retiring = (id: string) =>
  retireTool({
    app: { id: "app_1", name: "App" },
    connector: { id: "con_1", name: "Connector" },
    tool: { id, name: "Tool" },
  });

/** Declares an automation whose actions only retire tools. */
export const retiringRule = <const On extends Trigger>(
  name: string,
  on: On,
  propose: Parameters<typeof automation<On>>[0]["propose"],
): Automation => automation({ name, on, proposes: [retireTool], propose });

/** Returns actions that retire tools. */
const tools = (key: string, count: number) =>
  Array.from({ length: count }, (_, n) => retiring(`${key}-${n}`));

/** Reeve's origin. */
export const SITE = "https://reeve.example.com";

export const settings = {
  timeZones: {},
  accessEnds: { offsetDays: 0 },
  automations: { retire: {}, rehearse: {}, review: {}, obey: {}, defect: {} },
  ticketProjects: { jira: ["*"] },
  fields: {},
} as unknown as Settings;

export const policy: Policy = {
  dryRun: ["rehearse"],
  defaultApprovals: NO_DEFAULT_APPROVALS,
  approvals: [
    { when: "operation", operations: ["createCampaign"] },
    // Two approvers, so that a crash can happen between their approvals.
    {
      when: "more_effects_than",
      effects: 2,
      stages: [{ from: ["approver"], count: 2, useDelegates: false }],
    },
  ],
  groups: {},
  onCall: {},
  owners: {},
  approvalExpiresAfterHours: 12,
  remindHoursBeforeExpiry: [8, 1],
  followUps: { dueDays: 7, remindDays: 3 },
  maxCallsInFlight: 6,
  unknownRequestersFrom: [],
  retentionDays: 90,
  ignoredEvents: "record",
  budgets: [{ name: "deletes", effects: "deletes", per: "all", limit: 3, windowMinutes: 120 }],
};

/** Returns a verified delivery of an event, as the front door passes it on. */
export const incoming = (
  event: Event,
  { key = crypto.randomUUID() as string, source = "sim", authentication = "signed" } = {},
): Incoming => ({
  keys: [`${source}:sha256:${key}`, `${source}:id:${key}`],
  source,
  authentication,
  type: event.type,
  subject: event.subject,
  detail: null,
  event: JSON.stringify(event),
  payload: JSON.stringify({ key }),
  match: NO_MATCH,
});

/** Returns rules with exactly these automations enabled. */
export const rulesOf = (...enabled: readonly Automation[]): MatchRules => ({
  automations: new Map(enabled.map((one) => [one.name, one])),
  settings: { ...settings, automations: Object.fromEntries(enabled.map(({ name }) => [name, {}])) },
  policy: { dryRun: [] },
});

/** Returns a delivery with the matches of the front door under these rules. */
export const matched = (rules: MatchRules, sent: Incoming): Incoming => ({
  ...sent,
  match: sent.event === null ? NO_MATCH : matchAutomations(rules, JSON.parse(sent.event)),
});

/** A change of a ticket's status, as its system reports it. */
export interface Word {
  readonly ticket: string;
  /** The new status, or `null` if the ticket was deleted. */
  readonly to: string | null;
  /** When the status changed, in Unix milliseconds. */
  readonly at: number;
  /** The tool that an approval retires. */
  readonly tool: string;
  readonly approvalReasons: boolean;
}

/** Returns the delivery of a status change. */
export const wordDelivery = ({ ticket: key, to, at, tool, approvalReasons }: Word): Incoming =>
  incoming(
    {
      type: to === null ? "ticket.deleted" : "ticket.transitioned",
      subject: `jira:${key}`,
      occurredAt: new Date(at).toISOString(),
      actor: { email: "ada.marsh@example.com" },
      ticket: {
        system: "jira",
        id: key,
        key,
        title: "",
        requester: { email: "ada.marsh@example.com" },
        ...(to !== null && { status: { to } }),
        fields: { tool, approvalReasons: approvalReasons ? "yes" : "no" },
      },
    },
    { key: `${key}-${at}-${to}` },
  );

/** Returns a delivery of a ticket by Ada. */
export const delivery = (
  key: string,
  { type = "ticket.created", subject = key, tools = 1 }: Partial<SentTicket> = {},
): Incoming =>
  incoming(
    {
      type,
      subject,
      actor: { email: "ada.marsh@example.com" },
      ticket: {
        system: "jira",
        id: "1",
        key,
        title: "",
        requester: { email: "ada.marsh@example.com" },
        fields: { tools: String(tools) },
      },
    },
    { key },
  );

/** A ticket to send: its event type, its subject, and the number of tools that it names. */
export interface SentTicket {
  readonly type: TicketEvent["type"];
  readonly subject: string;
  readonly tools: number;
}

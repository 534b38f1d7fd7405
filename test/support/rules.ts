import * as z from "zod";
import { denyStep } from "../../src/actions/answers.ts";
import { draftCampaign } from "../../src/actions/campaign.ts";
import { type Action, defineAction } from "../../src/actions/define.ts";
import { startServiceAutomation } from "../../src/actions/service-automation.ts";
import { retireTool } from "../../src/actions/tool.ts";
import { DAY_MS } from "../../src/base/days.ts";
import { type ReadOnlyGovernance, sealCallback } from "../../src/governance/client/index.ts";
import { getMcpTool } from "../../src/governance/contract/mcp.ts";
import { personByEmail } from "../../src/governance/people.ts";
import { type Automation, automation } from "../../src/kit/automation.ts";
import { schedule } from "../../src/kit/schedule.ts";
import { conductorone } from "../../src/sandbox/vendors/senders.ts";
import {
  ASK_EVENTS,
  type SenderEvent,
  TICKET_EVENTS,
  type Ticket,
  WORKER_EVENTS,
} from "../../src/systems/event.ts";

/** Returns a field of a test ticket. The automations do nothing for fields that a ticket leaves empty. */
const writeRules = (
  { fields }: Ticket,
  name: "tools" | "review" | "reviewOwner" | "role" | "many" | "note",
): string | undefined => [fields[name] ?? []].flat()[0];

const makeOwner = (role: string) => ({
  operation: "createConnectorOwner" as const,
  input: {
    path: {
      app_id: "app_github",
      connector_id: "con_github_mcp",
      role_slug: role,
      user_ref_id: "usr_ada_marsh",
    },
    body: { userRef: { id: "usr_ada_marsh" } },
  },
});

/** An ownership of which there can be any number: the role comes from the ticket, and the owner is always the same. */
const own: Action<{ role: string }> = defineAction({
  name: "test.own",
  input: z.object({ role: z.string() }),
  summary: ({ role }) => `Make Ada Marsh an owner (${role}) of GitHub MCP.`,
  target: ({ role }) => `connector app_github/con_github_mcp owner ${role} usr_ada_marsh`,
  calls: ["createConnectorOwner"],
  effects: ({ role }) => [makeOwner(role)],
  unverified: () => [],
  beneficiaries: () => ["usr_ada_marsh"],
  undo: { byHand: "Somebody removes the owner." },
  notAskedFor: "Only tests plan it.",
});

/**
 * Makes the owner of a review and then the review, for a plan with two effects, of which the last must not be repeated.
 */
const startOwned = defineAction({
  name: "test.campaign-with-owner",
  input: z.object({ ticket: z.string() }),
  summary: ({ ticket }) =>
    `Make Ada Marsh an owner of GitHub MCP and create the review ${ticket} as a draft.`,
  target: ({ ticket }) => `campaign ${ticket}`,
  calls: ["createConnectorOwner", "createCampaign"],
  effects: ({ ticket }) => [
    makeOwner("owner"),
    {
      operation: "createCampaign",
      input: { body: { displayName: ticket, policyId: "pol_manager_review", ownerIds: ["usr_gita_lund"] } },
    },
  ],
  followUp: () => ({ assignees: ["nora.field@example.com"], task: "Start the review." }),
  unverified: () => [],
  beneficiaries: () => [],
  undo: { byHand: "Somebody ends the campaign." },
  notAskedFor: "Only tests plan it.",
});

/** Returns an action with one delete for each tool that a ticket names and that is not retired yet. */
async function retirement(ticket: Ticket, governance: ReadOnlyGovernance) {
  const ids = [ticket.fields["tools"] ?? []].flat();
  const read = await Promise.all(
    ids.map(async (id) => {
      const [, slug] = id.split("_");
      const [app, connector] = [`app_${slug}`, `con_${slug}_mcp`];
      const path = { app_id: app, connector_id: connector, id };
      const { tool } = await governance.call(getMcpTool, { path });
      const action = retireTool({
        app: { id: app, name: app },
        connector: { id: connector, name: connector },
        tool: { id, name: tool?.displayName ?? id },
      });
      return tool?.deletedAt ? [] : [action];
    }),
  );
  const [first, ...rest] = read.flat();
  return first ? { actions: [first, ...rest] as const } : { ignore: "no tool to retire" };
}

/** Formats an event by its properties, so that a plan shows what an automation received. */
function told(event: SenderEvent): string {
  const { type } = event;
  const said =
    "worker" in event
      ? [
          event.effectiveOn ?? event.worker.lastDay,
          event.worker.email ?? event.worker.id,
          event.worker.name,
          event.worker.department,
          event.worker.jobTitle,
          event.worker.manager?.email,
        ]
      : "ticket" in event
        ? [event.ticket.key, event.ticket.status?.to, event.ticket.requester?.email]
        : [event.subject];
  return [type, ...said].filter(Boolean).join(", ");
}

const all: readonly Automation[] = [
  automation({
    name: "test-tell",
    on: [...TICKET_EVENTS, ...WORKER_EVENTS, ...ASK_EVENTS],
    projects: "any",
    proposes: [own],
    propose: (event) => ({ actions: [own({ role: told(event) })] }),
  }),
  ...["test-retire-tools", "test-dry-run"].map((name) =>
    automation({
      name,
      on: "ticket.transitioned",
      reads: ["getMcpTool"],
      proposes: [retireTool],
      propose: ({ ticket }, { governance }) => retirement(ticket, governance),
    }),
  ),
  automation({
    name: "test-start-campaign",
    on: "ticket.transitioned",
    reads: ["searchUsers"],
    proposes: [draftCampaign],
    async propose({ ticket }, { governance }) {
      const name = writeRules(ticket, "review");
      if (!name) return { ignore: "asks for no review" };
      const owner = await personByEmail(
        governance,
        writeRules(ticket, "reviewOwner") ?? "hugo.pike@example.com",
      );
      const policy = { id: "pol_manager_review", name: "Manager reviews" };
      // Remove its follow-up, so that a run ends with its call.
      const { followUp: _, ...review } = draftCampaign({
        name,
        scope: { allGrants: {} },
        policy,
        owners: [owner],
      });
      return { actions: [review] };
    },
  }),
  automation({
    name: "test-start",
    on: schedule("0 3 * * *"),
    proposes: [startServiceAutomation],
    propose: () => ({
      actions: [
        startServiceAutomation({ listener: { id: "lst_1", name: "Offboard" }, context: { userId: "usr_1" } }),
      ],
    }),
  }),
  automation({
    name: "test-own",
    on: "ticket.transitioned",
    proposes: [own],
    propose({ ticket }) {
      const role = writeRules(ticket, "role");
      return role ? { actions: [own({ role })] } : { ignore: "names no role" };
    },
  }),
  automation({
    name: "test-many",
    on: "ticket.transitioned",
    proposes: [own],
    propose({ ticket }) {
      const length = Number(writeRules(ticket, "many") ?? 0);
      const note = writeRules(ticket, "note") ?? "";
      const [first, ...others] = Array.from({ length }, (_, n) => own({ role: `${n} ${note}` }));
      return first ? { actions: [first, ...others] } : { ignore: "names no number" };
    },
  }),
  automation({
    name: "test-notice",
    on: "ticket.transitioned",
    proposes: [own],
    propose({ ticket: { key } }) {
      return {
        actions: [own({ role: key })],
        approvalReasons: ["it is a test"],
        notice: {
          title: "A look around",
          summary: "2 new, none removed.",
          lines: [
            { name: "<!channel> one", detail: "from `somewhere`" },
            { name: "another", concerns: "hugo.pike@example.com" },
          ],
          people: ["nora.field@example.com", "nobody@example.com"],
        },
      };
    },
  }),
  automation({
    name: "test-campaign-from-ticket",
    on: "ticket.transitioned",
    proposes: [startOwned],
    propose: ({ ticket }) => ({ actions: [startOwned({ ticket: ticket.key })] }),
  }),
  automation({
    name: "test-answer",
    on: "ticket.transitioned",
    proposes: [denyStep],
    async propose({ ticket: { key } }, { since }) {
      const callback = await sealCallback(
        `/api/v1/webhooks/callbacks/policy-${key}`,
        conductorone.localSecret,
      );
      const until = new Date(since + DAY_MS).toISOString();
      return { actions: [denyStep({ callback, request: key, until, comment: "It was declined." })] };
    },
  }),
  automation({
    name: "test-ticket",
    on: "ticket.transitioned",
    propose: ({ ticket: { key } }) => ({
      ignore: "it only creates a ticket",
      notice: {
        title: key,
        summary: "Look.",
        lines: [],
        ticket: { system: "jira", project: "IAM", fields: {} },
      },
    }),
  }),
  automation({
    name: "test-throws",
    on: "ticket.transitioned",
    propose() {
      throw new TypeError("this automation always throws");
    },
  }),
];

/** Adds the automations to Reeve's, in a `Map` that only this function changes. */
export function installRules(automations: ReadonlyMap<string, Automation>): void {
  for (const one of all) (automations as Map<string, Automation>).set(one.name, one);
}

// Previews an automation with the desk's planner: makes the plan for its schedule as if it were due now, or for each
// enabled user as if the worker event were reported today. Only reads data.

import * as z from "zod";
import { formatAction } from "../actions/action.ts";
import { automations } from "../automations/index.ts";
import { addDays, toIsoDay } from "../base/days.ts";
import { Problem, unclear } from "../base/problem.ts";
import { closest, tryParseJson } from "../base/text.ts";
import { propose, toFailure } from "../desk/engine/propose.ts";
import { createGovernance, observeCalls, readOnly } from "../governance/client/index.ts";
import { searchUsers } from "../governance/contract/users.ts";
import { findUsers, type KnownUser, userCalled, usersIn } from "../governance/people.ts";
import type { Automation } from "../kit/automation.ts";
import { withNamedFields } from "../kit/fields.ts";
import { isSchedule } from "../kit/schedule.ts";
import { historyIn } from "../ledger/history.ts";
import { ownerFinder } from "../ledger/inventory.ts";
import { findStages } from "../policy/approvers.ts";
import { findParties, partyFinder } from "../policy/parties.ts";
import { listHolders } from "../policy/people.ts";
import { formatStage } from "../policy/stages.ts";
import { type Event, scheduleSubject, WORKER_EVENTS, type WorkerEventType } from "../systems/event.ts";
import { onCallReader } from "../systems/on-call/rota.ts";
import type { RuledSession } from "./person.ts";

/** Maximum number of people in one part of a preview. */
const PEOPLE_PER_PART = 10;
/** Number of calls after which a part of a preview plans no further person or step. */
const MAX_CALLS = 300;
/** Time after which a part of a preview plans no further person or step, in milliseconds. */
const MAX_MS = 15_000;
/** The source of the preview's events: a name that no approval rule can refer to. */
const SOURCE = "preview";
/** Maximum characters of a cursor, which is part of an address. */
const MAX_CURSOR_CHARS = 6_000;

export const PreviewCursor = z
  .string()
  .max(MAX_CURSOR_CHARS)
  .optional()
  .meta({ description: "`next` of the previous part." });

/** The start of the next part: a page of people and the position in it, or the progress of a scheduled automation. */
const Cursor = z.strictObject({
  page: z.string().default(""),
  from: z.int().min(0).default(0),
  progress: z.unknown().default(null),
});

const Previewed = z.object({
  person: z.string().nullable().meta({ description: "The event's person, or `null` for a schedule." }),
  actions: z.array(z.string()).meta({ description: "The planned actions, in sentences." }),
  approvalReasons: z
    .array(z.string())
    .meta({ description: "The reasons why the plan needs an approval; empty if it needs none." }),
  approvers: z.array(z.string()).meta({ description: "The required approvers, by stage." }),
  reason: z.string().nullable().meta({ description: "The reason if nothing is planned, otherwise `null`." }),
});
type Previewed = z.output<typeof Previewed>;

export const Preview = z
  .object({
    automation: z.string(),
    event: z.string().meta({ description: "The event that the preview assumes, in words." }),
    items: z.array(Previewed),
    next: z.string().nullable().meta({ description: "`cursor` of the next part; `null` in the last part." }),
  })
  .meta({ id: "Preview" });
export type Preview = z.output<typeof Preview>;

/** Formats one item of a preview as sentences for people. */
export const formatPreviewed = (item: Previewed): string[] => [
  ...item.actions,
  ...item.approvalReasons.map((why) => `Needs an approval: ${why}.`),
  ...item.approvers.map((who) => `Approved by ${who}.`),
  ...(item.reason === null ? [] : [item.reason]),
];

/**
 * Codes of problems with reads. These problems end the preview, because they don't indicate an error in the automation.
 */
const UNREADABLE = new Set(["configuration_invalid", "governance_unauthenticated", "governance_unavailable"]);

type Around = Pick<RuledSession, "env" | "config">;

/**
 * Plans one part of a preview. Stores, claims and sends nothing.
 * @param cursor `next` of the previous part
 * @throws Problem `not_found` for an unknown automation; `request_unclear` for an automation that runs neither on a
 * schedule nor on events about workers, for an invalid cursor, and if the next cursor would be too long; the governance
 * client's problem if the service can't be read
 */
export async function previewAutomation(around: Around, name: string, cursor = "{}"): Promise<Preview> {
  const rule = automations.get(name);
  if (!rule) {
    const near = closest([...automations.keys()], name).map((one) => `; did you mean ${one}?`)[0] ?? "";
    const what = `this Reeve has no automation ${name}${near}`;
    throw new Problem("not_found", `${what} (npm start runs your working tree)`);
  }
  const begin = Cursor.safeParse(tryParseJson(cursor)).data;
  if (!begin) throw unclear("The cursor is invalid: send `next` of the previous part, or omit it.");
  const type = WORKER_EVENTS.find((one) => !isSchedule(rule.on) && [rule.on].flat().includes(one));
  if (!type && !isSchedule(rule.on))
    throw unclear(
      `${name} acts on requests from tickets or people, so there is nothing to preview: npm run reeve -- backtest ${name} shows its results for recorded events.`,
    );
  const planner = makePlanner(rule, around);
  const next = type ? await planPeople(type, begin, planner) : await planSchedule(begin.progress, planner);
  if (next && next.length > MAX_CURSOR_CHARS)
    throw unclear(`${name} reads more than a preview can: list it in policy.dryRun, and let it run.`);
  const event = type
    ? `${type} is reported today for each enabled user of the service`
    : "its schedule is due now";
  return { automation: name, event, items: planner.items, next };
}

function makePlanner(rule: Automation, { env, config: { settings, policy, people } }: Around) {
  const now = Date.now();
  let calls = 0;
  const governance = observeCalls(readOnly(createGovernance(env)), () => {
    calls++;
  });
  const history = historyIn(env.LEDGER);
  const find = partyFinder(governance);
  const approvers = listHolders(people, "approver");
  const listOwners = ownerFinder(history, settings);
  const items: Previewed[] = [];

  /**
   * Adds the automation's plan for an event, or the reason if nothing is planned. Adds nothing if the automation needs
   * another step.
   * @returns the automation's progress if it needs another step, otherwise `null`
   */
  async function add(event: Event, person: string | null, progress: unknown = null): Promise<unknown> {
    const item: Previewed = { person, actions: [], approvalReasons: [], approvers: [], reason: null };
    try {
      const received = { event, source: SOURCE, authentication: "signed", receivedAt: now };
      const views = { governance, history, find, settings, policy, now, since: now, progress };
      const relevant = rule.when(withNamedFields(event, settings.fields), settings);
      const intent = relevant === true ? await propose(rule, received, views) : relevant;
      if (typeof intent === "string") item.reason = intent;
      else if (intent.type === "progressed") return intent.progress.state;
      else if (intent.type === "ignored") item.reason = intent.reason;
      else if (intent.type === "scheduled") item.reason = `the run would wait for ${intent.what}`;
      else {
        const { plan, reasons } = intent;
        item.actions = plan.actions.map(formatAction);
        item.approvalReasons = [...intent.approvalReasons];
        // A preview has no requester, because nobody has reported the event yet.
        const concerned = await findParties([], plan.actions, find);
        const readOnCall = onCallReader(policy.onCall, { env, timeZone: settings.timeZone });
        const asking = { source: SOURCE, concerned, policy, find, approvers, listOwners, readOnCall };
        if (reasons.length > 0) item.approvers = (await findStages(reasons, [], asking)).map(formatStage);
      }
    } catch (error) {
      const { code, message } = toFailure(error);
      if (UNREADABLE.has(code)) throw error;
      item.reason = `the run would fail: ${message}`;
    }
    items.push(item);
    return null;
  }
  const isSpent = () => calls >= MAX_CALLS || Date.now() - now >= MAX_MS;
  return { name: rule.name, now, settings, governance, items, add, isSpent };
}

type Planner = ReturnType<typeof makePlanner>;

async function planPeople(
  type: WorkerEventType,
  { page, from }: z.output<typeof Cursor>,
  { governance, add, isSpent, now, settings }: Planner,
): Promise<string | null> {
  const body = {
    userStatuses: ["ENABLED" as const],
    pageSize: PEOPLE_PER_PART,
    ...(page && { pageToken: page }),
  };
  const { list, nextPageToken } = await governance.call(searchUsers, { body });
  const users = usersIn(list);
  const refs = [...new Set(users.flatMap(({ managerIds: [id] = [] }) => id ?? []))].map((id) => ({ id }));
  const managers = refs.length > 0 ? await findUsers(governance, { refs }) : [];
  const yesterday = addDays(toIsoDay(now, settings.timeZone), -1);
  let place = from;
  for (const user of users.slice(from)) {
    if (place > from && isSpent()) return JSON.stringify({ page, from: place });
    const manager = managers.find(({ id }) => id === user.managerIds?.[0]);
    const event = makeWorkerEvent(type, user, manager, yesterday);
    await add(event, `${userCalled(user)} <${user.email ?? user.id}>`);
    place++;
  }
  return nextPageToken ? JSON.stringify({ page: nextPageToken }) : null;
}

/** Makes an event about a person, as their HR system would report it, from the data of the governance service. */
const makeWorkerEvent = (
  type: WorkerEventType,
  { id, email, displayName: name, department, jobTitle }: KnownUser,
  manager: KnownUser | undefined,
  lastDay: string,
): Event => ({
  type,
  subject: `${SOURCE}:worker:${id}`,
  ...(type === "worker.changed" && { changed: ["department", "jobTitle", "manager"] }),
  worker: {
    ...{ system: SOURCE, id, fields: {} },
    ...(email && { email }),
    ...(name && { name }),
    ...(department && { department }),
    ...(jobTitle && { jobTitle }),
    ...(manager?.email && { manager: { email: manager.email, name: userCalled(manager) } }),
    ...(type === "worker.terminated" && { lastDay }),
  },
});

async function planSchedule(begin: unknown, { name, now, add, isSpent }: Planner): Promise<string | null> {
  const dueAt = new Date(now).toISOString();
  const schedule = { automation: name, dueAt, missed: 0 };
  const event: Event = { type: "schedule.due", subject: scheduleSubject(name), occurredAt: dueAt, schedule };
  let progress = begin;
  do progress = await add(event, null, progress);
  while (progress !== null && !isSpent());
  return progress === null ? null : JSON.stringify({ progress });
}

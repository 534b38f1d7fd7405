import type { EffectCall } from "../../src/actions/action.ts";
import { auditLine } from "../../src/ledger/audit-chain.ts";
import { verify } from "../../src/ledger/audit-verify.ts";
import { currentEffect, effectCalls } from "../../src/runs/journal.ts";
import { isFinished, type JournalEntry, type Run } from "../../src/runs/run.ts";
import type { TicketEvent } from "../../src/systems/event.ts";
import type { Life } from "./life.ts";
import { policy, SITE, WITHDRAWN } from "./world.ts";

/** How long an approval allows a call, with an extra second for the call itself, in milliseconds. */
const APPROVAL_HOLDS_MS = policy.approvalExpiresAfterHours * 60 * 60_000 + 1_000;

/** How long a call that has left can take to arrive, in milliseconds. */
const ARRIVES_MS = 100;

/** Returns the target of a tenant's call: the tool or the campaign that it changes. */
function makeKey({ operation, input }: EffectCall): string {
  const { path, body } = input as { path?: Record<string, string>; body?: Record<string, unknown> };
  return operation === "createCampaign" ? String(body?.["displayName"]) : String(path?.["id"]);
}

/** Checks the rules that must hold at every moment of a life. @throws Error for the first violation */
export function watch(life: Life): void {
  const taken = new Set<string>();
  life.onWord = (no) => {
    life.tell(`${no.ticket} is ${no.to ?? "deleted"}`);
    if (no.to === "Approved") return;
    // Effects that an earlier approval of the ticket requested, and that have not begun, must not happen any more.
    for (const { ticket, to, at, tool } of life.words)
      if (ticket === no.ticket && to === "Approved" && at < no.at && !hasBegun(life, tool)) taken.add(tool);
  };
  const look = (key: string) => {
    life.tell(`the tenant is asked to change ${key}`);
    if (taken.has(key)) wrong(`${key} is changed, though its ticket was withdrawn before that began`);
    const asking = life
      .open()
      .filter(({ plan }) => plan && effectCalls(plan).some((call) => makeKey(call) === key));
    const sending = asking.filter((run) => {
      const n = run.plan ? effectCalls(run.plan).findIndex((call) => makeKey(call) === key) : -1;
      return run.state === "acting" && run.journal[n]?.state === "sending";
    });
    // A call that had left when its process was killed can arrive after the next process has read the journal.
    if (sending.length === 0 && life.kills === 0) wrong(`${key} is changed by no run that says so on disk`);
    for (const run of sending) {
      if (run.mode !== "live") wrong(`${run.id} is a dry run, and acts`);
      // A call that had left when the policy was deployed can still arrive.
      if (life.clock.now - (life.dried.get(run.automation) ?? life.clock.now) > ARRIVES_MS)
        wrong(`${run.id} acts, though ${run.automation} only plans`);
      const stoppedAt = life.stops.get(run.id);
      if (stoppedAt !== undefined && (currentEffect(run)?.n ?? 0) > stoppedAt)
        wrong(`${run.id} makes another call after it was cancelled`);
      const approval = run.approvals.at(-1);
      const yes = new Set(run.approvals.flatMap(({ by, hash }) => (hash === run.plan?.hash ? by : [])));
      const wanted = run.plan && effectCalls(run.plan).length > 2 ? 2 : 1;
      if (run.approvalReasons.length > 0 && yes.size < wanted)
        wrong(`${run.id} acts with ${yes.size} of ${wanted} approvals`);
      if (approval && life.clock.now - approval.at > APPROVAL_HOLDS_MS)
        wrong(`${run.id} acts on an approval that no longer holds`);
      if (run.approvals.some(({ by }) => by === "ada.marsh@example.com"))
        wrong(`${run.id} was approved by who asked for it`);
    }
  };
  // Keep the error, because a run would treat an error thrown in the tenant as a failed call.
  let found: unknown = null;
  life.tenant.onEffect = (key) => {
    try {
      look(key);
    } catch (error) {
      found ??= error;
    }
  };
  let seen = 0;
  life.onStep = () => {
    if (found) throw found;
    if (life.disk.writes === seen) return;
    seen = life.disk.writes;
    const acting = life.open().filter(({ state }) => state === "acting");
    for (const { automation, subject, id } of acting) {
      const sending = acting.filter(
        (other) =>
          other.automation === automation &&
          other.subject === subject &&
          other.journal.some(({ state }) => state === "sending"),
      );
      if (sending.length > 1) wrong(`${id} and another run of its subject act at once`);
    }
  };
}

/** Returns true for an event that is not an approval: it is only recorded if it ended something. */
const isWithdrawal = ({ subject, ticket }: TicketEvent): boolean =>
  subject.startsWith("jira:C-") && ticket.status?.to !== "Approved";

/** Returns true if a call about a tool might have left, according to its run at the desk or in the ledger. */
const hasBegun = (life: Life, tool: string): boolean =>
  [...life.open(), ...life.ledger.runs.values()].some(
    ({ plan, journal }) =>
      plan && effectCalls(plan).some((call, n) => makeKey(call) === tool && (journal[n]?.attempts ?? 0) > 0),
  );

/** Checks the rules that must hold once no work is left. @throws Error for the first violation */
export async function judge(life: Life): Promise<void> {
  const { ledger, tenant, disk, sent } = life;
  const runs = [...ledger.runs.values()];
  for (const { key, events } of sent) {
    if (events.size !== 1) wrong(`${key} is ${events.size} events`);
    for (const id of events)
      if (!ledger.events.has(id)) wrong(`${key}, acknowledged as ${id}, is not on record`);
  }
  for (const run of runs.filter(({ state, mode }) => state === "done" && mode === "live")) {
    for (const { kind, key, data } of run.plan?.actions.flatMap(({ leaves }) => leaves) ?? []) {
      const entry = ledger.inventory.get(`${kind} ${key}`);
      if (data !== null && !entry?.runs.has(run.id)) wrong(`${run.id} is done, and not in the inventory`);
    }
  }
  const acknowledged = new Set(sent.flatMap(({ events }) => [...events]));
  for (const [id, { event }] of ledger.events)
    if (!acknowledged.has(id) && !isWithdrawal(JSON.parse(event ?? "{}"))) wrong(`nobody sent ${id}`);
  for (const run of runs) judgeRun(run, life);
  for (const run of runs) if (run.ignored === WITHDRAWN) judgeWithdrawal(run, runs, life);

  for (const run of runs) if (run.automation === "obey") judgeWords(run, life);

  const perEvent = new Map<string, number>();
  for (const { eventId, automation } of runs) {
    const one = `${automation} of ${eventId}`;
    perEvent.set(one, (perEvent.get(one) ?? 0) + 1);
  }
  for (const [one, count] of perEvent) if (count > 1) wrong(`there are ${count} runs of ${one}`);

  for (const [campaign, count] of tenant.campaigns)
    if (count > 1) wrong(`${campaign} was made ${count} times`);
  for (const key of [...tenant.campaigns.keys(), ...tenant.deleted.keys()]) {
    const asked = runs.some(
      ({ plan, journal }) =>
        plan && effectCalls(plan).some((call, n) => makeKey(call) === key && (journal[n]?.attempts ?? 0) > 0),
    );
    if (!asked) wrong(`${key} was changed, and no run's journal says so`);
  }

  for (const table of ["events", "runs", "notes"]) {
    const left = disk.rows(`SELECT 1 FROM ${table}`).length;
    if (left > 0) wrong(`${left} rows are left in ${table}`);
  }
  const verdict = await verify(ledger.audit.map(auditLine));
  if (!verdict.ok) wrong(`the audit chain is broken: ${JSON.stringify(verdict)}`);
}

/** Checks that nobody approved a plan after it was withdrawn. A run that had begun can be retried by a person. */
function judgeWithdrawal(
  { id, automation, subject, updatedAt }: Run,
  runs: readonly Run[],
  { ledger }: Life,
): void {
  const number = (of: string) => Number(of.slice("run_".length));
  for (const run of runs) {
    if (run.automation !== automation || run.subject !== subject || number(run.id) >= number(id)) continue;
    const again = ledger.audit.some(
      ({ type, runId, at }) =>
        (type === "run.retried" || type === "effect.reviewed") && runId === run.id && at > updatedAt,
    );
    if ((run.approvals.at(-1)?.at ?? 0) > updatedAt && !again)
      wrong(`${run.id} was approved after ${id} took it back`);
  }
}

/**
 * Checks that only a later event of its ticket ended a run, but not Reeve's own move of the ticket, unless the ledger
 * was unavailable and could not identify the move as Reeve's.
 */
function judgeWords({ id, eventId, subject, ended, ignored }: Run, { words, ledger }: Life): void {
  const { occurredAt, ticket } = JSON.parse(ledger.events.get(eventId)?.event ?? "{}");
  const said = ended?.withdrawn && ended.by === "reeve" ? ended.reason : ignored;
  if (said?.includes("Done")) {
    if (!ledger.unanswered.has(subject)) wrong(`${id} ended because Reeve moved its ticket: ${said}`);
    return;
  }
  const later = words.some(
    (no) => no.ticket === ticket.key && no.to !== "Approved" && no.at >= Date.parse(occurredAt),
  );
  if (said && !later) wrong(`${id} was withdrawn by an older word: ${said}`);
}

function judgeRun(run: Run, life: Life): void {
  const { tenant } = life;
  const { id, automation, state, plan, journal } = run;
  if (!isFinished(run)) wrong(`${id} of ${automation} is ${state}`);
  // A withdrawal or a person can end a dry run before its plan is made.
  if (automation === "rehearse" && ((state !== "dry_run" && state !== "cancelled") || journal.length > 0))
    wrong(`${id} did not only plan`);
  // A person can cancel a run that hangs.
  if (automation === "defect" && state !== "failed" && state !== "cancelled")
    wrong(`${id} of a defect is ${state}`);
  if (state === "done" && journal.some((entry) => entry.state !== "applied"))
    wrong(`${id} is done before its effects`);
  judgeReply(run, life);
  // Messages are sent at least once, and in order; a repeated message has the same version.
  const told = life.messages.get(id) ?? [];
  const last = told.at(-1)?.run.state;
  if (last !== state) wrong(`${id} is ${state}, and people were told ${last}`);
  judgeReminders(run, life);
  if (!plan || run.mode === "dry_run") return;
  for (const [n, call] of effectCalls(plan).entries()) {
    const happened = tenant.campaigns.has(makeKey(call)) || tenant.deleted.has(makeKey(call));
    const entry = journal[n];
    if (entry?.state === "applied" && !happened)
      wrong(`${id}: effect ${n} is called applied, and did not happen`);
    const { is: shows } = entry?.shows ?? {};
    if (shows === "seen" && !tenant.deleted.has(makeKey(call)))
      wrong(`${id}: effect ${n} is called seen, and did not happen`);
    if (shows === "not_yet" || (call.operation === "deleteMcpTool" && isAccepted(entry) && !shows))
      wrong(`${id}: effect ${n} is looked for no more, and nobody knows whether it shows`);
    if (entry?.state === "refused" && run.problem?.message.includes("no such tool"))
      wrong(`${id}: effect ${n} was gone, and is called refused`);
    if (!entry?.attempts && happened) wrong(`${id}: effect ${n} happened, and was never sent`);
  }
}

/** Checks that approvers get exactly the reminders of waiting plans that policy requires. */
function judgeReminders({ id }: Run, { ledger, messages }: Life): void {
  let [waits, reminded, all] = [false, 0, 0];
  for (const { type, runId, detail } of ledger.audit) {
    // A reply of an earlier end can be sent while the run waits again: its entry has no state.
    if (runId !== id || detail["state"] === undefined) continue;
    if (type === "approval.expired" && reminded !== policy.remindHoursBeforeExpiry.length)
      wrong(`${id} expired after ${reminded} reminders`);
    if (type === "approval.reminded") {
      if (!waits) wrong(`${id}: approvers are reminded of what does not wait for them`);
      [reminded, all] = [reminded + 1, all + 1];
      continue;
    }
    [waits, reminded] = [detail["state"] === "awaiting_approval", 0];
  }
  const told = messages.get(id)?.filter(({ about }) => about === "reminder").length ?? 0;
  if (told !== all) wrong(`${id}: ${all} reminders on record, and ${told} told`);
}

const isAccepted = (entry: JournalEntry | undefined) => entry?.state === "applied" && !entry.wasMissing;

/** Checks that a reply was sent once for each end of the run, or that the trail shows why it was not. */
function judgeReply(run: Run, { sender, ledger }: Life): void {
  const { id, state, reply, mode, ignored, plan, ended } = run;
  const end = ledger.findReplyEnd(run)?.type;
  const ends = 1 + ledger.audit.filter(({ type, runId }) => type === "run.retried" && runId === id).length;
  for (const step of ["comment", "move"]) {
    const count = sender.told.get(`${SITE}/runs/${id} ${step}`) ?? 0;
    if (count > ends) wrong(`${id}: the ${step} of its reply was sent ${count} times`);
    if (end === "reply.sent" && step === "comment" && count === 0)
      wrong(`${id}: its reply is called sent, and was not`);
  }
  if (reply && !end) wrong(`${id}: nothing says what became of its reply`);
  const told =
    mode === "live" &&
    ignored === null &&
    ended?.by !== "reeve" &&
    (state !== "done" || plan?.actions.length);
  if (told && !reply) wrong(`${id} is ${state}, and nobody was told`);
}

function wrong(what: string): never {
  throw new Error(what);
}

// The discussion of a run: comments, requests that ask another eligible person to decide, and reminders for approvers.
import { Problem } from "../base/problem.ts";
import { includesEmail } from "../base/text.ts";
import { deskFor, findOutbox } from "../desk/directory.ts";
import { readSite } from "../env.ts";
import type { AuditLink } from "../ledger/audit-chain.ts";
import { auditType } from "../policy/acts.ts";
import { listHolders, listNamed, type People, rolesIn } from "../policy/people.ts";
import { findStage, listApprovers } from "../policy/stages.ts";
import { formatTitle } from "../runs/headline.ts";
import { makeRunMessage } from "../runs/message.ts";
import { type Run, runPage } from "../runs/run.ts";
import type { Event } from "../systems/event.ts";
import { eventOnRecord } from "./decide.ts";
import { isAllowed, type Person, type RuledSession, type Session } from "./person.ts";
import { isParty, listRequesterEmails, readableRun, type ShownRun } from "./recorded.ts";

const TYPES = [auditType("comment"), auditType("reassigned")];

/** Lists the comments in a run's trail, and the requests that ask another person to decide. */
export const listDiscussion = <Entry extends Pick<AuditLink, "type">>(
  trail: readonly Entry[],
): readonly Entry[] => trail.filter(({ type }) => TYPES.includes(type));

/**
 * Returns true for people whose role lets them approve or cancel, and for the run's requesters, approvers and
 * assignees.
 */
export function mayDiscuss(person: Person, shown: ShownRun): boolean {
  const mayDecide = isAllowed(person, "approved") || isAllowed(person, "cancelled");
  return (person.email !== "" && mayDecide) || isParty(person, shown);
}

/**
 * Reads a run that the person may discuss, and counts a comment towards the person's hourly limits, in total and for
 * the run.
 * @throws Problem `role_missing` if the person may not discuss the run, `too_many_comments` if the person has written
 * too many comments in the last hour, in total or about the run, or a problem of {@link readableRun}
 */
async function discussedRun(asker: Session, id: string): Promise<ShownRun> {
  const shown = await readableRun(asker, id);
  if (!mayDiscuss(asker.person, shown))
    throw new Problem("role_missing", "Only the requester and people who can decide may discuss this run.");
  if (await findOutbox(asker.env).admitComment(asker.person.email, id)) return shown;
  throw new Problem(
    "too_many_comments",
    "You have written too many comments in the last hour: try again in an hour.",
  );
}

/**
 * Adds a comment to a run's timeline, and to the conversation about its plan.
 * @throws the problems of {@link discussedRun}
 */
export async function commentOn(asker: Session, id: string, reason: string): Promise<void> {
  const shown = await discussedRun(asker, id);
  const { id: runId, eventId, subject, state } = shown.run;
  const entry = { at: Date.now(), type: auditType("comment"), runId, eventId, actor: asker.person.email };
  await deskFor(asker.env, subject).note({ ...entry, detail: { reason, state } });
  await notify(asker, shown, "commented", reason);
}

/** Returns true for the requester and operators, while a plan is waiting for an approval. */
export const mayRemind = (person: Person, shown: ShownRun): boolean =>
  shown.run.state === "awaiting_approval" &&
  person.email !== "" &&
  (isAllowed(person, "cancelled") || includesEmail(listRequesterEmails(shown), person.email));

const NOT_SENT = {
  too_soon: "The approvers were reminded less than 24 hours ago: remind them again later.",
  unreachable: "No channel reaches the approvers: set up Slack, Teams or the webhook, or ask them yourself.",
};

/**
 * Sends a reminder to the approvers of a plan.
 * @throws Problem `role_missing` if the person is neither the requester nor an operator, or `decision_conflict` if the
 * plan is not waiting for an approval, if a person has reminded the approvers in the last 24 hours and no approval has
 * been added since, or if no channel reaches them
 */
export async function remind(asker: Session, id: string): Promise<void> {
  const shown = await readableRun(asker, id);
  // The people who get only the last reminder don't get this one.
  const { remindAt: _, ...run } = shown.run;
  if (run.state !== "awaiting_approval")
    throw new Problem("decision_conflict", "This run is not waiting for an approval.");
  if (!mayRemind(asker.person, shown))
    throw new Problem("role_missing", "Only the requester and operators can remind the approvers.");
  const { event, source } = await eventOnRecord(asker.env.LEDGER, run.eventId);
  const message = makeRunMessage("reminder", run, { event: event as Event, source }, {});
  const sent = await findOutbox(asker.env).remind({ ...message, hears: null });
  if (sent !== "sent") throw new Problem("decision_conflict", NOT_SENT[sent]);
  const { eventId, subject, state } = run;
  const entry = { type: auditType("remind"), runId: id, eventId, actor: asker.person.email };
  await deskFor(asker.env, subject).note({ ...entry, at: Date.now(), detail: { state } });
}

/**
 * Lists the addresses of the people, except the given person, whom the current stage of a run allows to decide. Returns
 * an empty list unless the run's plan waits for approval.
 */
export function listAssignable(run: Run, people: People, person: Person): readonly string[] {
  const stage = findStage(run.stages ?? [], run.approvals);
  if (run.state !== "awaiting_approval" || !stage) return [];
  const named = stage.people.flatMap(({ emails: [email] }) => email ?? []);
  const holders = stage.role === "no" ? [] : listNamed(people, "approver");
  return Array.from(new Set([...named, ...holders])).filter((one) => !includesEmail([person.email], one));
}

/**
 * Asks another person to decide the current stage of a plan, if the gate would let them. The approver rule does not
 * change: everyone whom it allows may still decide.
 * @throws Problem `decision_conflict` if the plan does not wait for an approval, `decision_forbidden` if the gate would
 * refuse that person, or the problems of {@link discussedRun}
 */
export async function reassign(
  asker: RuledSession,
  id: string,
  { to, reason }: { readonly to: string; readonly reason: string },
): Promise<void> {
  const { env, person, config } = asker;
  const shown = await discussedRun(asker, id);
  const hash = shown.run.plan?.hash ?? "";
  const isTheirs = ({ email = "", everyone }: People[number]) =>
    everyone === "console" || includesEmail([email], to);
  const isApprover = rolesIn(config.people, isTheirs).has("approver");
  const decision = { type: "reassigned", hash, to, by: person.email, reason, isApprover } as const;
  const decided = await deskFor(env, shown.run.subject).decide(id, decision);
  if (!decided.ok) {
    const { code, message } = decided.refusal;
    if (code !== "decision_forbidden") throw new Problem(code, message);
    const areKnown = isApprover || listHolders(config.people, "approver") !== null;
    const unknown = areKnown ? "" : " Reeve does not know the members of the groups with the role approver.";
    throw new Problem(code, `${to} can't decide this: ${message}${unknown}`);
  }
  await notify(asker, shown, `asked ${to} to decide`, reason, to);
}

/**
 * Sends a comment to the threads of the plan's cards, to the people whom the plan's current stage or this comment asks
 * by name, and to the requester if the request came from Slack and another person wrote the comment.
 */
async function notify(
  { env, person }: Session,
  shown: ShownRun,
  did: string,
  text: string,
  to?: string,
): Promise<void> {
  const { run, headline } = shown;
  const { id, subject } = run;
  const isTheirs = subject.startsWith("slack:") && !includesEmail(listRequesterEmails(shown), person.email);
  await findOutbox(env).keep([
    {
      key: `${id}:${crypto.randomUUID()}`,
      title: "About a plan",
      summary: `${person.email} ${did}`,
      quote: { text, about: formatTitle(headline, `A run of ${run.automation}`) },
      discusses: {
        run: id,
        asked: [...new Set([to ?? [], listApprovers(run, "now")].flat())],
        ...(isTheirs && { subject }),
      },
      link: runPage(readSite(env), id),
    },
  ]);
}

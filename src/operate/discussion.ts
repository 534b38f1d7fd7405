// What people say about a run without deciding: comments, and requests that somebody else whom the stage allows decides.
import { Problem } from "../base/problem.ts";
import { deskFor, findOutbox } from "../desk/directory.ts";
import { readSite } from "../env.ts";
import type { AuditLink } from "../ledger/audit-chain.ts";
import { listHolders, type People } from "../policy/people.ts";
import { findStage, listApprovers } from "../policy/stages.ts";
import { titleWords } from "../runs/headline.ts";
import { listAsked, runPage } from "../runs/run.ts";
import { askGateFor, finderFor, listRequesterEmails } from "./offers.ts";
import { type Asker, mayDo, type Person, type RuledAsker } from "./person.ts";
import { readableRun, type ShownRun } from "./recorded.ts";

/** Types of the audit entries, each with the words for it. */
const KINDS = { "run.commented": "commented", "approval.reassigned": "asked" } as const;
type Kind = keyof typeof KINDS;

/** The entries of a trail that are part of its discussion. */
export const listDiscussion = <Entry extends Pick<AuditLink, "type">>(
  trail: readonly Entry[],
): readonly Entry[] => trail.filter(({ type }) => type in KINDS);

/** True for people with a role that decides, for the requester, and for those whom the run asks by name. */
export function mayDiscuss(person: Person, shown: Pick<ShownRun, "run" | "headline">): boolean {
  const { run } = shown;
  const theirs = [listRequesterEmails(shown), listApprovers(run, "all"), listAsked(run)].flat();
  const email = person.email.toLowerCase();
  const isNamed = email !== "" && theirs.some((one) => one.toLowerCase() === email);
  return isNamed || (email !== "" && (mayDo(person, "approved") || mayDo(person, "cancelled")));
}

/** Adds a comment to a run's timeline, and to the conversation about its plan. @throws Problem `role_missing` */
export const commentOn = async (asker: Asker, id: string, reason: string): Promise<void> =>
  say(asker, await readableRun(asker, id), "run.commented", { reason });

/** Those whom the present stage of a run allows, by address; others are not for the reader to choose. */
export function listAssignable(
  { run }: Pick<ShownRun, "run">,
  people: People,
  person: Person,
): readonly string[] {
  const stage = findStage(run.stages ?? [], run.approvals);
  if (run.state !== "awaiting_approval" || !stage) return [];
  const named = stage.people.flatMap(({ emails: [email] }) => email ?? []);
  const holders = stage.role === "no" ? [] : (listHolders(people, "approver") ?? []);
  const own = person.email.toLowerCase();
  return Array.from(new Set([...named, ...holders])).filter((one) => one.toLowerCase() !== own);
}

/**
 * Asks somebody else to decide about the present stage of a plan. The rule stays as it is: whoever it allows may still decide.
 * @throws Problem `decision_conflict`, or `decision_forbidden` for somebody whom the gate would refuse
 */
export async function reassign(
  asker: RuledAsker,
  id: string,
  { to, reason }: { readonly to: string; readonly reason: string },
): Promise<void> {
  const { env, person, config } = asker;
  const shown = await readableRun(asker, id);
  const { run } = shown;
  const stage = findStage(run.stages ?? [], run.approvals);
  if (run.state !== "awaiting_approval" || !stage)
    throw new Problem("decision_conflict", "nothing waits for an approval any more");
  if (!listAssignable(shown, config.people, person).includes(to))
    throw new Problem("decision_forbidden", `${to} is not among those whom this stage allows`);
  const isApprover = listHolders(config.people, "approver")?.includes(to) ?? false;
  const said = { type: "approved", hash: run.plan?.hash ?? "", by: to, reason, isApprover } as const;
  const allowed = await askGateFor(finderFor(env), config.policy, run, listRequesterEmails(shown), said);
  if (!allowed.ok) throw new Problem("decision_forbidden", `${to} can't decide this: ${allowed.reason}`);
  await say(asker, shown, "approval.reassigned", { to, stage: stage.name, reason });
}

async function say(
  { env, person }: Asker,
  shown: ShownRun,
  type: Kind,
  detail: { readonly reason: string; readonly to?: string; readonly stage?: string },
): Promise<void> {
  if (!mayDiscuss(person, shown))
    throw new Problem("role_missing", "only the requester and people who decide may discuss this run");
  const { run, headline } = shown;
  const { id: runId, eventId, subject, state } = run;
  const { reason, to } = detail;
  const entry = { at: Date.now(), type, runId, eventId, actor: person.email, detail: { ...detail, state } };
  await deskFor(env, subject).note(entry);
  await findOutbox(env).keep([
    {
      key: `${runId}:${crypto.randomUUID()}`,
      title: titleWords(headline, `A run of ${run.automation}`),
      summary: `${person.email} ${KINDS[type]}${to ? ` ${to} to decide` : ""}: ${reason}`,
      discusses: { run: runId, asked: [...new Set([to ?? [], listApprovers(run, "now")].flat())] },
      link: runPage(readSite(env), runId),
    },
  ]);
}

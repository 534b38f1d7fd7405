// Describes the entries of the audit trail in words.
import { type ProblemCode, problems } from "../../base/problem.ts";
import type { AuditLink } from "../../ledger/audit-chain.ts";
import { AUDITS, auditType } from "../../policy/acts.ts";
import { textAt } from "../../systems/reading/json.ts";

type Entry = Pick<AuditLink, "type" | "detail">;

/** The words for each type of audit entry. */
export const WORDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(AUDITS),
  "plan.made": "Plan made",
  "plan.outdated": "Will be planned again: the plan was paused or is out of date",
  "approval.aged": "The approval is no longer valid: the remaining calls wait for a new one",
  "plan.failed": "No plan could be made",
  "plan.delayed": "No response: planning will be retried",
  "plan.unconfirmed": "The requester did not confirm in time",
  "event.ignored": "Nothing to do",
  "run.scheduled": "Waiting",
  "run.paused": "Paused",
  "run.dried": "Not carried out: the automation is set to dry runs",
  "run.held": "Held: over budget",
  "ticket.unknown_action": "The ticket reported an action that Reeve does not know",
  "run.replaced": "Replaced by a newer plan",
  "approval.reminded": "Approvers reminded",
  "approval.expired": "Not decided in time",
  "effect.sending": "Call sent",
  "effect.applied": "Call accepted by the service",
  "effect.seen": "Effect seen at the service",
  "effect.unseen": "Effect not seen in time: check it at the service",
  "effect.refused": "Call refused",
  "effect.unknown": "Outcome of the call unknown",
  "effect.failed": "Call failed and will be retried",
  "effect.planned": "Call failed and will be retried",
  "effect.interrupted": "Call interrupted",
  "follow_up.open": "Follow-up still open",
  "reply.sent": "Reply sent",
  "reply.failed": "Reply could not be sent",
  "reply.unknown": "Unknown whether the reply was sent",
  "answer.undelivered": "A message could not be delivered",
  "ticket.created": "Ticket created",
  "policy.changed": "Default approval rules changed by a deployment",
};

export const nameEntry = ({ type }: Pick<Entry, "type">): string => WORDS[type] ?? type;

/**
 * Returns the trail's entries about plans that were made again after an approval and did not change.
 * @param trail The run's entries, oldest first
 */
export function approvedAgain<Of extends Entry>(trail: readonly Of[]): ReadonlySet<Of> {
  const approved = new Set<unknown>();
  return new Set(
    trail.filter(({ type, detail: { hash, state } }) => {
      if (type === auditType("approved")) approved.add(hash);
      return type === "plan.made" && approved.has(hash) && state !== "awaiting_approval";
    }),
  );
}

export function trailDetail({ type, detail }: Entry): string[] {
  const text = (name: string): string[] => [textAt(detail, name) ?? []].flat();
  const all = (name: string): string[] => {
    const value = detail[name];
    return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  };
  const about = /^(pause|dryrun)\./.test(type) ? [String(detail["automation"] ?? "everything")] : [];
  return [
    ...about,
    ...["operation", "verdict", "for", "to", "budget", "alarm"].flatMap(text),
    ...text("code").map(problemWords),
    ...text("reason"),
    ...all("approvalReasons").map((ask) => `needs an approval: ${ask}`),
    ...all("approvers").map((who) => `asks ${who}`),
    ...(type === "policy.changed" ? [`switched off: ${all("switchedOff").join(", ") || "none"}`] : []),
  ];
}

/** Describes a problem code in words. Returns an unknown code, such as another system's, unchanged. */
const problemWords = (code: string): string => (isProblemCode(code) ? problems[code].public : code);
const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code);

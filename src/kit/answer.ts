// Answers the governance service in time: by the automation's rule, or with the configured default when the deadline is
// near.
import { type AskedStep, denyStep, failProvision, reassignStep } from "../actions/answers.ts";
import { DAY_MS, formatTime, HOUR_MS } from "../base/days.ts";
import { cut } from "../base/text.ts";
import { MAX_COMMENT_CHARS } from "../governance/contract/webhooks.ts";
import { personByEmail } from "../governance/people.ts";
import type { AskEvent } from "../systems/event.ts";
import type { Context, Relevance } from "./automation.ts";
import type { Proposal } from "./proposal.ts";
import type { Answering } from "./settings.ts";

/**
 * Time within which the ledger records everything that happened at the same time as an event, in milliseconds. While
 * the ledger is unavailable, it can take longer.
 *
 * @example
 * export const waitForTicket = ({ since }: Context): Proposal => ({
 *   waitUntil: since + RECORDED_WITHIN_MS,
 *   for: "the ticket's event",
 * });
 */
export const RECORDED_WITHIN_MS = 60_000;

/**
 * Cuts text to the maximum length of an answer's comment.
 *
 * @example
 * export const deny = (asked: AskedStep, reason: string) => denyStep({ ...asked, comment: asComment(reason) });
 */
export const asComment = (text: string): string => cut(text, MAX_COMMENT_CHARS);

/**
 * Returns `true` if a request came from one of the webhooks that an automation answers, otherwise the reason why the
 * automation does not answer it.
 *
 * @param own The automation's settings, or `undefined` if it is not enabled. Without `webhooks`, the automation answers
 * every webhook
 * @example
 * export const when = (event: AskEvent) => isAnsweredBy(event, { webhooks: ["webhook_kiosks"] });
 */
export const isAnsweredBy = ({ ask }: AskEvent, own?: Pick<Answering, "webhooks">): Relevance =>
  (own && (own.webhooks?.includes(ask.webhook) ?? true)) ||
  `The automation does not answer the webhook ${ask.webhook}.`;

/**
 * Proposes the answer to a request: the result of `decide`, or the default answer if the deadline is near or an
 * approver has denied another answer. Once the callback address is closed, the request is ignored.
 * @param times `callbackDays`: days that the service waits; `defaultHours`: hours before the end of that wait at which
 * the default answer is given; `atDeadline`: the default answer
 * @param decide Applies the automation's rule until the default answer is due
 * @example
 * export const kioskStep = automation({
 *   name: "kiosk-step",
 *   description: "Denies requests for the kiosk app.",
 *   on: "policy-step.asked",
 *   proposes: [denyStep],
 *   when: ({ ask }) => ask.app?.name === "Kiosk" || "It is about another app.",
 *   propose: (event, context) =>
 *     answerInTime(event, context, { callbackDays: 8, defaultHours: 12, atDeadline: "nothing" }, (asked) => ({
 *       actions: [denyStep({ ...asked, comment: "Kiosks have no personal accounts." })],
 *     })),
 * });
 */
export async function answerInTime(
  { ask }: AskEvent,
  context: Context,
  { callbackDays, defaultHours, atDeadline }: Pick<Answering, "callbackDays" | "defaultHours" | "atDeadline">,
  decide: (asked: AskedStep) => Proposal | Promise<Proposal>,
): Promise<Proposal> {
  const { now, since, denied } = context;
  const closesAt = since + callbackDays * DAY_MS;
  const decideBy = closesAt - defaultHours * HOUR_MS;
  const asked = (until: number): AskedStep => ({
    callback: ask.callback,
    request: `${ask.title} (${ask.key})`,
    until: new Date(until).toISOString(),
  });
  if (now >= closesAt)
    return { ignore: "the callback address is closed, so the service no longer accepts an answer" };
  if (denied || now >= decideBy) {
    const reason = denied
      ? "An approver in Reeve denied another answer."
      : `There was no decision by ${formatTime(new Date(decideBy).toISOString())}.`;
    return answerOtherwise(atDeadline, reason, asked(closesAt), context);
  }
  const proposal = await decide(asked(decideBy));
  return "waitUntil" in proposal
    ? { ...proposal, waitUntil: Math.min(proposal.waitUntil, decideBy) }
    : proposal;
}

/**
 * Proposes the configured answer to a request that is not approved.
 *
 * @param otherwise The answer: `deny`, `error` (for provisioning), `nothing`, or the people who decide instead
 * @param reason The answer's comment, as a sentence
 * @example
 * export const askGita = (asked: AskedStep, context: Context): Promise<Proposal> =>
 *   answerOtherwise({ reassignTo: ["gita.lund@example.com"] }, "Please decide.", asked, context);
 */
export async function answerOtherwise(
  otherwise: Answering["atDeadline"],
  reason: string,
  asked: AskedStep,
  { governance }: Pick<Context, "governance">,
): Promise<Proposal> {
  if (otherwise === "nothing") return { ignore: reason };
  const comment = asComment(reason);
  if (otherwise === "error") return { actions: [failProvision({ ...asked, comment })] };
  if (otherwise === "deny") return { actions: [denyStep({ ...asked, comment })] };
  const to = await Promise.all(otherwise.reassignTo.map((email) => personByEmail(governance, email)));
  return { actions: [reassignStep({ ...asked, comment, to: to.map(({ id, name }) => ({ id, name })) })] };
}

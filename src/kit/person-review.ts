// Proposes the access review campaign for one person who moves or leaves.
import type { PlannedAction } from "../actions/action.ts";
import { mendByHand } from "../actions/by-hand.ts";
import { draftCampaign } from "../actions/campaign.ts";
import { requireName } from "../actions/names.ts";
import { toIsoDay } from "../base/days.ts";
import { unclear } from "../base/problem.ts";
import { findPerson, type GovernancePerson } from "../governance/people.ts";
import type { Worker } from "../systems/event.ts";
import type { Context, EventSender } from "./automation.ts";
import type { PersonReview } from "./settings.ts";

/**
 * Proposes an access review of one worker, owned by the enabled people of `reviewOwners` other than the worker. If no
 * such owner exists, or the call that drafts the review fails, a person is asked to create the review, and the rest of
 * the plan continues.
 *
 * @throws Problem `request_unclear` if the review policy is not configured
 * @example
 * export async function review({ worker }: WorkerEvent, context: Context) {
 *   const person = await personByEmail(context.governance, worker.email ?? "");
 *   return proposeReview(person, { name: "Access after a move", policy: "Manager reviews", openDays: 14 }, context);
 * }
 */
export async function proposeReview(
  { id, name: called }: GovernancePerson,
  { name, policy, openDays, notifications }: PersonReview,
  { governance, settings, since }: Context,
): Promise<PlannedAction> {
  const chosen = requireName(settings.reviewPolicies, "review policy", policy);
  const found = await Promise.all(settings.reviewOwners.map((email) => findPerson(governance, email)));
  const owners = found.flatMap((owner) => (owner && owner.id !== id ? owner : []));
  const task = `create and start a review of what ${called} can access, because reviewOwners names no other enabled user`;
  if (owners.length === 0)
    return mendByHand({
      promise: "reviewOwners",
      broken: { id, name: called },
      task,
      since: toIsoDay(since, settings.timeZone),
    });
  const review = draftCampaign({
    name: `${name}: ${called}`,
    policy: { id: chosen.value, name: chosen.name },
    owners,
    users: [{ id, name: called }],
    ...(notifications && { notifications }),
    openDays,
  });
  return { ...review, apart: true };
}

/**
 * Returns a worker's email.
 *
 * @throws Problem `request_unclear` if the worker's system has not sent an email, and its API has not provided one
 * @example
 * export const findWorker = ({ worker }: WorkerEvent, { governance, sender }: Context) =>
 *   personByEmail(governance, fetchWorkEmail(worker, sender));
 */
export function fetchWorkEmail({ id, email }: Worker, { title }: EventSender): string {
  if (email) return email;
  throw unclear(
    `${title} sent no work email for worker ${id}, and no other data identifies the person. Find them ` +
      `in ${title}, and review their access manually; docs/set-up/senders describes the data that it can send.`,
  );
}

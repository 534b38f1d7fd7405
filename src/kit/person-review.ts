// Proposes the access review campaign of one person who moves or leaves.
import { draftCampaign } from "../actions/campaign.ts";
import { requireName } from "../actions/names.ts";
import { Problem } from "../base/problem.ts";
import { findPerson, type GovernancePerson, personByEmail } from "../governance/people.ts";
import type { Worker } from "../systems/event.ts";
import type { Context, EventSender } from "./automation.ts";
import type { PersonReview } from "./settings.ts";

/**
 * Proposes an access review of one worker, owned by the worker's manager if the manager is enabled, or else by the
 * configured owners.
 *
 * @throws Problem `request_unclear` if the review policy is not configured
 * @example
 * export async function review({ worker }: WorkerEvent, context: Context) {
 *   const person = await personByEmail(context.governance, worker.email ?? "");
 *   const owners = { fallbackOwnerEmails: ["gita.lund@example.com"] };
 *   const how = { name: "Access after a move", policy: "Manager reviews", openDays: 14, ...owners };
 *   return proposeReview(person, worker, how, context);
 * }
 */
export async function proposeReview(
  person: GovernancePerson,
  { manager }: Worker,
  { name, policy, openDays, fallbackOwnerEmails, notifications }: PersonReview,
  { governance, settings }: Context,
) {
  const chosen = requireName(settings.reviewPolicies, "review policy", policy);
  const owner = manager?.email ? await findPerson(governance, manager.email) : null;
  return draftCampaign({
    name: `${name}: ${person.name}`,
    policy: { id: chosen.value, name: chosen.name },
    owners: owner
      ? [owner]
      : await Promise.all(fallbackOwnerEmails.map((email) => personByEmail(governance, email))),
    users: [{ id: person.id, name: person.name }],
    ...(notifications && { notifications }),
    openDays,
  });
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
  throw new Problem(
    "request_unclear",
    `${title} sent no work email for worker ${id}, and no other data identifies the person. Find them ` +
      `in ${title}, and review their access manually; docs/senders.md lists the data that it can send.`,
  );
}

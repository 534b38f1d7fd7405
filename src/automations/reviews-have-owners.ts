// Checks that no open access review that Reeve created has an owner who is disabled or deleted.
import { findZone, idsWith, promise, toIsoDay } from "../kit/index.ts";

/** Campaigns per inventory query. A page with fewer campaigns is the last one. */
const CAMPAIGNS_PER_PAGE = 100;

/** Checks the owners that Reeve set when it created the review. Leaves out reviews without owners in the inventory. */
export const reviewsHaveOwners = promise({
  name: "reviews-have-owners",
  description: "Checks that no open access review that Reeve created is owned by a person who has left.",
  on: "0 3 * * *",
  reads: ["searchUsers"],
  async check({ governance, history, settings, since }, at) {
    const today = toIsoDay(since, findZone(settings, "reviews-have-owners"));
    const entries = await history.inventory("campaign", { after: at ?? "", limit: CAMPAIGNS_PER_PAGE });
    const open = entries.filter(
      ({ data: { completionDate = today } }) => completionDate.slice(0, 10) >= today,
    );
    const gone = await idsWith(
      governance,
      open.flatMap(({ data: { owners = [] } }) => owners.map(({ id }) => id)),
      "DISABLED",
      "DELETED",
    );
    const broken = open.flatMap(({ data: { name, owners = [] } }) =>
      owners
        .filter(({ id }) => gone.has(id))
        .map((owner) => ({
          id: `${owner.id} ${name}`,
          name,
          task: `give the access review “${name}” another owner, because ${owner.name} has left`,
        })),
    );
    return { broken, next: entries.length < CAMPAIGNS_PER_PAGE ? undefined : entries.at(-1)?.key };
  },
});

// Checks that every service and agent identity has an enabled manager.
import { idsWith, promise, searchUsers, userCalled, usersIn } from "../kit/index.ts";

/** Leaves out the service's own users (origin SYSTEM), because they have no managers. */
export const identitiesHaveManagers = promise({
  name: "identities-have-managers",
  description: "Checks that every service and agent identity has an enabled manager.",
  on: "40 2 * * *",
  reads: ["searchUsers"],
  async check({ governance }, at) {
    const { list, nextPageToken } = await governance.call(searchUsers, {
      body: {
        userStatuses: ["ENABLED"],
        // The API can only exclude user types: it has no filter for types to include.
        excludeTypes: ["USER_TYPE_UNSPECIFIED", "USER_TYPE_SYSTEM", "USER_TYPE_HUMAN"],
        excludeOrigins: ["USER_ORIGIN_SYSTEM"],
        pageSize: 100,
        ...(at !== null && { pageToken: at }),
      },
    });
    const identities = usersIn(list);
    const active = await idsWith(
      governance,
      identities.flatMap(({ managerIds = [] }) => managerIds),
      "ENABLED",
    );
    const broken = identities
      .filter(({ managerIds = [] }) => !managerIds.some((id) => active.has(id)))
      .map((user) => ({
        id: user.id,
        name: userCalled(user),
        task: `give ${userCalled(user)} an enabled manager`,
      }));
    return { broken, next: nextPageToken };
  },
});

// Checks that nobody has a manager or delegate who is disabled or deleted.
import {
  type Breach,
  counted,
  findUsers,
  type KnownUser,
  promise,
  searchUsers,
  userCalled,
  usersIn,
} from "../kit/index.ts";

const GONE = ["DISABLED" as const, "DELETED" as const];

/** Skips service and agent identities, which `identities-have-managers` checks. */
export const managersAreActive = promise({
  name: "managers-are-active",
  description: "Checks that nobody has a disabled or deleted manager or delegate.",
  on: "30 2 * * *",
  reads: ["searchUsers"],
  async check({ governance }, at) {
    const body = { userStatuses: GONE, pageSize: 100, ...(at !== null && { pageToken: at }) };
    const { list, nextPageToken } = await governance.call(searchUsers, { body });
    const managers = usersIn(list);
    // There are few delegates, so all of them are searched for together with the first page of managers.
    const delegates =
      at === null ? await findUsers(governance, { userStatuses: GONE, isDelegate: true }) : [];
    const [reports, delegators] = await Promise.all([
      ifAny(managers, (managerIds) =>
        findUsers(governance, {
          managerIds,
          userStatuses: ["ENABLED"],
          excludeTypes: ["USER_TYPE_SERVICE", "USER_TYPE_AGENT"],
        }),
      ),
      ifAny(delegates, (delegatedUserIds) =>
        findUsers(governance, { delegatedUserIds, userStatuses: ["ENABLED"] }),
      ),
    ]);
    const broken = [
      ...managers.flatMap((gone) => breach("manager", gone, reports, ({ managerIds = [] }) => managerIds)),
      ...delegates.flatMap((gone) => breach("delegate", gone, delegators, (one) => [one.delegatedUserId])),
    ];
    return { broken, next: nextPageToken };
  },
});

const ifAny = async (
  users: readonly KnownUser[],
  find: (ids: string[]) => Promise<KnownUser[]>,
): Promise<readonly KnownUser[]> => (users.length === 0 ? [] : find(users.map(({ id }) => id)));

function breach(
  as: string,
  missing: KnownUser,
  people: readonly KnownUser[],
  linked: (person: KnownUser) => readonly (string | undefined)[],
): Breach[] {
  const of = people.filter((person) => linked(person).includes(missing.id));
  const [one] = of;
  if (!one) return [];
  const whose = of.length === 1 ? userCalled(one) : counted(of.length, "person", "people");
  const name = userCalled(missing);
  return [{ id: `${as} ${missing.id}`, name, task: `name another ${as} for ${whose}: ${name} is inactive` }];
}

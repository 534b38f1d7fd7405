// Standing checks of people, connectors and reviews: conditions that are verified every night.
import {
  type Breach,
  counted,
  countsAsOwner,
  findUsers,
  findZone,
  idsWith,
  type KnownUser,
  listOwnerships,
  OWNER_CHECK,
  type Ownership,
  promise,
  searchUsers,
  toIsoDay,
  userCalled,
  usersIn,
} from "../kit/index.ts";

const GONE = ["DISABLED" as const, "DELETED" as const];

/**
 * Checks the managers and delegates of enabled users. Skips the managers of service and agent identities, which
 * `identities-have-managers` checks.
 */
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

/**
 * Checks the managers of service and agent identities. Excludes the service's own users (origin SYSTEM), because they
 * have no managers.
 */
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
    const managers = identities.flatMap(({ managerIds = [] }) => managerIds);
    const active = await idsWith(governance, managers, "ENABLED");
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

type Owned = Extract<Ownership, { of: "connector" }>;

/**
 * Checks the connectors in the settings and the inventory against the owners in the inventory, because the API lists
 * neither connectors nor owners.
 */
export const connectorsHaveOwners = promise({
  name: OWNER_CHECK,
  description: "Checks that every connector that Reeve knows has an enabled owner.",
  on: "50 2 * * *",
  reads: ["searchUsers"],
  async check({ governance, history, settings, since }) {
    const today = toIsoDay(since, findZone(settings, OWNER_CHECK));
    const entries = await listOwnerships(history);
    const owned = entries.flatMap(({ data }): Owned[] => (data.of === "connector" ? [data] : []));
    const owners = owned.map(({ user }) => user.id);
    const active = await idsWith(governance, owners, "ENABLED");
    const known = new Map<string, string>();
    for (const [name, { appId, connectorId, appName }] of Object.entries(settings.connectors))
      known.set(`${appId}/${connectorId}`, `${name} (app ${appName})`);
    for (const { app, connector } of owned)
      known.set(`${app.id}/${connector.id}`, `${connector.name} (app ${app.name})`);
    for (const { app, connector, user, until = today } of owned.filter((one) => countsAsOwner(one, settings)))
      if (active.has(user.id) && until >= today) known.delete(`${app.id}/${connector.id}`);
    const task = (name: string) => `find an owner for the connector ${name}, and request connector-owner.add`;
    return { broken: Array.from(known, ([id, name]) => ({ id, name, task: task(name) })) };
  },
});

/** Campaigns per inventory query. A page with fewer campaigns is the last one. */
const CAMPAIGNS_PER_PAGE = 100;

/**
 * Checks the owners that Reeve set when it created a review. Skips reviews without owners in the inventory, and reviews
 * whose completion date has passed.
 */
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
    const all = open.flatMap(({ data: { owners = [] } }) => owners.map(({ id }) => id));
    const gone = await idsWith(governance, all, ...GONE);
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

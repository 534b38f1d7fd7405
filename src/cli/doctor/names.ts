// Asks the tenant whether what the settings name is there, as far as its API can be asked.
import { byName, type NamedThings } from "../../actions/names.ts";
import type { ReadOnlyGovernance } from "../../governance/client/index.ts";
import { MAX_PAGE_SIZE } from "../../governance/contract/paging.ts";
import { searchUsers } from "../../governance/contract/users.ts";
import { readTool, toolCalled } from "../../governance/tools.ts";

export const NAME_MEMBERS = [
  "connectors",
  "apps",
  "entitlements",
  "appUsers",
  "tools",
  "sessionPolicies",
  "reviewPolicies",
  "campaigns",
  "vaults",
  "ownerRoles",
] as const satisfies readonly (keyof NamedThings)[];
export type NameMember = (typeof NAME_MEMBERS)[number];
export type SettingsNames = Pick<NamedThings, NameMember>;

/** The tenant's answer about a name in the settings. */
export type NameAnswer = {
  readonly member: NameMember;
  /** The name; of an account the app's, and whose it is. */
  readonly name: readonly string[];
} & (
  | { readonly is: "verified" | "wrong"; readonly detail: string }
  /** The API can't be asked. */
  | { readonly is: "unverified" }
);

/** The apps and accounts that users' attributes come from. */
export interface FoundAccounts {
  /** Users that were looked at, and whether there are more. */
  readonly users: number;
  readonly more: boolean;
  readonly apps: readonly { readonly id: string; readonly users: number }[];
  /** Of each account `<app id>/<account id>`. */
  readonly accounts: readonly string[];
}

/** Users that are looked at for the accounts that their attributes come from. */
const MAX_USERS = 1_000;

/** Asks the tenant about each name, as far as its API can be asked. */
export async function checkNamesAt(
  names: SettingsNames,
  governance: ReadOnlyGovernance,
): Promise<NameAnswer[]> {
  const tools = await Promise.all(
    Object.entries(names.tools).map((tool) => checkTool(tool, names, governance)),
  );
  // A tool is read by the ids of its connector, so they are right where it is.
  const right = new Set(tools.flatMap(({ is, of }) => (is === "verified" && of ? of : [])));
  const appsNamed = Object.keys(names.apps).length + Object.keys(names.appUsers).length > 0;
  const seen = appsNamed ? await findAccounts(governance) : null;
  return NAME_MEMBERS.flatMap((member): NameAnswer[] => {
    if (member === "tools") return tools.map(({ of: _, ...answer }) => answer);
    if (member === "appUsers")
      return Object.entries(names.appUsers).flatMap(([app, accounts]) =>
        Object.entries(accounts).map(([person, id]) => {
          const there = seen?.accounts.includes(`${byName(names.apps, app)?.value}/${id}`);
          return said(member, [app, person], there ? "attributes of a user come from it" : null);
        }),
      );
    if (member === "apps")
      return Object.entries(names.apps).map(([name, id]) => {
        const users = seen?.apps.find((app) => app.id === id)?.users ?? 0;
        return said(member, [name], users > 0 ? `attributes of ${users} users come from it` : null);
      });
    return Object.keys(names[member]).map((name) =>
      said(member, [name], member === "connectors" && right.has(name) ? "one of its tools was read" : null),
    );
  });
}

const said = (member: NameAnswer["member"], name: readonly string[], how: string | null): NameAnswer =>
  how === null ? { member, name, is: "unverified" } : { member, name, is: "verified", detail: how };

async function checkTool(
  [name, { connector, id }]: [string, SettingsNames["tools"][string]],
  { connectors }: SettingsNames,
  governance: ReadOnlyGovernance,
): Promise<NameAnswer & { readonly of?: string }> {
  const found = byName(connectors, connector);
  const { appId = "", connectorId = "" } = found?.value ?? {};
  const answer = { member: "tools", name: [name] } as const;
  try {
    const tool = await readTool(governance, { appId, connectorId, id });
    if (!tool) return { ...answer, is: "wrong", detail: `(${id} of ${connectorId}): no such tool` };
    if (tool.deletedAt) return { ...answer, is: "wrong", detail: `(${id}) was deleted ${tool.deletedAt}` };
    return {
      ...answer,
      is: "verified",
      detail: `is ${toolCalled(tool) ?? id}`,
      ...(found && { of: found.name }),
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...answer, is: "wrong", detail: `(${id} of ${connectorId}): ${why}` };
  }
}

/** The apps and accounts that attributes of users come from: what the API shows of apps. */
export async function findAccounts(governance: ReadOnlyGovernance): Promise<FoundAccounts> {
  const apps = new Map<string, Set<string>>();
  const accounts = new Set<string>();
  let [users, pageToken] = [0, ""];
  do {
    const page = await governance.call(searchUsers, {
      body: { pageSize: MAX_PAGE_SIZE, ...(pageToken && { pageToken }) },
    });
    for (const { user = {} } of page.list) {
      users++;
      const lists = [user.usernameSources, user.emailSources, user.departmentSources, user.jobTitleSources];
      for (const { appId, appUserId } of [...lists, user.employeeIdSources, user.managerSources].flatMap(
        (list) => list ?? [],
      )) {
        if (!appId || !appUserId) continue;
        apps.set(appId, (apps.get(appId) ?? new Set()).add(user.id ?? appUserId));
        accounts.add(`${appId}/${appUserId}`);
      }
    }
    pageToken = page.nextPageToken ?? "";
  } while (pageToken !== "" && users < MAX_USERS);
  return {
    users,
    more: pageToken !== "",
    apps: Array.from(apps, ([id, of]) => ({ id, users: of.size })),
    accounts: Array.from(accounts),
  };
}

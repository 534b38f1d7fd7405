// The operations that read and search users, and the shape of users.
import * as z from "zod";
import { comparable, cut } from "../../base/text.ts";
import { defineOperation, type WrongObject } from "./operation.ts";
import {
  declareMembers,
  Expanded,
  expandMask,
  Id,
  Ids,
  MAX_LIST_LENGTH,
  Name,
  Names,
  NextPageToken,
  ObjectPermissions,
  objects,
  PageSize,
  PageToken,
  pageRows,
  textLists,
  texts,
  times,
} from "./primitives.ts";

export const UserRef = z.looseObject({ id: Id });

export const AttributeSource = z.looseObject({
  ...texts("appId", "appUserId", "appUserProfileAttributeKey", "userAttributeMappingId", "value"),
  priority: z.int().optional(),
});
const sources = declareMembers(z.array(AttributeSource));

/** An optional text property that the service sends but the specification does not show. */
const extended = z.string().optional().meta({ "x-extension": true });

export const User = z.looseObject({
  status: extended.describe("UNKNOWN, ENABLED, DISABLED or DELETED"),
  directoryStatus: extended.describe("the user's status in the directory, with the same values as `status`"),
  origin: extended.describe("USER_ORIGIN_…: DIRECTORY, LOCAL or SYSTEM"),
  type: extended.describe("USER_TYPE_…: HUMAN, SERVICE, AGENT or SYSTEM"),
  ...texts("id", "username", "displayName", "email", "department", "jobTitle"),
  ...texts("employmentStatus", "employmentType", "delegatedUserId"),
  ...textLists("usernames", "emails", "employeeIds", "directoryIds", "managerIds", "roleIds"),
  ...sources("usernameSources", "emailSources", "departmentSources", "jobTitleSources", "employeeIdSources"),
  ...sources("employmentStatusSources", "employmentTypeSources", "directoryStatusSources", "managerSources"),
  ...objects("profile"),
  ...times("createdAt", "updatedAt", "deletedAt"),
});
export type User = z.infer<typeof User>;

/** A user with pointers into `expanded`: the `*Path` properties are JSONPaths that resolve in the same response. */
export const UserView = z.looseObject({
  user: User.optional(),
  ...texts("userId", "delegatedUserPath", "directoriesPath", "managersPath", "rolesPath"),
  objectPermissions: ObjectPermissions.optional(),
});
export type UserView = z.infer<typeof UserView>;

const prefixed = <const Prefix extends string, const Name extends string>(
  prefix: Prefix,
  ...names: readonly Name[]
) => z.enum(names.map((name): `${Prefix}${Name}` => `${prefix}${name}`));

export const DelegateStatus = prefixed("DELEGATE_STATUS_", "UNSPECIFIED", "HAS_DELEGATE", "NO_DELEGATE");
export const UserOrigin = prefixed("USER_ORIGIN_", "UNSPECIFIED", "DIRECTORY", "LOCAL", "SYSTEM");
export type UserOrigin = z.infer<typeof UserOrigin>;
export const UserType = prefixed("USER_TYPE_", "UNSPECIFIED", "SYSTEM", "HUMAN", "SERVICE", "AGENT");
export type UserType = z.infer<typeof UserType>;
/** All statuses of users. A search accepts all but `UNKNOWN`. */
export const UserStatus = z.enum(["UNKNOWN", "ENABLED", "DISABLED", "DELETED"]);
export type UserStatus = z.infer<typeof UserStatus>;

export const UserExpandMask = expandMask("role_ids", "manager_ids", "delegated_user_id", "directory_ids");

export const getUser = defineOperation({
  id: "getUser",
  method: "GET",
  path: "/api/v1/users/{id}",
  effect: "read",
  summary: "Get a user by id.",
  source: "identity-governance-api.md, Endpoints, 1. Get user",
  response: z.looseObject({ userView: UserView.optional(), expanded: z.array(Expanded).optional() }),
  echoes: { id: ["userView.user.id", "userView.userId"] },
});

const filterBy = <Value extends z.ZodType>(value: Value) => z.array(value).max(MAX_LIST_LENGTH).optional();

export const SearchUsersBody = z.object({
  delegateStatus: DelegateStatus.optional().describe(
    "users with this delegate status; UNSPECIFIED applies no filter",
  ),
  delegatedUserIds: Ids.optional().describe("users with any of these delegated user ids"),
  departments: Names.optional().describe("users in any of these departments"),
  email: Name.optional().describe("users with exactly this email, ignoring case"),
  excludeIds: Ids.optional().describe("users to exclude, by id"),
  excludeOrigins: filterBy(UserOrigin).describe("users to exclude, by origin"),
  excludeTypes: filterBy(UserType).describe("users to exclude, by type"),
  expandMask: UserExpandMask.optional().describe("related objects to expand"),
  ids: Ids.optional().meta({ deprecated: true, description: "use `refs`" }),
  isDelegate: z.boolean().optional().describe("only users who are delegates of at least one other user"),
  jobTitles: Names.optional().describe("users with any of these job titles"),
  managerIds: Ids.optional().describe("users with any of these managers"),
  origins: filterBy(UserOrigin).describe("users with any of these origins"),
  pageSize: PageSize.optional(),
  pageToken: PageToken.optional(),
  query: Name.optional().describe("users whose display name or emails are similar to this text"),
  refs: filterBy(UserRef).describe("users with any of these ids"),
  roleIds: Ids.optional().describe("users with any of these roles"),
  userStatuses: filterBy(UserStatus.exclude(["UNKNOWN"])).describe("users with any of these statuses"),
});
export type SearchUsersBody = z.output<typeof SearchUsersBody>;

/** Returns true if a user has this email, as the first or as another address. */
export const hasEmail = ({ email: first = "", emails = [] }: User, email: string): boolean =>
  [first, ...emails].some((address) => comparable(address) === comparable(email));

/**
 * Finds a user in the results who does not have the requested email, or whose id is not among the requested ids. If an
 * email was requested, a user without any email is reported too, because this user might be anyone. If only ids were
 * requested, a user without an id is not reported.
 */
function strayUser(
  { email, ids = [], refs = [] }: SearchUsersBody,
  { list }: { readonly list: readonly UserView[] },
): WrongObject | undefined {
  const named = [...ids, ...refs.map(({ id }) => id)];
  for (const [n, { user, userId }] of list.entries()) {
    if (email && !hasEmail(user ?? {}, email)) {
      const came = [user?.email ?? [], user?.emails ?? []].flat().join(", ");
      return { member: `list.${n}.user.email`, wanted: email, came };
    }
    const other = [user?.id, userId].find((id) => id && !named.includes(id));
    if (named.length > 0 && other !== undefined)
      return { member: `list.${n}.user.id`, wanted: cut(named.join(", "), 200), came: other };
  }
  return undefined;
}

/**
 * Searches users by filters, a page at a time. `findUsers` reads all pages.
 *
 * @example
 * export const readPage = async ({ governance }: Context, pageToken: string) => {
 *   const { list, nextPageToken } = await governance.call(searchUsers, { body: { pageSize: 100, pageToken } });
 *   return { users: usersIn(list), nextPageToken };
 * };
 */
export const searchUsers = defineOperation({
  id: "searchUsers",
  method: "POST",
  path: "/api/v1/search/users",
  effect: "read",
  summary: "Search users by filters in the body.",
  source: "identity-governance-api.md, Endpoints, 2. Search users",
  body: SearchUsersBody,
  response: z.looseObject({
    list: pageRows(UserView),
    expanded: z.array(Expanded).optional(),
    nextPageToken: NextPageToken,
  }),
  stray: strayUser,
});

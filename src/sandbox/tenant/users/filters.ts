// Turns a user search into the conditions that the index answers.
import type { SearchUsersBody } from "../../../governance/contract/users.ts";
import type { Attribute } from "./record.ts";

/** A search as the index takes it. */
export type UserFilters = Omit<SearchUsersBody, "pageSize" | "pageToken" | "expandMask">;

/** One condition: users who have (or, with `exclude`, have not) any of these values. */
export interface Condition {
  readonly attribute: Attribute | "id";
  readonly exclude: boolean;
  /** `any` stands for whatever value there is. */
  readonly values: readonly string[] | "any";
}

/**
 * The conditions of a search, `query` and `isDelegate` aside; all must hold. An empty list or email and an
 * `…_UNSPECIFIED` value ask for nothing. Departments, titles and ids are compared exactly, emails without
 * case and with the primary one only; `ids` and `refs` together name the users to look among.
 */
export function conditionsOf(filters: UserFilters): Condition[] {
  const { delegateStatus, email, ids = [], refs = [] } = filters;
  const any = (attribute: Attribute, exclude: boolean): Condition => ({ attribute, exclude, values: "any" });
  return [
    ...among("id", [...ids, ...refs.map(({ id }) => id)]),
    ...among("email", email ? [email.toLowerCase()] : []),
    ...among("status", filters.userStatuses),
    ...among("origin", specified(filters.origins)),
    ...among("department", filters.departments),
    ...among("jobTitle", filters.jobTitles),
    ...among("delegate", filters.delegatedUserIds),
    ...among("manager", filters.managerIds),
    ...among("role", filters.roleIds),
    ...(delegateStatus === "DELEGATE_STATUS_HAS_DELEGATE" ? [any("delegate", false)] : []),
    ...(delegateStatus === "DELEGATE_STATUS_NO_DELEGATE" ? [any("delegate", true)] : []),
    ...among("id", filters.excludeIds, true),
    ...among("origin", specified(filters.excludeOrigins), true),
    ...among("type", specified(filters.excludeTypes), true),
  ];
}

const among = (
  attribute: Condition["attribute"],
  values: readonly string[] = [],
  exclude = false,
): Condition[] => (values.length > 0 ? [{ attribute, exclude, values }] : []);

/** The values of an enumeration that say something. */
const specified = (values: readonly string[] | undefined) =>
  values?.filter((value) => !value.endsWith("_UNSPECIFIED"));

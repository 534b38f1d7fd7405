import type { SearchUsersBody } from "../../governance/contract/users.ts";
import type { Entry } from "./record.ts";

/** A search as the index takes it. */
export type UserFilters = Omit<SearchUsersBody, "pageSize" | "pageToken" | "expandMask">;

/** What filters ask about a user beyond the user's own entry. */
export interface Delegates {
  /** Whether the user stands in for at least one other. */
  isDelegate(userId: string): boolean;
}

export type Test = (entry: Entry) => boolean;

/**
 * The filters of a search but `query`, `ids` and `refs`. Within one, any value will do; all of them must
 * hold. An empty list, an empty email, `isDelegate: false` and an `…_UNSPECIFIED` value filter nothing.
 * Departments, titles and ids are compared exactly, emails without case and with the primary one only.
 */
export function testsOf(filters: UserFilters, delegates: Delegates): Test[] {
  const { delegateStatus, email, isDelegate } = filters;
  const wantedEmail = email?.toLowerCase();
  const candidates: (Test | false | undefined)[] = [
    delegateStatus === "DELEGATE_STATUS_HAS_DELEGATE" && (({ delegate }) => delegate !== ""),
    delegateStatus === "DELEGATE_STATUS_NO_DELEGATE" && (({ delegate }) => delegate === ""),
    wantedEmail ? (entry) => entry.email === wantedEmail : undefined,
    isDelegate && (({ id }) => delegates.isDelegate(id)),
    oneOf(filters.userStatuses, ({ status }) => status),
    oneOf(specified(filters.origins), ({ origin }) => origin),
    oneOf(filters.departments, ({ department }) => department),
    oneOf(filters.jobTitles, ({ jobTitle }) => jobTitle),
    oneOf(filters.delegatedUserIds, ({ delegate }) => delegate),
    anyOf(filters.managerIds, ({ managers }) => managers),
    anyOf(filters.roleIds, ({ roles }) => roles),
    not(oneOf(filters.excludeIds, ({ id }) => id)),
    not(oneOf(specified(filters.excludeOrigins), ({ origin }) => origin)),
    not(oneOf(specified(filters.excludeTypes), ({ type }) => type)),
  ];
  return candidates.filter((test) => typeof test === "function");
}

/** The values of an enumeration that say something. */
const specified = (values: readonly string[] | undefined) =>
  values?.filter((value) => !value.endsWith("_UNSPECIFIED"));

/** The values as a set; undefined where the list is empty, and asks for nothing. */
const setOf = (values: readonly string[] | undefined): ReadonlySet<string> | undefined =>
  values && values.length > 0 ? new Set(values) : undefined;

function oneOf(values: readonly string[] | undefined, of: (entry: Entry) => string): Test | undefined {
  const set = setOf(values);
  return set && ((entry) => set.has(of(entry)));
}

function anyOf(
  values: readonly string[] | undefined,
  of: (entry: Entry) => readonly string[],
): Test | undefined {
  const set = setOf(values);
  return set && ((entry) => of(entry).some((value) => set.has(value)));
}

const not = (test: Test | undefined): Test | undefined => test && ((entry) => !test(entry));

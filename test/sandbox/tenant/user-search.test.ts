import { runInDurableObject } from "cloudflare:test";

import * as fc from "fast-check";
import { expect, it } from "vitest";
import { UserOrigin, UserStatus, UserType } from "../../../src/governance/contract/users.ts";
import { findUsers } from "../../../src/sandbox/tenant/handlers/users.ts";
import { createTables } from "../../../src/sandbox/tenant/rows.ts";
import {
  deleteUser,
  putUsers,
  readUsers,
  toShown,
  type UserUpsert,
} from "../../../src/sandbox/tenant/users.ts";
import { CONTROL } from "../../desk/bindings.ts";

type UserFilters = Parameters<typeof findUsers>[1];

/** A small set of values, so that filters match users. */
const ids = ["u0", "u1", "u2", "u3", "u4", "u5", "u6", "u7"] as const;
const id = fc.constantFrom(...ids);
const department = fc.constantFrom("Sales", "IT", "sales", "");
const title = fc.constantFrom("Lead", "Agent");
const role = fc.constantFrom("r1", "r2", "r3");
const email = fc.constantFrom("ada@example.com", "Bo@Example.com", "cy@example.com");
const origin = fc.constantFrom(...UserOrigin.options);
const type = fc.constantFrom(...UserType.options);
const status = fc.constantFrom(...UserStatus.options);

const user = fc.record({
  status,
  origin,
  type,
  user: fc.record(
    {
      id,
      displayName: fc.constantFrom("Ada Marsh", "Bo Field", "Zoë Vale"),
      email,
      department,
      jobTitle: title,
      delegatedUserId: id,
      managerIds: fc.array(id, { maxLength: 3 }),
      roleIds: fc.array(role, { maxLength: 3 }),
    },
    { requiredKeys: ["id"] },
  ),
});

const some = <T>(values: fc.Arbitrary<T>) => fc.array(values, { maxLength: 3 });
const filters = fc.record(
  {
    delegateStatus: fc.constantFrom(
      "DELEGATE_STATUS_UNSPECIFIED",
      "DELEGATE_STATUS_HAS_DELEGATE",
      "DELEGATE_STATUS_NO_DELEGATE",
    ),
    delegatedUserIds: some(id),
    departments: some(department.filter((value) => value !== "")),
    email: fc.constantFrom("", "ADA@example.com", "bo@example.com", "nobody@example.com"),
    excludeIds: some(id),
    excludeOrigins: some(origin),
    excludeTypes: some(type),
    ids: some(id),
    isDelegate: fc.boolean(),
    jobTitles: some(title),
    managerIds: some(id),
    origins: some(origin),
    refs: some(fc.record({ id })),
    roleIds: some(role),
    userStatuses: some(fc.constantFrom("ENABLED", "DISABLED", "DELETED")),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<UserFilters>;

/** Returns true if a user matches the filters, by the direct form of each rule in the API text. */
function passes(
  f: UserFilters,
  { status, origin, type, user }: UserUpsert,
  all: readonly UserUpsert[],
): boolean {
  const said = <T extends string>(values: readonly T[] = []) =>
    values.filter((v) => !v.endsWith("_UNSPECIFIED"));
  const none = (values: readonly unknown[] | undefined) => !values || values.length === 0;
  const named = [...(f.ids ?? []), ...(f.refs ?? []).map((ref) => ref.id)];
  const { department = "", jobTitle = "", delegatedUserId = "" } = user;
  return (
    (none(named) || named.includes(user.id)) &&
    (!f.email || user.email?.toLowerCase() === f.email.toLowerCase()) &&
    (none(f.departments) || f.departments?.includes(department) === true) &&
    (none(f.jobTitles) || f.jobTitles?.includes(jobTitle) === true) &&
    (none(f.delegatedUserIds) || f.delegatedUserIds?.includes(delegatedUserId) === true) &&
    (none(f.managerIds) || f.managerIds?.some((m) => user.managerIds?.includes(m)) === true) &&
    (none(f.roleIds) || f.roleIds?.some((r) => user.roleIds?.includes(r)) === true) &&
    (none(f.userStatuses) || f.userStatuses?.some((s) => s === status) === true) &&
    (none(said(f.origins)) || said(f.origins).includes(origin)) &&
    !f.excludeIds?.includes(user.id) &&
    !said(f.excludeOrigins).includes(origin) &&
    !said(f.excludeTypes).includes(type) &&
    (f.delegateStatus !== "DELEGATE_STATUS_HAS_DELEGATE" || delegatedUserId !== "") &&
    (f.delegateStatus !== "DELEGATE_STATUS_NO_DELEGATE" || delegatedUserId === "") &&
    (!f.isDelegate ||
      all.some((other) => other.user.id !== user.id && other.user.delegatedUserId === user.id))
  );
}

const steps = fc.array(fc.oneof({ weight: 4, arbitrary: user as fc.Arbitrary<UserUpsert> }, id), {
  maxLength: 24,
});

/** Adds and deletes users in some order, and returns the remaining users in the order of their creation. */
function take(sql: SqlStorage, taken: readonly (UserUpsert | string)[]): UserUpsert[] {
  const records = new Map<string, UserUpsert>();
  sql.exec("DELETE FROM users");
  for (const step of taken) {
    if (typeof step === "string") expect(deleteUser(sql, step)).toBe(records.delete(step));
    else {
      putUsers(sql, [step]);
      records.set(step.user.id, step);
    }
  }
  return [...records.values()];
}

let databases = 0;
const withUsers = (test: (sql: SqlStorage) => void) =>
  runInDurableObject(CONTROL.getByName(`users-${++databases}`), (_, { storage: { sql } }) => {
    createTables(sql);
    test(sql);
  });

it("a search finds exactly the users that match all filters, after any changes", () =>
  withUsers((sql) =>
    fc.assert(
      fc.property(steps, filters, (taken, wanted) => {
        const records = take(sql, taken);
        const expected = records.filter((record) => passes(wanted, record, records));
        const found = findUsers(sql, wanted, undefined, 100).map(({ seq }) => seq);
        const shown = readUsers(sql, found).map((user) => toShown(user, { shownStatuses: false }));
        expect(shown).toEqual(expected.map((record) => record.user));
      }),
      { numRuns: 1_000 },
    ),
  ));

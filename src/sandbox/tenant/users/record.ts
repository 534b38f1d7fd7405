// A user as on record, with what users are filtered and found by.
import type { User, UserOrigin, UserStatus, UserType } from "../../../governance/contract/users.ts";
import type { OnRecord } from "../lookups.ts";
import { wordsOf } from "./words.ts";

/** A user as on record: with what `User` has no members for. */
export interface UserRecord {
  /** The row number: the order of the list, and never used twice. */
  readonly seq: number;
  readonly status: UserStatus;
  readonly origin: UserOrigin;
  readonly type: UserType;
  readonly user: OnRecord<User>;
}

/** What users are filtered by, besides their id. */
export const ATTRIBUTES = [
  "status",
  "origin",
  "type",
  "email",
  "department",
  "jobTitle",
  "delegate",
  "manager",
  "role",
] as const;
export type Attribute = (typeof ATTRIBUTES)[number];

/** What the index files a user under. */
export interface Filing {
  /** The values the user has of each attribute, each once; those of `email` are in lower case. */
  readonly attributes: Readonly<Record<Attribute, readonly string[]>>;
  /** The words of the display name, in a row. */
  readonly name: string;
  /** The words of display name and emails, each once. */
  readonly words: ReadonlySet<string>;
}

export function filingOf({ status, origin, type, user }: UserRecord): Filing {
  const some = (value: string | undefined) => (value ? [value] : []);
  const name = wordsOf(user.displayName ?? "");
  return {
    attributes: {
      status: [status],
      origin: [origin],
      type: [type],
      email: some(user.email?.toLowerCase()),
      department: some(user.department),
      jobTitle: some(user.jobTitle),
      delegate: some(user.delegatedUserId),
      manager: [...new Set(user.managerIds)],
      role: [...new Set(user.roleIds)],
    },
    name: name.join(" "),
    words: new Set([...name, ...[user.email ?? "", ...(user.emails ?? [])].flatMap(wordsOf)]),
  };
}

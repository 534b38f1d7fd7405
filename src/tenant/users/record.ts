import type { User, UserOrigin, UserStatus, UserType } from "../../governance/contract/users.ts";

/** A user as on record: with what `User` has no members for. */
export interface UserRecord {
  /** The row number: the order of the list, and never used twice. */
  readonly seq: number;
  readonly status: UserStatus;
  readonly origin: UserOrigin;
  readonly type: UserType;
  readonly user: User;
}

/** What the index keeps of a user: as much as a search asks for. */
export interface Entry {
  readonly seq: number;
  readonly id: string;
  readonly status: UserStatus;
  readonly origin: UserOrigin;
  readonly type: UserType;
  /** In lower case, as it is compared. */
  readonly email: string;
  readonly department: string;
  readonly jobTitle: string;
  /** The user who stands in for this one; empty where nobody does. */
  readonly delegate: string;
  readonly managers: readonly string[];
  readonly roles: readonly string[];
  /** The words of the display name, for telling a whole match from a part. */
  readonly name: string;
  /** Numbers of the vocabulary's words. */
  readonly words: readonly number[];
}

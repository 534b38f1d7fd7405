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

/** The values a user has of each attribute; those of `email` are in lower case. */
export function attributesOf({
  status,
  origin,
  type,
  user,
}: UserRecord): Record<Attribute, readonly string[]> {
  const some = (value: string | undefined) => (value ? [value] : []);
  return {
    status: [status],
    origin: [origin],
    type: [type],
    email: some(user.email?.toLowerCase()),
    department: some(user.department),
    jobTitle: some(user.jobTitle),
    delegate: some(user.delegatedUserId),
    manager: [...new Set(user.managerIds)],
    role: [...new Set(user.roleIds)],
  };
}

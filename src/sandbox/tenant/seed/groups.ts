// The sample roles, groups and directories.
import { before } from "./calendar.ts";

/** A role or directory, as `expanded` shows it. The API shows no field of either. */
interface Group {
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
  readonly createdAt: string;
}

const group = (id: string, displayName: string, description: string): Group => ({
  id,
  displayName,
  description,
  createdAt: before(900),
});

/** Everyone has the first; the others go with a job or are given to a few. */
export const ROLES = [
  group("role_member", "Member", "May sign in and request access."),
  group("role_app_owner", "App owner", "Manages the apps they own."),
  group("role_reviewer", "Reviewer", "Decides in access reviews."),
  group("role_help_desk", "Help desk", "Reads users and resets their sessions."),
  group("role_auditor", "Auditor", "Reads everything, changes nothing."),
  group("role_super_admin", "Super administrator", "May do everything."),
] as const;

export const DIRECTORIES = [
  group("dir_workforce", "Workforce", "Employees, from the people system."),
  group("dir_partners", "Partners", "Contractors and partners."),
  group("dir_machines", "Machines", "Service and agent identities."),
] as const;

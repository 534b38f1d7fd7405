// The sample roles, directories, session policies and review policies. The API shows no fields of them; these are ours.
import { before, table } from "./means.ts";

/** Entries with id, name, description, and members made from a fourth cell. */
const entries = <More extends object>(daysAgo: number, more: (cell: string) => More, text: string) =>
  table(text).map(([id = "", displayName = "", description = "", cell = ""]) => ({
    id,
    displayName,
    description,
    ...more(cell),
    createdAt: before(daysAgo),
  }));

/** Everyone has the first; others by job. The fourth cell: roles that may call the reading operations alone, or none. */
export const ROLES = entries(
  900,
  (allows) => (allows ? { allows } : {}),
  `
  role_member | Member | May sign in and request access.
  role_app_owner | App owner | Manages the apps they own.
  role_reviewer | Reviewer | Decides in access reviews.
  role_help_desk | Help desk | Reads users and resets their sessions.
  role_auditor | Auditor | Reads everything, changes nothing. | reading
  role_read_only_admin | Read-only administrator | Sees what administrators see, changes nothing. | reading
  role_no_permissions | No permissions | May sign in, and nothing else. | nothing
  role_super_admin | Super administrator | May do everything.
`,
);

export const DIRECTORIES = entries(
  900,
  () => ({}),
  `
  dir_workforce | Workforce | Employees, from the people system.
  dir_partners | Partners | Contractors and partners.
  dir_machines | Machines | Service and agent identities.
`,
);

/** The fourth cell: the minutes that a session lasts, and `builtin` for one that nobody can delete. */
export const SESSION_POLICIES = entries(
  300,
  (cell) => ({ maxSessionMinutes: Number.parseInt(cell, 10), isBuiltin: cell.endsWith("builtin") }),
  `
  sp_default | Everyone | Sign in again each day. | 1440 builtin
  sp_contractors | Contractors, eight hours | Contractors sign in again after a working day. | 480
  sp_kiosk | Shared kiosks | Shared devices forget their user soon. | 15
  sp_administrators | Administrators | Short sessions for those who may do much. | 60
  sp_agents | Agents | Tool sessions of agents. | 30
  sp_travel | Travelling | Sessions from unusual places. | 120
`,
);

/** Review policies, which a campaign names as `policyId`. The fourth cell lists the reviewers in order. */
export const POLICIES = entries(
  300,
  (reviewers) => ({ reviewers: reviewers.split(" ") }),
  `
  pol_manager_review | Manager reviews | The manager of each user decides. | manager
  pol_owner_review | Resource owner reviews | The owner of each resource decides. | resource_owner
  pol_security_review | Manager, then security | The manager decides, then the security team. | manager security
  pol_former_team | Manager, then a former team | Its second step names a group that was deleted. | manager deleted_group
`,
);

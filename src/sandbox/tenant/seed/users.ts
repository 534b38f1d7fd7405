// Makes users from the sample people.
import type { User } from "../../../governance/contract/users.ts";
import { putUsers, type UserUpsert } from "../users/store.ts";
import { before, dice } from "./means.ts";
import { type Person, people } from "./people.ts";
import { samples } from "./samples.ts";

type AttributeSource = NonNullable<User["emailSources"]>[number];

export const accountId = (appId: string, userId: string): string =>
  `acc_${appId.slice("app_".length)}_${userId}`;

export const seedUsers = (sql: SqlStorage, count: number): void =>
  putUsers(
    sql,
    people(count).map((person, n) => {
      const { status, origin, type } = person;
      return { status, origin, type, user: userRecord(person, n + 1) };
    }),
  );

function userRecord(person: Person, number: number): UserUpsert["user"] {
  const { id, handle, displayName, department, jobTitle, employmentStatus, employmentType, managerId } =
    person;
  const email = `${handle}@example.com`;
  const emails = person.secondEmail ? [email, person.secondEmail] : [email];
  // Machines are not employed.
  const employeeIds = employmentType === "MACHINE" ? [] : [`E${String(number).padStart(6, "0")}`];
  const directoryId =
    employmentType === "MACHINE"
      ? "dir_machines"
      : employmentType === "CONTRACTOR"
        ? "dir_partners"
        : "dir_workforce";

  const inDirectory = sourcesIn(samples.apps.directory.id, id);
  const inHr = sourcesIn(samples.apps.hr.id, id);

  const gone = person.status === "DELETED";
  const changed = dice(`change ${number}`).below(person.joinedDaysAgo);
  return {
    id,
    username: handle,
    usernames: [handle],
    usernameSources: inDirectory("username", handle),
    displayName,
    email,
    emails,
    emailSources: [
      ...inDirectory("email", email),
      ...(person.secondEmail ? inHr("email", person.secondEmail, 2) : []),
    ],
    department,
    departmentSources: inHr("department", department),
    jobTitle,
    jobTitleSources: inHr("job_title", jobTitle),
    employeeIds,
    employeeIdSources: employeeIds.flatMap((value) => inHr("employee_id", value)),
    employmentStatus,
    employmentStatusSources: inHr("employment_status", employmentStatus),
    employmentType,
    employmentTypeSources: inHr("employment_type", employmentType),
    directoryIds: [directoryId],
    directoryStatusSources: inDirectory("status", person.status),
    managerIds: managerId ? [managerId] : [],
    managerSources: managerId ? inHr("manager", managerId) : [],
    ...(person.delegatedUserId && { delegatedUserId: person.delegatedUserId }),
    roleIds: [...person.roleIds],
    profile: {
      location: person.location,
      costCenter: `CC-${100 + (department.length % 9) * 10}`,
      startDate: before(person.joinedDaysAgo).slice(0, 10),
    },
    createdAt: before(person.joinedDaysAgo),
    updatedAt: before(changed),
    ...(gone && { deletedAt: before(changed) }),
  };
}

const sourcesIn =
  (appId: string, userId: string) =>
  (key: string, value: string, priority = 1): AttributeSource[] => [
    {
      appId,
      appUserId: accountId(appId, userId),
      appUserProfileAttributeKey: key,
      priority,
      userAttributeMappingId: `map_${key}`,
      value,
    },
  ];

// Lists the tenant's people, the sample people first and then as many generated people as needed, and makes users from
// them.
import type { User } from "../../../governance/contract/users.ts";
import { putUsers, type UserUpsert } from "../users.ts";
import names from "./data/names.json" with { type: "json" };
import samplePeople from "./data/people.json" with { type: "json" };
import { before, type Dice, dice, samples } from "./samples.ts";

/** A sample or generated person, from whom `userRecord` makes a user. */
export type Person = ReturnType<typeof human> | ReturnType<typeof machine>;

const { users } = samples;

export const SAMPLE_PEOPLE = samplePeople as readonly Person[];

const REPORTS = 8;

/**
 * Yields the first `count` people, and never fewer than the sample people. Each generated person depends only on
 * earlier people, so a small seed is the beginning of a large one.
 */
export function* people(count: number): Generator<Person> {
  yield* SAMPLE_PEOPLE;
  const taken = new Map<string, number>(SAMPLE_PEOPLE.map(({ handle }) => [handle, 1]));
  // A tree of managers: each enabled human leads up to eight later people. The first leaders are three of the samples,
  // and Iris leads everyone who would have no leader.
  const leaders: string[] = [users.nora.id, users.gita.id, users.hugo.id];
  for (let n = SAMPLE_PEOPLE.length; n < count; n++) {
    const roll = dice(`user ${n}`);
    const leader = leaders[Math.floor((n - SAMPLE_PEOPLE.length) / REPORTS)] ?? users.iris.id;
    const person = roll.below(100) < 92 ? human(roll, leader, taken) : machine(roll, leader, taken);
    if (person.type === "USER_TYPE_HUMAN" && person.status === "ENABLED") leaders.push(person.id);
    yield person;
  }
}

function human(roll: Dice, managerId: string, taken: Map<string, number>) {
  const first = roll.pick(names.first);
  const last = roll.pick(names.last);
  const { name: department, jobTitles } = roll.pick(names.departments);
  const handle = unused(`${first}.${last}`.toLowerCase(), taken);
  const fate = roll.below(100);
  const status = fate < 90 ? "ENABLED" : fate < 97 ? "DISABLED" : "DELETED";
  const contractor = roll.oneIn(8);
  return {
    id: roll.id(),
    displayName: `${first} ${last}`,
    /** The username, which is also the part of the email before `@`. */
    handle,
    secondEmail: roll.oneIn(10) ? `${handle}@partners.example.com` : undefined,
    type: "USER_TYPE_HUMAN",
    origin: roll.oneIn(12) ? "USER_ORIGIN_LOCAL" : "USER_ORIGIN_DIRECTORY",
    status,
    department,
    jobTitle: roll.oneIn(2) ? (jobTitles[0] ?? "") : roll.pick(jobTitles),
    employmentStatus: status === "DELETED" ? "TERMINATED" : roll.oneIn(25) ? "ON_LEAVE" : "ACTIVE",
    employmentType: contractor ? "CONTRACTOR" : roll.oneIn(10) ? "PART_TIME" : "FULL_TIME",
    location: roll.pick(names.locations),
    delegatedUserId: roll.oneIn(16) ? managerId : undefined,
    roleIds: roll.oneIn(15)
      ? ["role_member", roll.pick(["role_reviewer", "role_app_owner", "role_help_desk", "role_auditor"])]
      : ["role_member"],
    joinedDaysAgo: 1 + roll.below(2_000),
    // A few people have a disabled manager.
    managerId: roll.oneIn(40) ? users.farid.id : managerId,
  } as const;
}

function machine(roll: Dice, managerId: string, taken: Map<string, number>) {
  const job = roll.pick(names.machines);
  const handle = unused(job.toLowerCase().replaceAll(" ", "."), taken);
  const type = roll.pick(["USER_TYPE_SERVICE", "USER_TYPE_SERVICE", "USER_TYPE_AGENT", "USER_TYPE_SYSTEM"]);
  const number = /\d+$/.exec(handle)?.[0];
  return {
    id: roll.id(),
    displayName: number ? `${job} ${number}` : job,
    handle,
    type,
    origin: type === "USER_TYPE_SYSTEM" ? "USER_ORIGIN_SYSTEM" : "USER_ORIGIN_LOCAL",
    status: roll.oneIn(12) ? "DISABLED" : "ENABLED",
    secondEmail: undefined,
    department: "IT",
    jobTitle: type === "USER_TYPE_AGENT" ? "Agent" : "Service",
    employmentStatus: "ACTIVE",
    employmentType: "MACHINE",
    location: "Remote",
    delegatedUserId: undefined,
    roleIds: ["role_member"],
    joinedDaysAgo: 1 + roll.below(900),
    managerId: type === "USER_TYPE_SYSTEM" || roll.oneIn(4) ? undefined : managerId,
  } as const;
}

/** Returns the handle, with the lowest free number if it is taken: `elin.brook`, `elin.brook.2`. */
function unused(handle: string, taken: Map<string, number>): string {
  const uses = (taken.get(handle) ?? 0) + 1;
  taken.set(handle, uses);
  return uses === 1 ? handle : `${handle}.${uses}`;
}

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
  // Machines have no employee id.
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

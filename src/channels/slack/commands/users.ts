import { searchUsers } from "../../../governance/contract/users.ts";
import { type KnownUser, usersIn } from "../../../governance/people.ts";
import type { Answer, AnswerLine } from "../answer.ts";
import { defineCommand } from "../grammar/command.ts";
import { onePerson, STATUSES, type Status, statusesOf } from "./people.ts";

const PAGE_SIZE = 10;

/** Looks for people. */
export const users = defineCommand(
  "users [<words>] [--department <department>] [--status <status>] [--manager <manager>]",
  {
    help: "Look for people by name or email, department, status (enabled, disabled, deleted) or manager.",
    example: "users marsh --department Engineering --status enabled",
    check: ({ words, department, status, manager }) => {
      if (status !== undefined && !statusOf(status))
        return `"${status}" is not a status; use one of ${STATUSES.join(", ").toLowerCase()}.`;
      return words || department || status || manager ? null : "Say whom to look for: <words> or a filter.";
    },
    says: ({ words, department, status, manager }) =>
      [
        `Look for people${words ? ` by "${words}"` : ""}`,
        ...(department ? [`of the department ${department}`] : []),
        ...(status ? [`who are ${status.toLowerCase()}`] : []),
        ...(manager ? [`whose manager is ${manager}`] : []),
      ]
        .join(", ")
        .concat("."),
    reads: ["getUser", "searchUsers"],
    async answer(args, { governance }): Promise<Answer> {
      const { words, department, status, manager, page } = args;
      const wanted = status === undefined ? undefined : statusOf(status);
      const body = {
        pageSize: PAGE_SIZE,
        ...(words && { query: words }),
        ...(department && { departments: [department] }),
        ...(wanted && { userStatuses: [wanted] }),
        ...(manager && { managerIds: [(await onePerson(governance, manager)).id] }),
        ...(page && { pageToken: page }),
      };
      const { list, nextPageToken } = await governance.call(searchUsers, { body });
      const found = usersIn(list);
      const statuses = wanted
        ? new Map(found.map(({ id }) => [id, wanted]))
        : await statusesOf(governance, found);
      return {
        title: found.length > 0 ? "People" : "Nobody found",
        lines: userLines(found, statuses),
        ...(found.length === 0 &&
          department && { note: "A department must be written exactly as the directory has it." }),
        ...(nextPageToken && { next: { ...args, page: nextPageToken } }),
      };
    },
  },
);

/** People, a line each. */
export const userLines = (
  users: readonly KnownUser[],
  statuses: ReadonlyMap<string, Status> = new Map(),
): AnswerLine[] =>
  users.map((user) => ({
    name: user.displayName ?? user.email ?? user.id,
    detail: [user.email, user.jobTitle, user.department, statuses.get(user.id)?.toLowerCase(), user.id]
      .filter(Boolean)
      .join(" · "),
  }));

const statusOf = (text: string): Status | undefined =>
  STATUSES.find((status) => status === text.toUpperCase());

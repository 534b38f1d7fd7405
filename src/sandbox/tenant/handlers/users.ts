// Handles the reading and searching of users.

import { paginate } from "../paging.ts";
import { requireUser } from "../resources.ts";
import { findUsers } from "../users/search.ts";
import { readUsers } from "../users/store.ts";
import { toViews } from "../users/views.ts";
import type { Handler } from "../world.ts";

/** Any user, disabled and deleted ones too; only the search expands related objects. */
export const getUser: Handler<"getUser"> = ({ path }, { sql }) => {
  const { user } = requireUser(sql, path.id);
  const { list, expanded } = toViews(sql, [user], undefined);
  return { userView: list[0] ?? { user }, expanded };
};

/**
 * Users that match every filter, in order of creation; with a `query`, best match first. Without `userStatuses`, users of
 * every status, deleted ones too.
 */
export const searchUsers: Handler<"searchUsers"> = ({ body }, { sql }) => {
  const { pageSize, pageToken, expandMask, ...filters } = body;
  const { rows, nextPageToken } = paginate(
    { operation: "searchUsers", query: body, pageSize, pageToken },
    (after, limit) => {
      const [score, seq] = after?.map(Number) ?? [];
      return findUsers(sql, filters, after && { score: score ?? 0, seq: seq ?? 0 }, limit);
    },
    ({ score, seq }) => [score, seq],
  );
  const found = readUsers(
    sql,
    rows.map(({ seq }) => seq),
  );
  return { ...toViews(sql, found, expandMask), nextPageToken };
};

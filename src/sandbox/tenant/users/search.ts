// Searches users: applies the filters in SQL, and the query word by word.
import type { SearchUsersBody } from "../../../governance/contract/users.ts";
import { matcher } from "./match.ts";

type Filters = Omit<SearchUsersBody, "pageSize" | "pageToken" | "expandMask">;

type Hit = { readonly seq: number; readonly score: number };

/** A condition on a row of `users`, with its parameter values. */
type Condition = readonly [sql: string, ...values: string[]];

const AMONG = "IN (SELECT value FROM json_each(?))";
const matchesAny = (list: string) =>
  `EXISTS (SELECT 1 FROM json_each(users.json, '$.${list}') WHERE value ${AMONG})`;

/**
 * Finds up to `limit` users after a hit, in row order, or best match first if there is a query. A query without letters
 * or digits matches nobody.
 */
export function findUsers(sql: SqlStorage, filters: Filters, after: Hit | undefined, limit: number): Hit[] {
  const conditions = toConditions(filters);
  const where = conditions.map(([condition]) => `(${condition})`).join(" AND ") || "true";
  const values = conditions.flatMap(([, ...all]) => all);
  const query = filters.query?.trim();
  if (!query)
    return sql
      .exec<{ seq: number }>(
        `SELECT seq FROM users WHERE ${where} AND seq > ? ORDER BY seq LIMIT ?`,
        ...values,
        after?.seq ?? 0,
        limit,
      )
      .toArray()
      .map(({ seq }) => ({ seq, score: 0 }));
  const score = matcher(query);
  const hits: Hit[] = [];
  for (const { seq, texts } of sql.exec<{ seq: number; texts: string }>(
    `SELECT seq, texts FROM users WHERE ${where}`,
    ...values,
  )) {
    const hit = { seq, score: score(texts) };
    if (hit.score > 0 && (!after || inOrder(after, hit) < 0)) hits.push(hit);
  }
  return hits.sort(inOrder).slice(0, limit);
}

const IS_DELEGATE =
  "id IN (SELECT json->>'$.delegatedUserId' FROM users WHERE json->>'$.delegatedUserId' <> id)";

const inOrder = (a: Hit, b: Hit): number => b.score - a.score || a.seq - b.seq;

/**
 * Builds the conditions of a search, except for `query`; all must be true. An empty list or email and an
 * `…_UNSPECIFIED` value do not filter. Departments, titles and ids are compared exactly. Emails are compared without
 * case, and only with the primary email. `ids` and `refs` together list the users to search.
 */
function toConditions(filters: Filters): Condition[] {
  const { delegateStatus, email, ids = [], refs = [] } = filters;
  const among = (condition: string, values: readonly string[] = []): Condition[] =>
    values.length > 0 ? [[condition, JSON.stringify(values)]] : [];
  const delegate = "coalesce(users.json->>'$.delegatedUserId', '')";
  return [
    ...among(`id ${AMONG}`, [...ids, ...refs.map(({ id }) => id)]),
    ...among(`email ${AMONG}`, email ? [email.toLowerCase()] : []),
    ...among(`status ${AMONG}`, filters.userStatuses),
    ...among(`origin ${AMONG}`, specified(filters.origins)),
    ...among(`users.json->>'$.department' ${AMONG}`, filters.departments),
    ...among(`users.json->>'$.jobTitle' ${AMONG}`, filters.jobTitles),
    ...among(`${delegate} ${AMONG}`, filters.delegatedUserIds),
    ...among(matchesAny("managerIds"), filters.managerIds),
    ...among(matchesAny("roleIds"), filters.roleIds),
    ...among(`id NOT ${AMONG}`, filters.excludeIds),
    ...among(`origin NOT ${AMONG}`, specified(filters.excludeOrigins)),
    ...among(`type NOT ${AMONG}`, specified(filters.excludeTypes)),
    ...(delegateStatus === "DELEGATE_STATUS_HAS_DELEGATE" ? [[`${delegate} <> ''`] as const] : []),
    ...(delegateStatus === "DELEGATE_STATUS_NO_DELEGATE" ? [[`${delegate} = ''`] as const] : []),
    // A user counts as a delegate only if another user delegates to them.
    ...(filters.isDelegate ? [[IS_DELEGATE] as const] : []),
  ];
}

/** Drops the unspecified values of an enumeration. */
const specified = (values: readonly string[] | undefined) =>
  values?.filter((value) => !value.endsWith("_UNSPECIFIED"));

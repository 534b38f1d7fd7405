// Splits lists into pages, with opaque tokens that are bound to the query.
import { base64url } from "jose";
import * as z from "zod";
import { canonicalJson } from "../../base/hash.ts";
import { ifPossible } from "../../base/if-possible.ts";
import type { OperationId } from "../../governance/contract/index.ts";
import { effectivePageSize } from "../../governance/contract/primitives.ts";
import { invalidMember } from "./errors.ts";
import { readText } from "./request.ts";
import { dice } from "./seed/samples.ts";
import type { Switches } from "./switches/switches.ts";

/**
 * A row's position: its values in the ordering columns, of which the last is unique. Adding or deleting other rows does
 * not change it.
 */
export type Position = readonly (number | string)[];

/**
 * The parsed parameters of a request for a list. A page token is valid for one query: all properties except the page
 * size and the token itself.
 */
interface Query {
  readonly pageSize?: number | undefined;
  readonly page_size?: number | undefined;
  readonly pageToken?: string | undefined;
  readonly page_token?: string | undefined;
}

const Token = z.tuple([z.string()], z.union([z.number(), z.string()]));

/**
 * Reads one page of a list. A token is base64url of JSON `[seal, ...position]`; the seal covers operation, query and
 * position. A token is not secret: a forged one only refers to another position in the list.
 * @param read Returns up to `limit` rows after a position, in the list's order
 * @returns the page's rows, and a token that is empty on the last page
 * @throws TenantError 400 for a token that is malformed, altered, or from another query
 */
export function paginate<Row>(
  operation: OperationId,
  query: Query,
  read: (after: Position | undefined, limit: number) => Row[],
  toPosition: (row: Row) => Position,
  { pagesAsAsked }: Pick<Switches, "pagesAsAsked">,
) {
  const { pageSize, page_size, pageToken, page_token, ...bound } = query;
  const seal = (position: Position) => dice(canonicalJson([operation, bound, position])).hex(12);
  const writeToken = (position: Position) => base64url.encode(JSON.stringify([seal(position), ...position]));
  const readToken = (token: string): Position => {
    const parsed = ifPossible(() => JSON.parse(readText(base64url.decode(token))));
    const [given, ...position] = Token.safeParse(parsed).data ?? [];
    if (given !== undefined && given === seal(position)) return position;
    const member = "page_token" in query ? "page_token" : "pageToken";
    throw invalidMember(member, "is not a token from a page of this query");
  };
  const size = effectivePageSize(pageSize ?? page_size, operation === "searchUsers" || !pagesAsAsked);
  const token = pageToken ?? page_token;
  // Read one more row than the page shows. Another page follows only if that row exists, so no later page is empty.
  const rows = read(token ? readToken(token) : undefined, size + 1);
  const last = rows.length > size ? rows[size - 1] : undefined;
  return { rows: rows.slice(0, size), nextPageToken: last ? writeToken(toPosition(last)) : "" };
}

// Pages of a list, with opaque tokens that are bound to the query.
import { base64url } from "jose";
import * as z from "zod";
import { canonicalJson } from "../../base/hash.ts";
import type { OperationId } from "../../governance/contract/index.ts";
import { effectivePageSize } from "../../governance/contract/paging.ts";
import { readText } from "./body.ts";
import { invalidMember } from "./errors.ts";
import { dice } from "./seed/means.ts";

/** A row's place: its values in the ordering columns, the last one unique. Rows that come and go move nothing. */
export type Position = readonly (number | string)[];

export interface PageRequest {
  readonly operation: OperationId;
  /** The parsed search; its `pageSize` and `pageToken` (or `page_size`, `page_token`) do not bind a token. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly pageSize: number | undefined;
  readonly pageToken: string | undefined;
}

/**
 * One page of a list.
 * @param read Gives up to `limit` rows after a position, in the list's order
 * @returns its rows, and a token that is empty on the last page
 * @throws TenantError 400 for a token that is malformed, altered, or of another query
 */
export function paginate<Row>(
  request: PageRequest,
  read: (after: Position | undefined, limit: number) => Row[],
  toPosition: (row: Row) => Position,
) {
  const size = effectivePageSize(request.pageSize);
  // One row more than the page shows if another page follows, so that no page is empty.
  const rows = read(request.pageToken ? readToken(request, request.pageToken) : undefined, size + 1);
  const last = rows.length > size ? rows[size - 1] : undefined;
  return { rows: rows.slice(0, size), nextPageToken: last ? writeToken(request, toPosition(last)) : "" };
}

/** A token is base64url of JSON `[seal, ...position]`; the seal covers position and query. */
function writeToken(request: PageRequest, position: Position): string {
  return base64url.encode(JSON.stringify([seal(request, position), ...position]));
}

const Token = z.tuple([z.string()], z.union([z.number(), z.string()]));

function readToken(request: PageRequest, token: string): Position {
  const [given, ...position] = Token.safeParse(decode(token)).data ?? [];
  if (given === undefined || given !== seal(request, position))
    throw invalidMember(
      "page_token" in request.query ? "page_token" : "pageToken",
      "is not a token that this query was answered with",
    );
  return position;
}

function decode(token: string): unknown {
  try {
    return JSON.parse(readText(base64url.decode(token)));
  } catch {
    return undefined;
  }
}

const UNBOUND = new Set(["pageSize", "pageToken", "page_size", "page_token"]);

/** A text that differs for another query or position. It is no secret: a forged one names another place in the list. */
function seal(request: PageRequest, position: Position): string {
  const query = Object.fromEntries(Object.entries(request.query).filter(([name]) => !UNBOUND.has(name)));
  return dice(canonicalJson([request.operation, query, position])).hex(12);
}

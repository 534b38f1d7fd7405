// Pages of a list, with opaque tokens that are bound to the query.
import { base64url } from "jose";
import { canonicalJson } from "../../base/hash.ts";
import type { OperationId } from "../../governance/contract/index.ts";
import { effectivePageSize } from "../../governance/contract/paging.ts";
import { invalidMember } from "./errors.ts";
import { dice } from "./seed/means.ts";

/**
 * The position of a row in its list: the values the list is ordered by, the last of them unique. A page starts
 * after the position of the last row of the page before, so rows that come and go elsewhere move nothing.
 */
export type Position = readonly (number | string)[];

export interface PageRequest {
  readonly operation: OperationId;
  /** The search as parsed; `pageSize` and `pageToken` (or `page_size`, `page_token`) in it do not bind a token. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly pageSize: number | undefined;
  readonly pageToken: string | undefined;
}

export interface Page<Row> {
  readonly rows: Row[];
  /** Empty on the last page. */
  readonly nextPageToken: string;
}

/**
 * One page of a list.
 * @param read Gives up to `limit` rows after a position, in the list's order.
 * @param toPosition The position of a row.
 * @throws TenantError 400 for a token that is malformed, altered, or was issued for another query.
 */
export function paginate<Row>(
  request: PageRequest,
  read: (after: Position | undefined, limit: number) => Row[],
  toPosition: (row: Row) => Position,
): Page<Row> {
  const size = effectivePageSize(request.pageSize);
  // One row more than the page holds tells whether another page follows, so none is ever empty for nothing.
  const rows = read(request.pageToken ? readToken(request, request.pageToken) : undefined, size + 1);
  const last = rows.length > size ? rows[size - 1] : undefined;
  return { rows: rows.slice(0, size), nextPageToken: last ? writeToken(request, toPosition(last)) : "" };
}

/** A token is the position and a seal over it and the query: base64url of JSON `[seal, ...position]`. */
function writeToken(request: PageRequest, position: Position): string {
  return base64url.encode(JSON.stringify([seal(request, position), ...position]));
}

function readToken(request: PageRequest, token: string): Position {
  const content = decode(token);
  if (!Array.isArray(content) || !content.every((part) => ["number", "string"].includes(typeof part)))
    throw refusal(request);
  const [given, ...position] = content;
  if (given !== seal(request, position)) throw refusal(request);
  return position;
}

function decode(token: string): unknown {
  try {
    const bytes = base64url.decode(token);
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    return undefined;
  }
}

const UNBOUND = new Set(["pageSize", "pageToken", "page_size", "page_token"]);

/**
 * A text that differs for another query or position. It keeps nothing secret, and needs not: a forged token only names
 * another place in the same list.
 */
function seal(request: PageRequest, position: Position): string {
  const query = Object.fromEntries(Object.entries(request.query).filter(([name]) => !UNBOUND.has(name)));
  return dice(canonicalJson([request.operation, query, position])).hex(12);
}

const refusal = (request: PageRequest) =>
  invalidMember(
    "page_token" in request.query ? "page_token" : "pageToken",
    "is not a token that this query was answered with",
  );

// Page sizes and page tokens, which all lists of the API share.
import * as z from "zod";

/** Page sizes from identity-governance-api.md, section Limits. Only user search documents a minimum. */
export const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 25;
const MIN_EFFECTIVE_PAGE_SIZE = 10;
const MAX_PAGE_TOKEN_LENGTH = 2_048;

/** The number of rows that a request asks for. */
export const PageSize = z
  .int()
  .min(0)
  .max(MAX_PAGE_SIZE)
  .describe("0 or absent means 25; in user search, 1 to 9 means 10");
/** The token of the page to return, in requests. */
export const PageToken = z
  .string()
  .max(MAX_PAGE_TOKEN_LENGTH)
  .describe("`nextPageToken` of the previous response to the same query");
/** The token of the next page, in responses. */
export const NextPageToken = z.string().optional().describe("absent or empty on the last page");

/** Declares the rows of one page in a response; an absent list is an empty page. */
export const pageRows = <Row extends z.ZodType>(row: Row) => z.array(row).default([]);

/**
 * Returns the number of rows on a page.
 * @param hasFloor True if the list has a minimum page size, as user search does
 */
export function effectivePageSize(requested: number | undefined, hasFloor: boolean): number {
  if (!requested) return DEFAULT_PAGE_SIZE;
  return hasFloor ? Math.max(requested, MIN_EFFECTIVE_PAGE_SIZE) : requested;
}

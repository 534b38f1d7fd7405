// The schemas that all operations are built from: ids, names, texts, times and flags with their limits, and pages of
// lists.
import * as z from "zod";

/**
 * Maximum lengths of accepted strings, in characters. The specification has no limits. These limits are far above the
 * lengths in its examples, and keep one request from filling a database.
 */
export const MAX_ID_LENGTH = 256;
export const MAX_NAME_LENGTH = 512;
export const MAX_TEXT_LENGTH = 16_384;
/** Maximum elements of a list in a request body. The specification has no limit. */
export const MAX_LIST_LENGTH = 1_000;

export const Id = z.string().min(1).max(MAX_ID_LENGTH);
export const Ids = z.array(Id).max(MAX_LIST_LENGTH);
export const Name = z.string().max(MAX_NAME_LENGTH);
export const Names = z.array(Name).max(MAX_LIST_LENGTH);
export const LongText = z.string().max(MAX_TEXT_LENGTH);

const NOT_UTC = "must be an ISO 8601 date-time in UTC, such as 2026-01-31T12:00:00Z";
/**
 * ISO 8601 date-time in UTC (identity-governance-api.md, "Resources and their fields"). `+00:00` and `-00:00` are
 * accepted like `Z`.
 */
export const Timestamp = z.iso
  .datetime({ offset: true, error: NOT_UTC, abort: true })
  .refine((text) => /(Z|[+-]00:00)$/.test(text), NOT_UTC);

/** Returns a function that declares optional properties with one schema, by their names. */
export const declareMembers =
  <Schema extends z.ZodType>(schema: Schema) =>
  <const Name extends string>(...names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, schema.optional()])) as Readonly<
      Record<Name, z.ZodOptional<Schema>>
    >;
/** Declares optional text properties by their names. */
export const texts = declareMembers(z.string());
export const textLists = declareMembers(z.array(z.string()));
export const flags = declareMembers(z.boolean());
export const times = declareMembers(Timestamp);
export const objects = declareMembers(z.looseObject({}));

/** An element of `expanded`: an object of any kind, identified by its `@type`. */
export const Expanded = z.looseObject({ "@type": z.string().optional() });
export type Expanded = z.infer<typeof Expanded>;

export const ObjectPermissions = z.looseObject({ ...flags("delete", "edit", "read"), ...objects("extra") });

/** A response without properties that Reeve reads. */
export const Empty = z.looseObject({});

/** Declares an expand mask that accepts these paths, and `*` for all of them. */
export const expandMask = <const Path extends string>(...paths: [Path, ...Path[]]) =>
  z.object({
    paths: z
      .array(z.enum([...paths, "*"]))
      .max(MAX_LIST_LENGTH)
      .optional(),
  });

/** Page sizes from identity-governance-api.md, section Limits. Only user search documents a minimum. */
export const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 25;
const MIN_EFFECTIVE_PAGE_SIZE = 10;
const MAX_PAGE_TOKEN_LENGTH = 2_048;

/** The request property that limits the number of rows on the page. */
export const PageSize = z
  .int()
  .min(0)
  .max(MAX_PAGE_SIZE)
  .describe("0 or absent means 25; in user search, 1 to 9 means 10");
/** The request property that contains the token of the page to return. */
export const PageToken = z
  .string()
  .max(MAX_PAGE_TOKEN_LENGTH)
  .describe("`nextPageToken` of the previous response to the same query");
/** The response property that contains the token of the next page. */
export const NextPageToken = z.string().optional().describe("absent or empty on the last page");

/** Declares the rows of one page in a response; an absent list is an empty page. */
export const pageRows = <Row extends z.ZodType>(row: Row) => z.array(row).default([]);

/**
 * Returns the maximum number of rows on a page.
 * @param hasFloor True if the list has a minimum page size, as user search does
 */
export function effectivePageSize(requested: number | undefined, hasFloor: boolean): number {
  if (!requested) return DEFAULT_PAGE_SIZE;
  return hasFloor ? Math.max(requested, MIN_EFFECTIVE_PAGE_SIZE) : requested;
}

// Links audit entries by their hashes, so that changed, missing and inserted entries are detected, and writes the
// links.

import * as z from "zod";
import { canonicalJson, fnv1a, sha256Hex } from "../base/hash.ts";
import { selectAll } from "./page.ts";

/** The `previous` hash of a desk's first link. */
export const FIRST_PREVIOUS = "0".repeat(64);

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** An audit entry: one action or change at a desk. */
export const AuditEntry = z.strictObject({
  desk: z.string().min(1).meta({ description: "The desk that made the entry. Each desk has its own chain." }),
  seq: z.int().min(1).meta({ description: "Position in the desk's chain, from 1, without gaps." }),
  at: z.int().meta({ description: "Time of the entry by the desk's clock, in Unix milliseconds." }),
  type: z
    .string()
    .min(1)
    .meta({ description: "Kind of entry.", examples: ["effect.sending"] }),
  runId: z.string().nullable(),
  eventId: z.string().nullable(),
  actor: z.string().nullable().meta({
    description: "The person who acted, or `reeve`. An erased person is shown as a pseudonym, `per_…`.",
  }),
  detail: z.record(z.string(), z.unknown()).meta({ description: "Further data, which depends on the type." }),
});
export type AuditEntry = Readonly<z.infer<typeof AuditEntry>>;

/** An entry in its chain: `hash` covers the entry and `previous`, the hash of the previous entry. */
export const AuditLink = z.strictObject({
  ...AuditEntry.shape,
  previous: Hash.meta({ description: "Hash of the previous link; 64 zeros in a desk's first link." }),
  hash: Hash.meta({
    description:
      "SHA-256 over `previous`, a line feed, and the canonical JSON of the other properties, in which a pseudonym replaces the actor, and a commitment replaces each text about people.",
  }),
});
export type AuditLink = Readonly<z.infer<typeof AuditLink>>;

/** The readable texts of an entry, by their commitments in the chain. */
const OpenTexts = z.record(z.string(), z.strictObject({ salt: z.string(), text: z.string() }));
export type OpenTexts = Readonly<z.infer<typeof OpenTexts>>;

/**
 * The texts of an entry that concern one set of people, with the salts of the hashes that replace them in the chain.
 * `of` contains the people's pseudonyms.
 */
export interface TextsBeside {
  readonly of: readonly string[];
  readonly texts: readonly OpenTexts[string][];
}
/** An entry in which hashes replace the texts about people. The texts themselves are in `beside`. */
export type EntryWithTexts = AuditEntry & { readonly beside?: readonly TextsBeside[] };
/** A link as the ledger stores it. Its hash does not cover `beside`. */
export type LinkWithTexts = AuditLink & Pick<EntryWithTexts, "beside">;

/** A link as exported: the hashed entry, with its readable texts. */
export const ExportedLink = AuditLink.extend({ texts: OpenTexts.optional() });
export type ExportedLink = Readonly<z.infer<typeof ExportedLink>>;

/**
 * Links an entry to the previous one.
 * @param previous Hash of the previous entry, or {@link FIRST_PREVIOUS} for `seq` 1
 */
export async function link(previous: string, { beside, ...entry }: EntryWithTexts): Promise<LinkWithTexts> {
  const { desk, seq, at, type, runId, eventId, detail } = entry;
  // A lone surrogate, which a name from a sender can contain, changes in storage and would fail verification.
  const actor = entry.actor?.toWellFormed() ?? null;
  const kept = { desk, seq, at, type, runId, eventId, actor, detail };
  return { ...kept, previous, hash: await hashEntry(previous, kept), ...(beside && { beside }) };
}

/**
 * Links entries of one desk, in order.
 * @param previous Hash of the desk's last link, or {@link FIRST_PREVIOUS} if it has none
 */
export async function chain(previous: string, entries: readonly EntryWithTexts[]): Promise<LinkWithTexts[]> {
  const links: LinkWithTexts[] = [];
  for (const entry of entries) links.push(await link(links.at(-1)?.hash ?? previous, entry));
  return links;
}

/** Formats a link as a line of an export, in canonical JSON, so that there is only one way to write it. */
export const auditLine = (auditLink: ExportedLink): string => canonicalJson(auditLink);

/** Computes the hash of an entry that follows an entry with the hash `previous`. */
export const hashEntry = (previous: string, entry: AuditEntry): Promise<string> =>
  sha256Hex(`${previous}\n${canonicalJson(entry)}`);

/** An entry within its row. The entry's other properties are those of the row, or follow from the entry's position. */
type RowEntry = Pick<LinkWithTexts, "at" | "type" | "detail" | "hash">;

/** Consecutive entries of one chain, stored in one row. */
interface AuditRow
  extends Pick<LinkWithTexts, "desk" | "seq" | "at" | "runId" | "eventId" | "actor" | "previous"> {
  readonly entries: RowEntry[];
  /** For each entry, its texts about people, or `null` if it has none. */
  readonly beside: (LinkWithTexts["beside"] | null)[];
}

/**
 * Maximum time between the first and last entry of a row, in milliseconds. Searches by time include rows that start
 * this much earlier.
 */
export const ROW_SPAN_MS = 60_000;

/** Groups consecutive entries of one desk, run, event and actor into rows of at most {@link ROW_SPAN_MS}. */
function toRows(links: readonly LinkWithTexts[]): AuditRow[] {
  const rows: AuditRow[] = [];
  for (const { desk, seq, at, runId, eventId, actor, previous, beside = null, ...entry } of links) {
    const row = rows.at(-1);
    const joins =
      row &&
      row.desk === desk &&
      row.seq + row.entries.length === seq &&
      row.runId === runId &&
      row.eventId === eventId &&
      row.actor === actor &&
      at >= row.at &&
      at < row.at + ROW_SPAN_MS;
    const one =
      row && joins ? row : { desk, seq, at, runId, eventId, actor, previous, entries: [], beside: [] };
    one.entries.push({ at, ...entry });
    one.beside.push(beside);
    if (one !== row) rows.push(one);
  }
  return rows;
}

/** Maximum entries of a chain. */
const MAX_ENTRIES = 2 ** 32 - 1;

/**
 * Returns the id of the row that starts with the entry `seq` of a desk's chain. The ids of a chain ascend with `seq`.
 * No two desks share an id: the hashes of the names of up to 1,000 desks do not collide.
 */
export const toRowId = (desk: string, seq: number): number => (fnv1a(desk) % 2 ** 21) * 2 ** 32 + seq;

/** Formats SQL that selects a column of the last row between two ids. */
export const lastRow = (column: string, first: string, last: string): string =>
  `(SELECT ${column} FROM audit WHERE id BETWEEN ${first} AND ${last} ORDER BY id DESC LIMIT 1)`;

/**
 * SQL that appends the part of each row after the end of its chain: an earlier batch might have written the beginning.
 */
const APPEND = `
  WITH new AS MATERIALIZED (
    SELECT value AS row, max(0, 1 - (value->>'seq') + ifnull(
      ${lastRow("last", "value->>'start'", `(value->>'start') + ${MAX_ENTRIES}`)}, 0)) AS known
    FROM json_each(?1))
  INSERT INTO audit (id, desk, seq, last, at, run_id, event_id, actor, types, previous, entries, beside)
  SELECT (row->>'start') + (row->>'seq') + known, row->>'desk', (row->>'seq') + known,
         (row->>'seq') + json_array_length(row, '$.entries') - 1,
         row->>('$.entries[' || known || '].at'), row->>'runId', row->>'eventId', row->>'actor', row->>'types',
         iif(known = 0, row->>'previous', row->>('$.entries[' || (known - 1) || '].hash')),
         iif(known = 0, row->'entries', (SELECT json_group_array(json(value)) FROM json_each(row, '$.entries') WHERE key >= known)),
         iif(known = 0 OR row->'beside' IS NULL, row->'beside', (SELECT json_group_array(json(value)) FROM json_each(row, '$.beside') WHERE key >= known))
  FROM new WHERE known < json_array_length(row, '$.entries')
  RETURNING last - seq + 1 AS entries`;

/**
 * Builds the statement that appends links to their chains. The statement skips links whose `seq` is taken, because a
 * batch can be delivered twice.
 * @param links Links in the order of their `seq`
 * @returns a statement whose rows contain the number of added `entries`
 */
export function writeAudit(db: D1Database, links: readonly LinkWithTexts[]): D1PreparedStatement {
  const rows = toRows(links).map((row) => {
    const types = new Set(row.entries.map(({ type }) => type));
    const beside = row.beside.some((texts) => texts !== null) ? row.beside : undefined;
    return { ...row, beside, start: toRowId(row.desk, 0), types: ` ${[...types].join(" ")} ` };
  });
  return db.prepare(APPEND).bind(JSON.stringify(rows));
}

/**
 * Finds the desks whose links differ from the recorded ones, for example after a desk lost its storage. Returns each
 * desk with the `seq` of its first differing link.
 */
export async function auditConflicts(
  db: D1Database,
  links: readonly LinkWithTexts[],
): Promise<Pick<AuditLink, "desk" | "seq">[]> {
  const places = links.map(({ desk, seq, hash }) => ({ desk, seq, hash, start: toRowId(desk, 0) }));
  const select = `SELECT link.value->>'desk' AS desk, min(link.value->>'seq') AS seq FROM json_each(?1) AS link
    JOIN audit ON audit.id = ${lastRow("id", "link.value->>'start'", "(link.value->>'start') + (link.value->>'seq')")}
    WHERE entries->>('$[' || ((link.value->>'seq') - audit.seq) || '].hash') IS NOT link.value->>'hash'
    GROUP BY 1`;
  return selectAll(db, select, [JSON.stringify(places)]);
}

// Links audit entries by their hashes, so that changed, missing and inserted entries are detected.
import * as z from "zod";
import { canonicalJson, sha256Hex } from "../base/hash.ts";

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
  detail: z.record(z.string(), z.unknown()).meta({ description: "Further data, by type." }),
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
 * The texts of an entry that concern one set of people, with the salts that the chain's hashes cover. `of` contains the
 * people's pseudonyms.
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
  // A lone surrogate, which a sender's name can contain, changes in storage and would fail verification.
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

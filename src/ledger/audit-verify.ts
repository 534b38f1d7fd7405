// Verifies an exported audit trail, link by link.

import { ok, type Result, refused } from "../base/result.ts";
import { decodeUtf8, tryParseJson } from "../base/text.ts";
import { joined } from "../systems/schemes/bytes.ts";
import { auditLine, ExportedLink, FIRST_PREVIOUS, hashEntry } from "./audit-chain.ts";
import { commitTo, listCommitments } from "./people/texts.ts";

/** The verified part of one desk's chain. Compare `last` with a hash stored elsewhere to detect a truncated end. */
export interface VerifiedChain {
  readonly desk: string;
  /**
   * The first verified `seq`. If the export starts in mid-chain, this number is more than 1, and earlier entries are
   * not verified.
   */
  readonly from: number;
  readonly to: number;
  /** Hash of the last verified link, whose `seq` is `to`. */
  readonly last: string;
  /** Hashes of all verified links, in order. */
  readonly hashes: string[];
}

export interface Verified {
  readonly entries: number;
  /** Number of erased texts about people and erased emails of actors. */
  readonly erased: number;
  readonly chains: readonly VerifiedChain[];
}

export interface BrokenLink {
  readonly line: number;
  /** The link's desk, or `null` if the line can't be read. */
  readonly desk: string | null;
  readonly seq: number | null;
  readonly fault: "unreadable" | "changed" | "missing" | "duplicate" | "wrong_previous";
  /** A description of the fault, worded as the end of a sentence. */
  readonly detail: string;
}

/**
 * Verifies exported chains: every entry matches its hash and follows the previous entry of its desk's chain without
 * gaps, and each readable text about people matches its commitment in the chain. Entries of several desks can be
 * interleaved. A chain can start in the middle, but one that starts at `seq` 1 must have no predecessor. A truncated
 * end can't be detected: see {@link VerifiedChain}.
 * @param lines Lines of NDJSON as the export writes them, as text or bytes. An empty last line is skipped
 */
export async function verify(
  lines: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): Promise<Result<Verified, BrokenLink>> {
  const chains = new Map<string, VerifiedChain>();
  let [line, erased] = [0, 0];
  let empty: number | null = null;
  for await (const written of lines) {
    line++;
    if (empty !== null) return refused(unreadable(empty, "is empty"));
    const text = typeof written === "string" ? written : decodeUtf8(written, utf8);
    if (text === null) return refused(unreadable(line, "is not UTF-8"));
    if (text === "") {
      empty = line;
      continue;
    }
    const read = readLine(line, text);
    if (!read.ok) return read;
    const link = read.value;
    const before = chains.get(link.desk);
    const fault = (await changed(link)) ?? (await changedText(link)) ?? misplaced(link, before);
    if (fault) return refused({ line, desk: link.desk, seq: link.seq, ...fault });
    const { desk, seq, hash } = link;
    const { from = seq, hashes = [] } = before ?? {};
    hashes.push(hash);
    chains.set(desk, { desk, from, to: seq, last: hash, hashes });
    erased += listCommitments(link).size - Object.keys(link.texts ?? {}).length;
  }
  const verified = Array.from(chains.values());
  const entries = verified.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return ok({ entries, erased, chains: verified });
}

/**
 * Decoder that rejects invalid UTF-8. A lenient decoder would replace invalid bytes with U+FFFD, which an entry can
 * contain.
 */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const LINE_FEED = 10;

/** Splits a file into lines, at line feeds only: JSON text can contain U+2028. */
export async function* linesIn(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  let rest: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      yield joined([...rest, chunk.subarray(from, at)]);
      rest = [];
      from = at + 1;
    }
    rest.push(chunk.subarray(from));
  }
  yield joined(rest);
}

type Fault = Pick<BrokenLink, "fault" | "detail">;

function readLine(line: number, text: string): Result<ExportedLink, BrokenLink> {
  const value = tryParseJson(text);
  if (value === undefined) return refused(unreadable(line, "is not JSON"));
  const link = ExportedLink.safeParse(value);
  if (!link.success) {
    const [issue] = link.error.issues;
    return refused(unreadable(line, `is not an audit entry: ${issue?.path.join(".")} ${issue?.message}`));
  }
  // JSON allows many ways to write a value, some of them misleading, such as a repeated property. The export uses only
  // one way.
  const raw = value as ExportedLink;
  if (auditLine(raw) === text) return ok(raw);
  const { desk, seq } = raw;
  return refused({ ...unreadable(line, "is not in the exact format of an export"), desk, seq });
}

async function changed({ previous, hash, texts: _, ...entry }: ExportedLink): Promise<Fault | null> {
  const expected = await hashEntry(previous, entry);
  return expected === hash
    ? null
    : { fault: "changed", detail: `its content has the hash ${expected}, not ${hash}` };
}

async function changedText(link: ExportedLink): Promise<Fault | null> {
  const committed = listCommitments(link);
  for (const [commitment, text] of Object.entries(link.texts ?? {}))
    if (!committed.has(commitment) || !(await commitTo(text)).includes(commitment))
      return { fault: "changed", detail: "a text stored with it does not match its commitment" };
  return null;
}

function misplaced({ seq, previous }: ExportedLink, before: VerifiedChain | undefined): Fault | null {
  if (before && seq <= before.to) return { fault: "duplicate", detail: `it follows entry ${before.to}` };
  if (before && seq > before.to + 1) {
    const detail = `entry ${before.to + 1} is missing: ${before.to} is followed by ${seq}`;
    return { fault: "missing", detail };
  }
  const expected = before?.last ?? (seq === 1 ? FIRST_PREVIOUS : previous);
  return previous === expected
    ? null
    : { fault: "wrong_previous", detail: `its previous hash is ${previous}, not ${expected}` };
}

const unreadable = (line: number, detail: string): BrokenLink => ({
  line,
  desk: null,
  seq: null,
  fault: "unreadable",
  detail: `the line ${detail}`,
});

// Reads the audit trail as OCSF events, starting after a position.
import { readChain, readChains, streamLines } from "../ledger/audit-list.ts";
import { readLink } from "../ledger/people/texts.ts";
import { toOcsf } from "./ocsf.ts";

/** The last `seq` of each desk that a client has read. A desk that is missing has not been read yet. */
export type TrailPosition = ReadonlyMap<string, number>;

/** Formats a position: `desk-0:120,desk-1:7`. */
export const formatPosition = (position: TrailPosition): string =>
  Array.from(position, ([desk, seq]) => `${desk}:${seq}`).join();

/** Parses the text of {@link formatPosition}. An empty text is the beginning of the trail. */
export const parsePosition = (text: string): TrailPosition =>
  new Map(Array.from(text.matchAll(/([^:,]{1,99}):(\d+)/g), ([, desk = "", seq]) => [desk, Number(seq)]));

/** Maximum number of events in one response: a longer response would need more D1 reads than one request can make. */
const MAX_PULLED = 100_000;

/**
 * Reads the events after a position as NDJSON, by desk and `seq`. Erased texts are replaced by "erased".
 * @returns the stream, and the position of its last events, for the next request
 */
export async function pullOcsf(db: D1Database, after: TrailPosition) {
  let left = MAX_PULLED;
  const parts = (await readChains(db)).flatMap(({ desk, seq }) => {
    const first = (after.get(desk) ?? 0) + 1;
    const last = Math.min(seq, first + left - 1);
    left -= Math.max(0, last - first + 1);
    return last < first ? [] : { desk, first, last };
  });
  async function* all() {
    for (const { desk, first, last } of parts)
      for await (const opened of readChain(db, desk, first, last))
        yield opened.map((one) => toOcsf(readLink(one)));
  }
  const next = new Map([...after, ...parts.map(({ desk, last }) => [desk, last] as const)]);
  return { stream: await streamLines(all(), JSON.stringify), next };
}

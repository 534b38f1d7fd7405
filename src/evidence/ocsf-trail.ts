// Reads the audit trail as OCSF events, from a position on.
import { readChain, readChains, streamLines } from "../ledger/audit-list.ts";
import { readLink } from "../ledger/people/sealing.ts";
import { type OcsfEvent, toOcsf } from "./ocsf.ts";

/** The last `seq` of each desk that somebody has. A desk that is not in it has given nothing yet. */
export type TrailPosition = ReadonlyMap<string, number>;

/** `desk-0:120,desk-1:7`. */
export const formatPosition = (position: TrailPosition): string =>
  Array.from(position, ([desk, seq]) => `${desk}:${seq}`).join();

/** The position in a text of {@link formatPosition}; the beginning for an empty one. */
export const parsePosition = (text: string): TrailPosition =>
  new Map(Array.from(text.matchAll(/([^:,]+):(\d+)/g), ([, desk = "", seq]) => [desk, Number(seq)] as const));

/** A part of one desk's chain: from its first `seq` to its last. */
export interface TrailPart {
  readonly desk: string;
  readonly first: number;
  readonly last: number;
}

/** The parts that are recorded behind a position, desk by desk, of so many entries at most together. */
export async function findNewParts(
  db: D1Database,
  after: TrailPosition,
  most: number,
): Promise<readonly TrailPart[]> {
  let left = most;
  return (await readChains(db)).flatMap(({ desk, seq }) => {
    const first = (after.get(desk) ?? 0) + 1;
    const last = Math.min(seq, first + left - 1);
    left -= Math.max(0, last - first + 1);
    return last < first ? [] : { desk, first, last };
  });
}

/** The events of a part of the trail, in its order, in batches. An erased text is "erased". */
export async function* readOcsf(
  db: D1Database,
  { desk, first, last }: TrailPart,
): AsyncGenerator<readonly OcsfEvent[], void, undefined> {
  for await (const opened of readChain(db, desk, first, last))
    yield opened.map((one) => toOcsf(readLink(one)));
}

/** Most events of one answer: more would take more reads of D1 than one request has. */
const MOST_PULLED = 100_000;

/**
 * The events behind a position as NDJSON, by desk and `seq`.
 * @returns the stream, and the position behind it, for the next one
 */
export async function pullOcsf(db: D1Database, after: TrailPosition) {
  const parts = await findNewParts(db, after, MOST_PULLED);
  async function* all() {
    for (const part of parts) yield* readOcsf(db, part);
  }
  const next = new Map([...after, ...parts.map(({ desk, last }) => [desk, last] as const)]);
  return { stream: await streamLines(all(), JSON.stringify), next };
}

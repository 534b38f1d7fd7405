import { createHash } from "node:crypto";
import { judge, watch } from "./invariants.ts";
import { Life } from "./life.ts";

/** The result of several lives. */
export interface Lived {
  readonly kills: number;
  /** Number of audit entries by type, which shows what the lives covered. */
  readonly entries: Readonly<Record<string, number>>;
  /** The story of the first life that failed, or `null` if none did. */
  readonly failure: string | null;
}

/** Runs one life for each seed, until one fails. */
export async function simulate(first: number, count: number): Promise<Lived> {
  makeHashingImmediate();
  let kills = 0;
  const entries: Record<string, number> = {};
  for (let seed = first; seed < first + count; seed++) {
    const life = new Life(seed);
    watch(life);
    try {
      await life.live();
      await judge(life);
    } catch (error) {
      for (const { id, automation, state, problem } of life.ledger.runs.values())
        life.tell(`${id} of ${automation} is on record as ${state} ${problem?.message ?? ""}`);
      const what = error instanceof Error ? error.stack : String(error);
      return { kills, entries, failure: `seed ${seed}: ${what}\n${life.story.join("\n")}` };
    } finally {
      life.disk.close();
    }
    kills += life.kills;
    for (const { type } of life.ledger.audit) entries[type] = (entries[type] ?? 0) + 1;
  }
  return { kills, entries, failure: null };
}

/**
 * Makes hashing synchronous: Node hashes on another thread, so that the order would be random, and a seed would not
 * repeat its story.
 */
function makeHashingImmediate(): void {
  const { subtle } = crypto;
  subtle.digest = async (_, data) => toBuffer(createHash("sha256").update(toBytes(data)).digest());
}

const toBytes = (data: unknown): Uint8Array<ArrayBuffer> => new Uint8Array(data as ArrayBuffer);
const toBuffer = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

// Puts entries on record as desks do, and reads what a collector has taken.
import { type AuditLink, chain, FIRST_PREVIOUS } from "../../src/ledger/audit-chain.ts";
import { record } from "../../src/ledger/record.ts";

type Worker = { readonly getD1Database: (name: string) => Promise<unknown> };

/** The ledger of a Reeve on this machine. */
export const ledgerIn = async (miniflare: Worker): Promise<D1Database> =>
  (await miniflare.getD1Database("LEDGER")) as D1Database;

/** Adds so many entries to desks, in turns. @param ends The last link of each desk; changed */
export async function addEntries(
  ledger: D1Database,
  ends: Map<string, AuditLink>,
  most: number,
  desks: readonly string[] = ["desk-0"],
): Promise<void> {
  for (const desk of desks) {
    const before = ends.get(desk);
    const from = (before?.seq ?? 0) + 1;
    const entries = Array.from({ length: Math.ceil(most / desks.length) }, (_, n) => ({
      desk,
      seq: from + n,
      at: 1_764_000_000_000 + from + n,
      type: n % 2 === 0 ? "effect.sending" : "effect.applied",
      runId: `run_${Math.floor((from + n) / 8)}`,
      eventId: `evt_${Math.floor((from + n) / 8)}`,
      actor: "reeve",
      detail: {
        automation: "leaver",
        effect: n % 3,
        operation: "deleteMcpTool",
        path: { app_id: "app_1", connector_id: "con_1", id: `tool_${n}` },
        state: "acting",
      },
    }));
    const links = await chain(before?.hash ?? FIRST_PREVIOUS, entries);
    const last = links.at(-1);
    if (last) ends.set(desk, last);
    for (let n = 0; n < links.length; n += 500) await record(ledger, [], [], links.slice(n, n + 500));
  }
}

const readId = (event: unknown): string =>
  String((event as { readonly metadata?: { readonly uid?: unknown } }).metadata?.uid);

/** The ids of events, in the order in which a collector took them. */
export const idsIn = (taken: readonly unknown[]): string[] => taken.map(readId);

/** Ids as they first came: repeats are left out. */
export const firstsIn = (taken: readonly unknown[]): string[] => [...new Set(idsIn(taken))];

/** All ids of desks, each desk in its order. */
export const allIds = (ends: ReadonlyMap<string, AuditLink>): string[] =>
  Array.from(ends.values()).flatMap(({ desk, seq }) =>
    Array.from({ length: seq }, (_, n) => `${desk}:${n + 1}`),
  );

/** Of a desk. */
export const ofDesk = (ids: readonly string[], desk: string) => ids.filter((id) => id.startsWith(`${desk}:`));

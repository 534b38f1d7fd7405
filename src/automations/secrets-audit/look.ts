import * as z from "zod";
import { Problem } from "../../base/problem.ts";
import { searchAuditEvents } from "../../governance/contract/audit-events.ts";
import type { Memory } from "../../watches/watch.ts";
import type { Context } from "../automation.ts";
import { lastLook, rememberLook } from "../last-look.ts";
import { workClock } from "./clock.ts";
import { endScan } from "./end-scan.ts";
import { Findings } from "./findings.ts";
import { beginScan, hasMore, isTooLong, Scan, withPage } from "./scan.ts";
import { VaultSeen, vaultLook } from "./seen.ts";

/** How far a look has come. */
export const State = z.object({
  /** Names of the vaults that are left, the one under way first. */
  left: z.array(z.string()),
  /** The look at it. */
  scan: Scan.nullable(),
  findings: Findings,
  /** New events of the vaults that are done. */
  events: z.int(),
  /** Vaults that could not be looked at, and why. */
  failed: z.array(z.object({ name: z.string(), detail: z.string() })),
});
export type State = z.output<typeof State>;

/** One page more of the vault that is under way. One that can't be looked at does not keep the others from it. */
export async function lookOn(state: State, context: Context): Promise<State & { readonly memory?: Memory }> {
  const [vault = "", ...left] = state.left;
  try {
    return await lookAt(vault, left, state, context);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const failed = [...state.failed, { name: `${vault}: could not be looked at`, detail: error.message }];
    return { ...state, left, scan: null, failed };
  }
}

async function lookAt(
  vault: string,
  left: string[],
  { findings: before, ...state }: State,
  { governance, record, settings, now }: Context,
): Promise<State & { readonly memory?: Memory }> {
  const vaultId = settings.vaults[vault];
  if (vaultId === undefined) return { ...state, findings: before, left, scan: null };
  const rules = { secretsAudit: settings.secretsAudit, clock: workClock(settings), now };
  const begun = state.scan ?? beginScan(vault, await lastLook(record, vaultLook(vaultId), VaultSeen), rules);
  const { list, nextPageToken = "" } = await governance.call(searchAuditEvents, {
    body: { vaultId, pageSize: 100, ...(begun.token && { pageToken: begun.token }) },
  });
  const { scan, findings } = await withPage(begun, list, before, rules);
  if (hasMore(scan, nextPageToken) && !isTooLong(scan))
    return { ...state, findings, left: [vault, ...left], scan: { ...scan, token: nextPageToken } };
  const end = endScan(scan, findings, rules, hasMore(scan, nextPageToken));
  return {
    ...state,
    findings: end.findings,
    left,
    scan: null,
    events: state.events + scan.events,
    memory: rememberLook(vaultLook(vaultId), end.seen),
  };
}

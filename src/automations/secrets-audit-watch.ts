import * as z from "zod";
import { Problem } from "../base/problem.ts";
import { searchAuditEvents } from "../governance/contract/audit-events.ts";
import type { Memory } from "../watches/watch.ts";
import { automation, type Context } from "./automation.ts";
import { counted } from "./counted.ts";
import type { Decision } from "./decision.ts";
import { lastLook, rememberLook } from "./last-look.ts";
import { atMost } from "./notice-lines.ts";
import { schedule } from "./schedule.ts";
import { workClock } from "./secrets-audit/clock.ts";
import { countsOf, type Finding, Findings, isRule, lineOf } from "./secrets-audit/findings.ts";
import { beginScan, endScan, hasMore, isTooLong, Scan, withPage } from "./secrets-audit/scan.ts";
import { VaultSeen, vaultLook } from "./secrets-audit/seen.ts";

/** Pages read in one step of a look. */
const STEP = 10;

/** How far a look has come. */
const State = z.object({
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
type State = z.output<typeof State>;

/**
 * Each hour: who reads the paper secrets of a vault that did not before, from where, when, and how often. What the settings
 * want known at once is told; all of it is in the weekly digest.
 */
export const secretsAuditWatch = automation({
  name: "secrets-audit-watch",
  on: schedule("40 * * * *", { timeZone: "Europe/Berlin" }),
  async decide(_, context) {
    const { settings, progress } = context;
    const names = Object.keys(settings.vaults);
    let state: State = progress
      ? State.parse(progress)
      : { left: names, scan: null, findings: [], events: 0, failed: [] };
    const memories: Memory[] = [];
    for (let pages = 0; pages < STEP && state.left.length > 0; pages++) {
      const { memory, ...next } = await lookOn(state, context);
      state = next;
      if (memory) memories.push(memory);
    }
    if (state.left.length === 0) return { ...conclude(state, context), memories };
    const done = Math.max(0, names.length - state.left.length);
    return { goOn: { state, done, of: names.length, what: "vaults" }, memories };
  },
});

/** One page more of the vault that is under way. One that can't be looked at does not keep the others from it. */
async function lookOn(state: State, context: Context): Promise<State & { readonly memory?: Memory }> {
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

/** @throws Problem where vaults could not be looked at and nothing else is to be told: then the run says so */
function conclude({ findings, failed, events }: State, { settings }: Context): Decision {
  const { atOnce } = settings.secretsAudit;
  const isTold = ({ rule }: Finding) => !isRule(rule) || atOnce.includes(rule);
  const told = findings.filter(isTold);
  const [first] = failed;
  if (first && told.length === 0)
    throw new Problem(
      "governance_unavailable",
      failed.map(({ name, detail }) => `${name}: ${detail}`).join("; "),
    );
  const ignore = `${counted(events, "new event")}: ${countsOf(findings)}.`;
  if (told.length === 0) return { ignore };
  const vaults = new Set(told.map(({ vault }) => vault)).size;
  const unseen = failed.length > 0 ? `; ${counted(failed.length, "vault")} could not be looked at` : "";
  return {
    ignore,
    notice: {
      title: "Secrets audit",
      summary: `${countsOf(told)} in ${counted(vaults, "vault")}${unseen}.`,
      lines: atMost([...failed, ...told.map(lineOf)]),
    },
  };
}

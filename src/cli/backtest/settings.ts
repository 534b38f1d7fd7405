// Compares what settings make of recorded events with what others did: the back-test of a changed src/config.ts.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { EventSummary } from "../../ledger/shapes.ts";
import { root } from "../shared/bundle.ts";
import { UsageError } from "../shared/command-line.ts";
import type { ReeveRecord } from "../shared/reeve-api.ts";
import { CONFIG } from "../shared/working-tree.ts";
import { AT_ONCE, type Planner, planOf } from "./run.ts";
import { type Comparison, compare, type Done } from "./worker/compare.ts";
import type { EnabledMode, PlanQuestion, Replanned } from "./worker/questions.ts";

/**
 * The settings that are compared against.
 * @param against A file of settings, or a commit of this repository
 * @throws UsageError where it is neither, or holds what the working tree has
 */
export function settingsBefore(against: string): string {
  const text = textOf(against);
  if (text !== readFileSync(root(CONFIG), "utf8")) return text;
  throw new UsageError(
    `${CONFIG} is the same as at ${against}: change it, or name an older commit or file with --against`,
  );
}

function textOf(against: string): string {
  try {
    return readFileSync(against, "utf8");
  } catch {
    // It is no file: a commit, then.
  }
  try {
    return execFileSync("git", ["show", `${against}:./${CONFIG}`], {
      cwd: root(),
      encoding: "utf8",
      stdio: "pipe",
    });
  } catch {
    throw new UsageError(`--against ${against}: neither a file nor a commit here that has ${CONFIG}`);
  }
}

/** How the outcome of an event may differ, the weightiest first. */
export const DIFFERENCES = [
  "now acting",
  "other plan",
  "other approval",
  "now a dry run",
  "now ignored",
  "now failing",
] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** What both settings make of an event for one automation. */
export interface SettingsOutcome {
  readonly automation: string;
  /** `null` where the outcome is the same. */
  readonly kind: Difference | null;
  readonly comparison: Comparison;
}

/** An event with its outcomes: one for each automation that listens to it and is enabled, before or now. */
export interface SettingsTested {
  readonly event: EventSummary;
  readonly outcomes: readonly [SettingsOutcome, ...SettingsOutcome[]];
}

interface Both {
  readonly before: Planner;
  readonly now: Planner;
}

/**
 * Plans recorded events with either settings, newest first. Both see the tenant as it is now, so that what differs is by
 * the settings.
 * @throws Error where the record or the governance API can't be read
 */
export async function* testSettings(
  { since, until }: { readonly since: number; readonly until: number },
  { record, before, now }: Both & { readonly record: ReeveRecord },
): AsyncGenerator<SettingsTested, void, undefined> {
  const [modesBefore, modesNow] = await Promise.all([before.modes(), now.modes()]);
  const enabled = Object.keys(modesNow).filter(
    (name) => (modesBefore[name] ?? "off") !== "off" || modesNow[name] !== "off",
  );
  for await (const page of record.events(since, until)) {
    const events = page.flatMap(({ id, type, subject }) => (type === null ? [] : [{ id, type, subject }]));
    const heard = await Promise.all(
      enabled.map(async (automation) => ({
        automation,
        ids: new Set(await now.wanted({ automation, events })),
      })),
    );
    const chosen = page.flatMap((event) => {
      const names = heard.flatMap(({ automation, ids }) => (ids.has(event.id) ? automation : []));
      return names.length > 0 ? [{ event, names }] : [];
    });
    for (let i = 0; i < chosen.length; i += AT_ONCE)
      for (const tested of await Promise.all(chosen.slice(i, i + AT_ONCE).map(both))) yield tested;
  }

  async function both({
    event,
    names,
  }: {
    event: EventSummary;
    names: readonly string[];
  }): Promise<SettingsTested> {
    const { event: normalized, authentication } = await record.event(event.id);
    const outcomes = await Promise.all(
      names.map(async (automation): Promise<SettingsOutcome> => {
        const question = { automation, event: normalized, authentication };
        const [modeBefore, modeNow] = [modesBefore[automation] ?? "off", modesNow[automation] ?? "off"];
        const [then, next] = await Promise.all([
          outcome(before, modeBefore, event.id, question),
          outcome(now, modeNow, event.id, question),
        ]);
        const comparison = compare(doneIn(then, modeBefore), next);
        return { automation, kind: kindOf(comparison, modeBefore, modeNow), comparison };
      }),
    );
    return { event, outcomes: outcomes as [SettingsOutcome, ...SettingsOutcome[]] };
  }
}

const NOT_ENABLED = "it is not enabled";

const outcome = async (
  planner: Planner,
  mode: EnabledMode,
  id: string,
  question: PlanQuestion,
): Promise<Replanned> =>
  mode === "off" ? { now: "ignored", reason: NOT_ENABLED } : planOf(planner, id, question);

/** What was planned with the settings before, as what was done. */
function doneIn(then: Replanned, mode: EnabledMode): Done {
  switch (then.now) {
    case "planned": {
      const { now: _, ...plan } = then;
      return { was: "planned", state: mode === "dry_run" ? "as a dry run" : "to act", ...plan };
    }
    case "ignored":
      return { was: "ignored", reason: then.reason };
    case "failing":
      return { was: "failed", code: then.code, message: then.message };
    default:
      return then satisfies never;
  }
}

/** How the outcome differs; `null` where it doesn't. */
function kindOf(
  { verdict, asksDiffer, done, now }: Comparison,
  before: EnabledMode,
  after: EnabledMode,
): Difference | null {
  const planned = after === "dry_run" ? "now a dry run" : "now acting";
  if (now.now === "planned") {
    if (done.was !== "planned" || before !== after) return planned;
    if (verdict === "different") return "other plan";
    return asksDiffer ? "other approval" : null;
  }
  if (verdict === "same") return null;
  return now.now === "failing" ? "now failing" : "now ignored";
}

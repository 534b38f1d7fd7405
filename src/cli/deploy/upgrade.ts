// Finds the unfinished runs that the code of the working tree cannot go on with.
import * as z from "zod";
import type { AnyAction } from "../../actions/define.ts";
import { canonicalJson } from "../../base/hash.ts";

/** An unfinished run on record, as far as it matters whether other code can go on with it. */
export const StoredRun = z.object({
  id: z.string(),
  automation: z.string(),
  subject: z.string(),
  state: z.string(),
  /** The planned actions; `null` before there is a plan. */
  actions: z.array(z.object({ action: z.string(), input: z.unknown(), effects: z.unknown() })).nullable(),
});
export type StoredRun = Readonly<z.output<typeof StoredRun>>;

/** A run that the code at hand can't go on with as it was planned. */
export interface Broken extends Omit<StoredRun, "actions"> {
  readonly faults: readonly string[];
}

export interface UpgradeRules {
  readonly automations: ReadonlyMap<string, unknown>;
  readonly actions: ReadonlyMap<string, AnyAction>;
}

/**
 * The unfinished runs that the code at hand can't go on with as they were planned, and why.
 * An approval is for automation, action names, inputs and targets: code that makes other calls of the same input would
 * act under an approval that was given for other calls. A plan that is acted on sends the calls that it holds.
 */
export function findBroken({ automations, actions }: UpgradeRules, runs: readonly StoredRun[]): Broken[] {
  return runs.flatMap(({ id, automation, subject, state, actions: planned }) => {
    const faults = automations.has(automation) ? [] : [`its automation "${automation}" is gone`];
    faults.push(...(planned ?? []).flatMap((one) => faultOf(one) ?? []));
    return faults.length > 0 ? [{ id, automation, subject, state, faults }] : [];
  });

  function faultOf({
    action: name,
    input,
    effects,
  }: NonNullable<StoredRun["actions"]>[number]): string | null {
    const action = actions.get(name);
    if (!action) return `its action "${name}" is gone`;
    try {
      const now = action.fromRecord(input);
      if (callsOf(now.effects) === callsOf(effects)) return null;
      return `its action "${name}" would make other calls than planned`;
    } catch (error) {
      const detail =
        error instanceof z.ZodError
          ? error.issues.map(({ path, message }) => `${path.join(".") || "input"}: ${message}`).join("; ")
          : String(error);
      return `its action "${name}" no longer accepts its input (${detail})`;
    }
  }
}

/** The calls alone, comparable: what an automation makes of their answers (`ifStillThere`) is no part of the action. */
const callsOf = (effects: unknown): string => canonicalJson(Calls.parse(effects));
const Calls = z.array(z.object({ operation: z.string(), input: z.unknown() }));

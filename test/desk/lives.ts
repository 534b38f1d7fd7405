// Simulated runs: one run event after the other through the state machine.

import type { EffectCall, PlannedAction } from "../../src/actions/action.ts";
import type { Failure, RunEvent } from "../../src/runs/events.ts";
import { next } from "../../src/runs/next.ts";
import { newRun, type Plan, type Run } from "../../src/runs/run.ts";
import { ANY_STAGE, approvalBy } from "../support/stages.ts";

export const endPolicy = (id: string): EffectCall => ({
  operation: "deleteSessionPolicy",
  input: { path: { id }, body: {} },
});
export const retireTool = (id: string): EffectCall => ({
  operation: "deleteMcpTool",
  input: { path: { app_id: "app_1", connector_id: "con_1", id }, body: {} },
});
export const draftCampaign: EffectCall = {
  operation: "createCampaign",
  input: { body: { displayName: "Q3" } },
};

export const makeAction = (...effects: readonly EffectCall[]): PlannedAction => ({
  action: "test",
  input: {},
  summary: "…",
  target: "…",
  effects,
  beneficiaries: [],
  leaves: [],
});
export const makePlan = (...effects: readonly EffectCall[]): Plan => ({
  hash: JSON.stringify(effects),
  actions: [makeAction(...effects)],
});

export const fresh = newRun(
  { id: "run_1", eventId: "evt_1", automation: "a", subject: "s", mode: "live" },
  1_000,
);
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Untimed = DistributiveOmit<RunEvent, "at">;

export const decided = (...effects: readonly EffectCall[]) =>
  ({
    type: "planned",
    plan: makePlan(...effects),
    approvalReasons: [],
    warnings: [],
    confirmUntil: null,
    expiresAt: 100_000,
  }) as const;
export const asking = (...effects: readonly EffectCall[]) => ({
  ...decided(...effects),
  approvalReasons: ["it deletes"],
  stages: [ANY_STAGE],
});
export const admitted = { type: "admitted" } as const;
export const applied = { type: "applied", answer: { ok: true } } as const;
export const failed = (code: string, retry: Failure["retry"] = "never", httpStatus?: number) => {
  const failure = { code, message: "m", public: "p", retry, ...(httpStatus && { httpStatus }) };
  return { type: "failed", failure } as const;
};
export const unavailable = failed("governance_unavailable", "backoff", 503);
export const refused = failed("governance_refused", "never", 400);
export const said = { by: "ines.holm@example.com", reason: "looked at it" };
export const approving = ({ plan }: Run) => ({
  ...approvalBy(said.by, said),
  type: "approved" as const,
  hash: plan?.hash ?? "",
});

/** Returns the run after one more event. */
export const follow = (run: Run, runEvent: Untimed, at = 9_000): Run =>
  next(run, { ...runEvent, at } as RunEvent);

/** Returns a run after these run events, one second apart. */
export const live = (...runEvents: readonly Untimed[]): Run =>
  runEvents.reduce<Run>((run, runEvent, n) => follow(run, runEvent, 2_000 + 1_000 * n), fresh);

import type { EffectCall, EffectOperationId } from "../actions/action.ts";
import type { Automation, Context } from "../automations/automation.ts";
import type { Settings } from "../automations/settings.ts";
import { log } from "../base/log.ts";
import { Problem } from "../base/problem.ts";
import { type Governance, GovernanceProblem, readOnly } from "../governance/client/index.ts";
import { type Operations, operations } from "../governance/contract/index.ts";
import type { Event } from "../sources/event.ts";
import { makePlan } from "./plan.ts";
import { type Failure, type Happening, next, type Run, type Todo, todo } from "./run.ts";

/** What a run needs around it: the desk gives the real ones. */
export interface Surroundings {
  readonly governance: Governance;
  readonly automations: ReadonlyMap<string, Automation>;
  readonly settings: Settings;
  now(): number;
  /**
   * Writes a changed run. Synchronous: the output gate of a Durable Object holds every call that leaves after it
   * until the write is on disk, so no effect is sent before its journal entry is safe.
   */
  persist(run: Run): void;
}

/** Goes on with a due run, step by step, each on disk before the next, until it finishes or has to wait. */
export async function advance(run: Run, event: Event, around: Surroundings): Promise<void> {
  let current = run;
  let wanted = todo(current);
  if (wanted.do === "wait") {
    current = next(current, { type: "due", at: around.now() });
    around.persist(current);
    wanted = todo(current);
  }
  while (wanted.do !== "wait") {
    const started = around.now();
    const happening = await perform(wanted, current, event, around);
    current = next(current, happening);
    around.persist(current);
    log("run_step", {
      run: current.id,
      event: current.eventId,
      automation: current.automation,
      step: wanted.do === "send" ? wanted.call.operation : wanted.do,
      outcome: happening.type,
      ...(happening.type === "failed" ? { problem: happening.failure.code } : {}),
      state: current.state,
      durationMs: around.now() - started,
    });
    // A step that failed and may pass waits for its time; anything else goes straight on.
    wanted = happening.type === "failed" && current.dueAt !== null ? { do: "wait" } : todo(current);
  }
}

async function perform(
  wanted: Exclude<Todo, { do: "wait" }>,
  run: Run,
  event: Event,
  around: Surroundings,
): Promise<Happening> {
  try {
    switch (wanted.do) {
      case "decide":
        return await decide(run, event, around);
      case "send": {
        const answer = await send(around.governance, wanted.call);
        return { type: "applied", answer, at: around.now() };
      }
      default:
        return wanted satisfies never;
    }
  } catch (error) {
    return { type: "failed", failure: toFailure(error), at: around.now() };
  }
}

const send = <Id extends EffectOperationId>(governance: Governance, { operation, input }: EffectCall<Id>) =>
  governance.call<Operations[Id]>(operations[operation], input);

async function decide(run: Run, event: Event, around: Surroundings): Promise<Happening> {
  const automation = around.automations.get(run.automation);
  if (!automation)
    throw new Problem("configuration_invalid", `there is no automation "${run.automation}" any more`);
  const context: Context = { governance: readOnly(around.governance), settings: around.settings };
  const decision = await automation.decide(event, context);
  if ("ignore" in decision) return { type: "ignored", reason: decision.ignore, at: around.now() };
  return { type: "decided", plan: await makePlan(run.automation, decision.actions), at: around.now() };
}

/** What a thrown value means for the run. Anything that is no Problem is a defect of the automation: no retry. */
function toFailure(error: unknown): Failure {
  if (!(error instanceof Problem)) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return {
      code: "automation_threw",
      message,
      public: "The automation failed; it is on record.",
      retry: "never",
    };
  }
  const { code, message, retry } = error;
  const failure: Failure = { code, message, public: error.public, retry };
  if (!(error instanceof GovernanceProblem)) return failure;
  const { sent, httpStatus } = error;
  return { ...failure, sent, ...(httpStatus === undefined ? {} : { httpStatus }) };
}

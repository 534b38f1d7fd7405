import type { DeskContext } from "../../src/desk/engine/inside.ts";
import { RunLines } from "../../src/desk/engine/lifecycle.ts";
import { advance } from "../../src/desk/engine/loop.ts";
import type { RunEvent } from "../../src/runs/events.ts";
import { next } from "../../src/runs/next.ts";
import { makePlan, type Run } from "../../src/runs/run.ts";
import type { Event } from "../../src/systems/event.ts";

/**
 * Returns a function that advances a single run at a desk in memory.
 * @param change Replaces parts of the desk that the run needs
 * @param onWrite Receives the run's events, write by write
 * @returns the function, which returns the run
 */
export function oneRun(
  first: Run,
  change: object,
  onWrite: (runEvents: readonly RunEvent[]) => void = () => {},
): (mayGoOn?: () => boolean) => Promise<Run> {
  let run = first;
  const desk = {
    store: { isAlone: () => true, agenda: { isFirstInLine: () => true } },
    commit: async (work: () => unknown) => work(),
    sleep: () => scheduler.wait(1),
    lifecycle: {
      after: next,
      applyEvents(_: string, ...runEvents: readonly RunEvent[]) {
        onWrite(runEvents);
        run = runEvents.reduce(next, run);
        return run;
      },
    },
    lines: new RunLines(),
    automations: new Map([[first.automation, {}]]),
    settings: { automations: { [first.automation]: {} } },
    policy: { dryRun: [] },
    withdrawals: { overtaking: async () => null, isOvertaken: () => false },
    ...change,
    governanceOf: () => (change as DeskContext).governance,
  } as unknown as DeskContext;
  return async (mayGoOn) => {
    run = await withPlanHash(run);
    await advance(
      { run, event: { type: "ticket.created" } as Event, source: "jira", authentication: "signed" },
      desk,
      mayGoOn,
    );
    return run;
  };
}

/** Returns the run with the real hash of its plan, also in the decisions about the plan. */
async function withPlanHash(run: Run): Promise<Run> {
  if (!run.plan) return run;
  const { hash } = await makePlan(run.automation, run.plan.actions);
  return JSON.parse(JSON.stringify(run).replaceAll(JSON.stringify(run.plan.hash), JSON.stringify(hash)));
}

import { advance } from "../../src/desk/engine/advance.ts";
import type { DeskContext } from "../../src/desk/engine/inside.ts";
import { RunLines } from "../../src/desk/engine/run-lines.ts";
import type { RunEvent } from "../../src/runs/events.ts";
import { next } from "../../src/runs/next.ts";
import { makePlan, type Run } from "../../src/runs/run.ts";
import type { Event } from "../../src/systems/event.ts";

/**
 * A desk from within that has one run, in memory alone.
 * @param change The rest of it, as far as the run needs it
 * @param onWrite Told of what happens to the run, write by write
 * @returns a function that goes on with the run, and gives what it is then
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
    lifecycle: {
      after: next,
      applyEvents(_: string, ...runEvents: readonly RunEvent[]) {
        onWrite(runEvents);
        run = runEvents.reduce(next, run);
        return run;
      },
    },
    lines: new RunLines(),
    takenBack: { overtaking: async () => null, isOvertaken: () => false },
    ...change,
    governanceOf: () => (change as DeskContext).governance,
  } as unknown as DeskContext;
  return async (mayGoOn) => {
    run = await withPlanHash(run);
    await advance({ run, event: {} as Event, source: "jira", authentication: "signed" }, desk, mayGoOn);
    return run;
  };
}

/** The run with the hash that its plan really has, also in what was decided about the plan. */
async function withPlanHash(run: Run): Promise<Run> {
  if (!run.plan) return run;
  const { hash } = await makePlan(run.automation, run.plan.actions);
  return JSON.parse(JSON.stringify(run).replaceAll(JSON.stringify(run.plan.hash), JSON.stringify(hash)));
}

// The context that the parts of a desk's engine share.

import { Problem } from "../../base/problem.ts";
import type { Governance } from "../../governance/client/index.ts";
import type { Automation } from "../../kit/automation.ts";
import type { PartyFinder } from "../../policy/parties.ts";
import type { Run } from "../../runs/run.ts";
import type { Admission, AdmissionRequest } from "../control/store.ts";
import type { DeskDeps } from "./deps.ts";
import type { Commit } from "./intake.ts";
import type { Lifecycle, RunLines } from "./lifecycle.ts";
import type { DeskStore } from "./store.ts";
import type { Withdrawals } from "./withdrawals.ts";

export interface DeskContext extends DeskDeps {
  readonly store: DeskStore;
  readonly commit: Commit;
  readonly lifecycle: Lifecycle;
  readonly lines: RunLines;
  readonly withdrawals: Withdrawals;
  /** Asks Control to admit the next effect of a run, together with other runs that ask at the same time. */
  admit(request: AdmissionRequest): Promise<Admission>;
  /**
   * Returns the governance API for the calls of an automation.
   * @param written Resolves when the outcome of a change is written. @default the outcome is not waited for
   */
  governanceOf(automation: string, written?: Promise<void>): Governance;
  /** Returns the functions that resolve people. Their results are reused for at most a second. */
  find(): PartyFinder;
}

/** Finds the automation of a run. @throws Problem `configuration_invalid` if the automation no longer exists */
export function findAutomation(run: Pick<Run, "automation">, { automations }: DeskContext): Automation {
  const automation = automations.get(run.automation);
  if (automation) return automation;
  throw new Problem("configuration_invalid", `there is no automation "${run.automation}" any more`);
}

import type { Automation } from "../automations/automation.ts";
import { automations } from "../automations/index.ts";
import type { Settings } from "../automations/settings.ts";
import { Problem } from "../base/problem.ts";
import type { Policy } from "../policy/policy.ts";

/** Whether there is an automation of this name. */
export const isAutomation = (name: string): boolean => automations.has(name);

/**
 * Whether the configuration names only automations that there are: a misspelt one would be switched off unnoticed, and
 * a misspelt rule would ask nobody.
 * @throws Problem `configuration_invalid`, which keeps Reeve from starting
 */
export function checkNames(
  { enabled }: Settings,
  { dryRun, approvals }: Policy,
  automations: ReadonlyMap<string, Automation>,
): void {
  const named: readonly (readonly [where: string, names: readonly string[]])[] = [
    ["enabled", enabled],
    ["dryRun", dryRun],
    ["approvals", approvals.flatMap((rule) => rule.automations ?? [])],
  ];
  for (const [where, names] of named) {
    const unknown = names.find((name) => !automations.has(name));
    if (unknown !== undefined) {
      const known = Array.from(automations.keys()).join(", ");
      throw new Problem(
        "configuration_invalid",
        `src/config.ts, ${where}: there is no automation "${unknown}"; there are ${known}`,
      );
    }
  }
}

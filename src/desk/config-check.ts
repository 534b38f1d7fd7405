import type { Automation } from "../automations/automation.ts";
import { automations } from "../automations/index.ts";
import { requests } from "../automations/requests/index.ts";
import type { Settings } from "../automations/settings.ts";
import { Problem } from "../base/problem.ts";
import { RequestInvalid } from "../base/request-invalid.ts";
import type { Policy } from "../policy/policy.ts";

/**
 * Whether the configuration names only automations and actions that there are: a misspelt automation would be switched
 * off unnoticed, a misspelt rule would ask nobody, and a misspelt action would let tickets ask for nothing.
 * @throws Problem `configuration_invalid`, which keeps Reeve from starting
 */
export function checkNames(
  { enabled, ticketRequests }: Settings,
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
      throw new Problem(
        "configuration_invalid",
        `src/config.ts, ${where}: there is no automation "${unknown}"; there are ${namesOf(automations)}`,
      );
    }
  }
  const action = Object.keys(ticketRequests).find((name) => !requests.has(name));
  if (action !== undefined) {
    throw new Problem(
      "configuration_invalid",
      `src/config.ts, ticketRequests: there is no action "${action}"; there are ${namesOf(requests)}`,
    );
  }
}

/** Checks a name that somebody gave: a pause of a misspelt automation would stop nothing. @throws RequestInvalid */
export function requireAutomation(name: string): void {
  if (automations.has(name)) return;
  throw new RequestInvalid([
    { member: "automation", message: `there is none of this name; there are ${namesOf(automations)}` },
  ]);
}

const namesOf = (known: ReadonlyMap<string, unknown>): string => Array.from(known.keys()).join(", ");

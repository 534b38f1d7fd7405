import { Problem } from "../../base/problem.ts";
import type { Settings } from "../settings.ts";

/**
 * Makes sure that somebody goes by what is to be remembered.
 * @param automations Their names; one of them is enough.
 * @throws Problem `request_unclear` where none is enabled: then nothing would come of it, and nobody would notice
 */
export function requireEnabled({ enabled }: Settings, ...automations: readonly string[]): void {
  if (automations.some((name) => enabled.includes(name))) return;
  throw new Problem(
    "request_unclear",
    `Nothing would come of it: ${automations.join(" or ")} has to be enabled in src/config.ts first.`,
  );
}

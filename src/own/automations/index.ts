// Your own automations: they become part of src/automations/index.ts.
import type { Automation } from "../../automations/kit/automation.ts";

export const ownAutomations: readonly Automation[] = [];

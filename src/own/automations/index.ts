// Your own automations, included in src/automations/index.ts.
import type { Automation } from "../../kit/index.ts";

export const ownAutomations: readonly Automation[] = [];

// Your own automations: they become part of src/automations/index.ts.
import type { Automation } from "../../kit.ts";

export const ownAutomations: readonly Automation[] = [];

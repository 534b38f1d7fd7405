import type { Context } from "../../src/automations/kit/automation.ts";
import { noHistory } from "../../src/automations/kit/no-history.ts";
import config from "../../src/config.ts";
import { type Governance, readOnly } from "../../src/governance/client/index.ts";

const { settings } = config;

/** What an automation gets, with the settings as they come, an empty record, and a morning in 2099. */
export const contextOf = (governance: Governance, change: Partial<Context> = {}): Context => ({
  governance: readOnly(governance),
  settings,
  history: noHistory,
  now: Date.parse("2099-04-01T08:00:00Z"),
  since: Date.parse("2099-04-01T08:00:00Z"),
  progress: null,
  ...change,
});

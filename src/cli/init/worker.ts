// Reeve for the trial of `npm run init`: it uses src/config.ts, but only plans and notifies nobody.
import config from "../../config.ts";
import { defineConfig } from "../../define-config.ts";
import { reeve } from "../../reeve.ts";

const { settings, policy, people } = config;
const app = reeve(
  defineConfig({ settings, people, policy: { ...policy, dryRun: Object.keys(settings.automations) } }),
);

export default app.handler;
export const { Control, Desk, Outbox, TokenKeeper } = app;

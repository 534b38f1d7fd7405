// Reeve as `npm start` runs it: on the embedded tenant with the sample's names, or on the user's own tenant with the
// configuration in src/config.ts. For the trial of `npm run init`, Reeve only plans, and sends no replies, and no
// messages.
import { env } from "cloudflare:workers";
import config from "../../config.ts";
import { defineConfig } from "../../define-config.ts";
import { reeve } from "../../reeve.ts";
import { overSample } from "./sample.ts";

const { SAMPLE, TRIAL } = env as { readonly SAMPLE?: string; readonly TRIAL?: string };
const { settings, policy, people } = config;
const trial = { settings, people, policy: { ...policy, dryRun: Object.keys(settings.automations) } };
const app = reeve(TRIAL ? defineConfig(trial) : SAMPLE ? overSample(config) : config);

export default app.handler;
export const { Control, Desk, Outbox, TokenKeeper } = app;

// Reeve as `npm start` runs it: on the embedded tenant with the sample's names, or on another tenant as src/config.ts
// configures it.
import { env } from "cloudflare:workers";
import config from "../../config.ts";
import { reeve } from "../../reeve.ts";
import { overSample } from "./sample.ts";

const { SAMPLE } = env as { readonly SAMPLE?: string };
const app = reeve(SAMPLE ? overSample(config) : config);

export default app.handler;
export const { Control, Desk, Outbox, TokenKeeper } = app;

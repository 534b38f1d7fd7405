// The environment of this deployment, for settings that differ between a test tenant and production.
import { env } from "cloudflare:workers";
import { readVariable, type Variables } from "./env.ts";

/** The value of `REEVE_ENV`, by default `production`: `npm run deploy -- --env test` sets it to `test`. */
export const environment: string = readVariable(env as Variables, "REEVE_ENV");

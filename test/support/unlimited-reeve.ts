/** Reeve as benches measure it, but for the budgets: they make more changes an hour than anyone should. */
import { reeve } from "../../src/reeve.ts";
import { benchConfig } from "./bench-config.ts";

const app = reeve({ ...benchConfig, policy: { ...benchConfig.policy, budgets: [] } });

export default app.handler;
export const { Control, Desk, Outbox, TokenKeeper } = app;

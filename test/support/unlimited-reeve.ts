/** Reeve as it is, but for the budgets: a bench makes more changes an hour than anyone should. */
import config from "../../src/config.ts";
import { reeve } from "../../src/reeve.ts";

const app = reeve({ ...config, policy: { ...config.policy, budgets: [] } });

export default app.handler;
export const { Control, Courier, Desk, Talk, TokenKeeper } = app;

/** Reeve as benches measure it. */
import { reeve } from "../../src/reeve.ts";
import { benchConfig } from "./bench-config.ts";

const app = reeve(benchConfig);

export default app.handler;
export const { Control, Desk, Outbox, TokenKeeper } = app;

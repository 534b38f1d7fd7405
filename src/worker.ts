// The Worker that is deployed: Reeve with the configuration of `config.ts`.
import config from "./config.ts";
import { reeve } from "./reeve.ts";

const app = reeve(config);

export default app.handler;
export const { Control, Desk, Outbox, TokenKeeper } = app;

// Reeve as `npm start` runs it.
import { reeve } from "../../reeve.ts";
import config from "./config.ts";

const app = reeve(config);

export default app.handler;
export const { Control, Courier, Desk, Messenger, TokenKeeper } = app;

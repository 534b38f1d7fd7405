// Reeve as `npm start` runs it.
import config from "../../config.ts";
import { reeve } from "../../reeve.ts";
import { overSample } from "./config.ts";

const app = reeve(overSample(config));

export default app.handler;
export const { Control, Courier, Desk, Messenger, TokenKeeper } = app;

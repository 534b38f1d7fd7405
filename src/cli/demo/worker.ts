// The entry of the Worker that the demo and the tests start: Reeve on the sample data, whatever src/config.ts says.
import { reeve } from "../../reeve.ts";
import { sample } from "../start/sample.ts";

const app = reeve(sample);

export default app.handler;
export const { Control, Desk, Outbox, TokenKeeper } = app;

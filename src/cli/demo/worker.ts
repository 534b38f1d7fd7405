// The Worker's entry for demo and tests: Reeve on the sample data, independent of src/config.ts.
import { reeve } from "../../reeve.ts";
import { sample } from "../start/sample.ts";

const app = reeve(sample);

export default app.handler;
export const { Control, Desk, Outbox, TokenKeeper } = app;

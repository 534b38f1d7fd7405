// The entry of the Worker that the demo starts: the local stack with more automations enabled.
import { settings } from "../../config.ts";

export * from "../start/worker.ts";
export { default } from "../start/worker.ts";

/** Reeve as `npm start` runs it, and what `npm run demo` shows besides. */
settings.enabled.push("leaver", "retired-tools-stay-retired", "session-policies-end");

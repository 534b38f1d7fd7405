import { settings } from "../../config.ts";

export * from "../worker.ts";
export { default } from "../worker.ts";

/** Reeve as `npm start` runs it, and what `npm run demo` shows besides. */
settings.enabled.push("leaver", "retired-tools-stay-retired", "session-policies-end");

// The entry of the Worker that the demo starts: the local stack with more automations enabled.
import { defineConfig } from "../../define-config.ts";
import { reeve } from "../../reeve.ts";
import config from "../start/config.ts";

const { settings } = config;
const shown = ["leaver", "retired-tools-stay-retired", "session-policies-end"];

const app = reeve(
  defineConfig({ ...config, settings: { ...settings, enabled: [...settings.enabled, ...shown] } }),
);

export default app.handler;
export const { Control, Courier, Desk, Talk, TokenKeeper } = app;

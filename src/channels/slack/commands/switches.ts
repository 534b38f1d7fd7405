import { requireName } from "../../../actions/names.ts";
import { automations } from "../../../automations/index.ts";
import { defineCommand } from "../grammar/command.ts";

const named = ({ automation }: { readonly automation: string }): string =>
  requireName(Object.fromEntries(automations), "automation", automation).name;

/** Stops an automation before its next effect. */
export const pause = defineCommand("pause <automation> [because <reason>]", {
  help: "Pause an automation: it stops before its next change.",
  example: "pause requested-action because the tenant is being moved",
  says: ({ automation, reason }) =>
    `Pause the automation ${automation}${reason ? `, because ${reason}` : ""}.`,
  switch: "pause",
  automation: named,
});

/** Lets a paused automation go on. */
export const resume = defineCommand("resume <automation> [because <reason>]", {
  help: "Let a paused automation continue.",
  example: "resume requested-action",
  says: ({ automation, reason }) =>
    `Resume the automation ${automation}${reason ? `, because ${reason}` : ""}.`,
  switch: "resume",
  automation: named,
});

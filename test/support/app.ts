/** Reeve's URLs with the sample's configuration, for tests that ask them without a Worker in between. */
import type * as z from "zod";
import { sample } from "../../src/cli/start/sample.ts";
import { ConsoleSettings } from "../../src/console/settings.ts";
import { httpApp } from "../../src/http/app.ts";

export const app = httpApp(sample);

/** The same, with these in the roles of the console, and these automations alone. */
export const appWithRoles = (
  roles: z.input<typeof ConsoleSettings>["roles"],
  automations = sample.settings.automations,
) =>
  httpApp({
    ...sample,
    settings: { ...sample.settings, automations },
    console: ConsoleSettings.parse({ roles }),
  });

/** Reeve's URLs with the sample's configuration, for tests that ask them without a Worker in between. */
import type * as z from "zod";
import { sample } from "../../src/cli/start/sample.ts";
import { httpApp } from "../../src/http/app.ts";
import { People } from "../../src/policy/people.ts";

export const app = httpApp(sample);

/** The same, with these people, and these automations alone. */
export const appWithPeople = (people: z.input<typeof People>, automations = sample.settings.automations) =>
  httpApp({
    ...sample,
    settings: { ...sample.settings, automations },
    people: People.parse(people),
  });

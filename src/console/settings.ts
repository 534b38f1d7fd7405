// The console's part of `src/config.ts`: what pages leave out, and where the code can be read.
import * as z from "zod";

/** What the console shows. Unknown members are errors, so that a misspelt one is noticed at once. */
export const ConsoleSettings = z.strictObject({
  codeUrl: z
    .url({ protocol: /^https$/ })
    .endsWith("/")
    .optional()
    .describe(
      "Where this repository is read, with a slash at its end: `https://github.com/acme/reeve/blob/main/`. Default: no links.",
    ),
  redact: z
    .array(z.string().regex(/[a-z0-9]/i, "has no word"))
    .default([
      "ssn",
      "social security number",
      "date of birth",
      "dob",
      "birthday",
      "salary",
      "compensation",
      "iban",
      "token",
      "password",
      "authorization",
      "secret",
      "api key",
    ])
    .describe(
      "Members of events and payloads whose values pages leave out, wherever they are in it. Each matches names that have its words side by side, whatever the case: `token` also `accessToken` and `access_token`.",
    ),
});
export type ConsoleSettings = z.output<typeof ConsoleSettings>;

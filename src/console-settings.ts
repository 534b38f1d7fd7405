// The console's part of `src/config.ts`: the values that pages hide, and the address of the code.
import * as z from "zod";

/** Settings of the console. Unknown properties are errors, so that a misspelt one is noticed immediately. */
export const ConsoleSettings = z.strictObject({
  /**
   * Address of this repository's files, with a slash at its end: `https://github.com/acme/reeve/blob/main/`.
   * @default no links to the code
   */
  codeUrl: z
    .url({ protocol: /^https$/ })
    .endsWith("/")
    .optional(),
  /** Words in the names of properties whose values the pages hide: `token` also matches `accessToken`. */
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
    ]),
});
export type ConsoleSettings = z.output<typeof ConsoleSettings>;

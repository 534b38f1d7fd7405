// The console's part of `src/config.ts`: who has which role, and what pages leave out.
import * as z from "zod";
import type { Role } from "../policy/roles.ts";

/** The roles that the console tells apart; who has none is not let in. */
export const ROLES = ["viewer", "operator", "approver", "admin"] as const satisfies readonly Role[];

/**
 * Who has a role: an email; `group:` and the name of a group that the identity provider states in the sign-in;
 * `service:` and the client id of an Access service token; or `*` for everyone whom Cloudflare Access lets in.
 */
const Holder = z.union([
  z.email(),
  z.literal("*"),
  z.string().regex(/^(group|service):\S.*$/, "is an email, group:name, service:client-id, or *"),
]);
const Holders = z.array(Holder).default([]);

/** What the console shows to whom. Unknown members are errors, so that a misspelt one is noticed at once. */
export const ConsoleSettings = z.strictObject({
  /**
   * `viewer` reads; `operator` resumes, cancels, reviews, tries again, replays and pauses; `approver` approves and
   * rejects; `admin` switches dry runs and lifts a pause of everything, and may do all of it. Whoever has a role may
   * read. @default nobody is let in
   */
  roles: z
    .strictObject({ viewer: Holders, operator: Holders, approver: Holders, admin: Holders })
    .prefault({}),
  /** Where this repository is read, with a slash at its end: `https://github.com/acme/reeve/blob/main/`. @default no links */
  codeUrl: z
    .url({ protocol: /^https$/ })
    .endsWith("/")
    .optional(),
  /**
   * Members of events and payloads whose values pages leave out, wherever they are in it. Each matches names that have
   * its words side by side, whatever the case: `token` also `accessToken` and `access_token`.
   */
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

/** What people call things: the names that `src/config.ts` gives to ids, and how one that somebody wrote is found. */

import * as z from "zod";
import { closest } from "../base/closest.ts";
import { isTimeZone } from "../base/days.ts";
import { Problem } from "../base/problem.ts";
import { excludedInScope, ScopeV2 } from "../governance/contract/campaigns.ts";

const Id = z.string().min(1);

/** A scope in the settings, whose members do not exclude each other. */
export const ReviewScope = ScopeV2.superRefine((scope, { addIssue }) => {
  const message = excludedInScope(scope);
  if (message) addIssue(message);
});

/** An IANA time zone. */
export const TimeZone = z.string().refine(isTimeZone, "is not an IANA time zone (example: Europe/Berlin)");

/** What a request goes by, of the settings: names with the ids they stand for, the time zone, and what is enabled. */
export const NamedThings = z.strictObject({
  automations: z.record(z.string(), z.unknown()).default({}).describe("The automations that run, by name."),

  timeZone: TimeZone.default("UTC").describe(
    "The time zone (IANA name) in which a day begins, and that schedules go by.",
  ),

  connectors: z
    .record(z.string(), z.strictObject({ appId: Id, appName: z.string(), connectorId: Id }))
    .default({})
    .describe("Connectors by the name that people write in tickets, case aside."),

  apps: z.record(z.string(), Id).default({}).describe("Apps by the name that people use, to their ids."),

  entitlements: z
    .record(z.string(), z.strictObject({ appId: Id, id: Id }))
    .default({})
    .describe("Entitlements by the name that people use."),

  appUsers: z
    .record(z.string(), z.record(z.string(), Id))
    .default({})
    .describe(
      'Accounts in apps ("app users") by the name of the app, as in `apps`, and the name or email of whose account it is, to their ids: the API can\'t be asked for them.',
    ),

  tools: z
    .record(z.string(), z.strictObject({ connector: z.string(), id: Id }))
    .default({})
    .describe("MCP tools by the name that people use: the connector, as in `connectors`, and the tool's id."),

  sessionPolicies: z
    .record(z.string(), Id)
    .default({})
    .describe(
      "Session policies by the name that people use, to their ids. Only these can be deleted on request.",
    ),

  reviewPolicies: z
    .record(z.string(), Id)
    .default({})
    .describe("Review policies by the name that people use, to their ids."),

  reviewScopes: z
    .record(z.string(), ReviewScope)
    .default({})
    .describe(
      "What access reviews may review, by the name that people use: scopes as the API's `scopeV2` has them.",
    ),

  campaigns: z
    .record(z.string(), Id)
    .default({})
    .describe(
      "Access review campaigns by the name that people use, to their ids: new ones can be made like them.",
    ),

  vaults: z
    .record(z.string(), Id)
    .default({})
    .describe("Vaults of paper secrets by the name that people use, to their ids."),

  ownerRoles: z
    .record(z.string(), Id)
    .default({})
    .describe("Owner roles by the name that people write in tickets, case aside, to the API's role slugs."),

  defaultOwnerRole: z
    .string()
    .optional()
    .describe(
      "The role, as in `ownerRoles`, where a request for an owner names none. Default: none: requests have to name a role.",
    ),
});
export type NamedThings = z.output<typeof NamedThings>;

/** What a name stands for, as people write it: case and outer spaces aside; with the name as it is configured. */
export function byName<Value>(
  names: Readonly<Record<string, Value>>,
  written: string,
): { readonly name: string; readonly value: Value } | undefined {
  const wanted = written.trim().toLowerCase();
  const found = Object.entries(names).find(([name]) => name.toLowerCase() === wanted);
  return found && { name: found[0], value: found[1] };
}

/**
 * What a name stands for.
 * @param what What is named, for people: `connector`.
 * @throws Problem `request_unclear`, with the closest names that there are
 */
export function requireName<Value>(
  names: Readonly<Record<string, Value>>,
  what: string,
  written: string,
): { readonly name: string; readonly value: Value } {
  const found = byName(names, written);
  if (found) return found;
  const offered = closest(Object.keys(names), written).map((name) => `"${name}"`);
  const hint = offered.length > 0 ? `; close to it: ${offered.join(", ")}` : "";
  throw new Problem("request_unclear", `No ${what} is called "${written.trim()}"${hint}.`);
}

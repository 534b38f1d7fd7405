// Resolves names in action requests: `src/config.ts` assigns names to the ids of connectors, tools, policies and more.

import * as z from "zod";
import { addDays, isTimeZone, LAST_POSSIBLE_DAY, refusePastDay, toIsoDay } from "../base/days.ts";
import { unclear } from "../base/problem.ts";
import { closest, comparable, oneLine, showInvisibles } from "../base/text.ts";
import type { ReadOnlyGovernance } from "../governance/client/index.ts";
import { ReviewScope } from "../governance/contract/campaigns.ts";
import type { PlannedAction } from "./action.ts";
import { type InventoryEntry, type InventoryKind, lastDayIn, PossibleDay } from "./inventory.ts";

const Id = z.string().min(1);

/** An IANA time zone. */
export const TimeZone = z.string().refine(isTimeZone, "must be an IANA time zone, such as Europe/Berlin");

const Connector = z.strictObject({
  /** Id of the connector's app. */
  appId: Id,
  /** Name of the connector's app, shown to people. */
  appName: z.string(),
  /** Id of the connector. */
  connectorId: Id,
});

const Entitlement = z.strictObject({
  /** Id of the entitlement's app. */
  appId: Id,
  /** Id of the entitlement. */
  id: Id,
});

const Tool = z.strictObject({
  /** The tool's connector, by name. */
  connector: z.string(),
  /** Id of the tool. */
  id: Id,
});

const ServiceAutomation = z.strictObject({
  /** Id of the inbound webhook that starts the automation. */
  webhook: Id,
  /** True if each request must name a person. The automation receives their `userId` and `userEmail`. */
  needsUser: z.boolean().default(false),
  /**
   * Names of the values that each request must give, in addition to any person. The automation receives them as text.
   */
  values: z
    .array(z.string().regex(/^(?!user(Id|Email)$)\w+$/, "must be a word other than userId and userEmail"))
    .default([]),
});

/** Maximum days that a request can ask for: ten years. */
const MAX_DAYS = 3_650;

/**
 * The settings that requests need, such as names with their ids, maximum days, the time zone and the enabled
 * automations.
 */
export const NamedThings = z.strictObject({
  automations: z.record(z.string(), z.unknown()).default({}),

  /**
   * Maximum days from the day of a request to the requested last day, by the action's name:
   * `{ "connector-owner.add": 90 }`. A request for such an action must have a last day.
   * @default no maximum
   */
  maxDays: z.record(z.string(), z.int().min(1).max(MAX_DAYS)).default({}),

  /** Time zone (IANA name) for days and schedules. */
  timeZone: TimeZone.default("UTC"),

  /** Connectors by the names that requests use. Case is ignored in all names. */
  connectors: z.record(z.string(), Connector).default({}),

  /** Ids of apps by name. */
  apps: z.record(z.string(), Id).default({}),

  /** Entitlements by name. */
  entitlements: z.record(z.string(), Entitlement).default({}),

  /** Ids of accounts ("app users"), by the app's name in `apps` and the holder's name or email. */
  appUsers: z.record(z.string(), z.record(z.string(), Id)).default({}),

  /** MCP tools by name. */
  tools: z.record(z.string(), Tool).default({}),

  /** Ids of session policies by name. Requests can delete only policies that are named here. */
  sessionPolicies: z.record(z.string(), Id).default({}),

  /** Ids of review policies by name. */
  reviewPolicies: z.record(z.string(), Id).default({}),

  /** Scopes of access reviews by name, in the format of the API's property `scopeV2`. */
  reviewScopes: z.record(z.string(), ReviewScope).default({}),

  /** Ids of the access review campaigns that new ones can copy, by name. */
  campaigns: z.record(z.string(), Id).default({}),

  /** Automations of the governance service that requests can start, by name. */
  serviceAutomations: z.record(z.string(), ServiceAutomation).default({}),

  /** Ids of vaults of paper secrets by name. */
  vaults: z.record(z.string(), Id).default({}),

  /** The API's slugs of owner roles, by the names used in tickets. Case is ignored. */
  ownerRoles: z.record(z.string(), Id).default({}),

  /**
   * The owner role for requests that give no role: a name from `ownerRoles`. Approval stages and
   * `connectors-have-owners` treat only people with this role as owners.
   * @default none: requests must give a role, and people with any owner role are owners
   */
  defaultOwnerRole: z.string().optional(),
});
export type NamedThings = z.output<typeof NamedThings>;

/** Metadata key for the setting whose names are valid values of the field. Forms offer these names. */
export const NAMES = "x-names";
/** Metadata key that is set together with {@link NAMES} if the field also accepts other values. */
export const ALSO_OTHERS = "x-also-others";

/** Declares text in a request. @param max Maximum length in characters */
export const written = (max: number) => z.string().trim().min(1).max(max);

/** Metadata key that is set if a day must not be past. Forms show the error next to the field. */
export const NOT_PAST = "x-not-past";

/** A day in a request. It must be today or later. */
export const Day = PossibleDay.meta({ [NOT_PAST]: true });

/** A number of days. Tickets and forms send it as text. */
const Days = z.preprocess(
  (given) => (typeof given === "string" && /^\d{1,9}$/.test(given) ? Number(given) : given),
  z.int(`must be a number of days from 1 to ${MAX_DAYS}, such as 30`).min(1).max(MAX_DAYS),
);

/**
 * The fields of a request for something that ends: a last day, `until`, or a number of `days`. Reeve replaces `days`
 * with `until` before it calls `lookUp`.
 *
 * @example
 * export const Request = z.strictObject({ tool: nameIn("tools", "The tool, by name."), ...endFields });
 */
export const endFields = {
  until: Day.optional().describe("YYYY-MM-DD, inclusive. For no end, omit this and the number of days."),
  days: Days.optional().meta({
    description:
      "A number of days, such as 30, instead of a last day. The first day counts; if there is none, the count starts on the day after the request.",
  }),
};

type Request = Readonly<Record<string, unknown>>;

const hasEndFields = ({ shape }: z.ZodObject): boolean => "until" in shape && "days" in shape;

/**
 * Adds to a request's schema with {@link endFields} the check that the request has at most one end. Returns other
 * schemas unchanged.
 */
export const withOneEnd = <Asked extends z.ZodObject>(asked: Asked): Asked =>
  hasEndFields(asked)
    ? asked.refine((given: Request) => given["until"] === undefined || given["days"] === undefined, {
        path: ["days"],
        error: "give either days or a last day (until), not both",
      })
    : asked;

/**
 * Replaces the `days` of a request with its last day, which stays the same when the request is planned again. The count
 * of days starts with the first day, `from`, or else with the day after the request.
 * @throws Problem `request_unclear` if a day is past, or if the last day is after {@link LAST_POSSIBLE_DAY}
 */
export function withLastDay<Given extends Request>(
  form: z.ZodObject,
  given: Given,
  { settings: { timeZone }, since, now }: Pick<RequestContext, "settings" | "since" | "now">,
): Given {
  if (!hasEndFields(form)) return given;
  const { days, from } = given;
  const asked = toIsoDay(since, timeZone);
  // Compare with the day of the request: when the plan is made again later, the first day might be past.
  if (typeof from === "string") refusePastDay("from", from, asked);
  const first = typeof from === "string" ? from : addDays(asked, 1);
  const until = typeof days === "number" ? addDays(first, days - 1) : given["until"];
  if (typeof until !== "string") return given;
  refusePastDay("until", until, toIsoDay(now, timeZone));
  if (until > LAST_POSSIBLE_DAY) throw unclear(`days: the last possible day is ${LAST_POSSIBLE_DAY}.`);
  return { ...given, days: undefined, until };
}

/**
 * Declares a request field whose value is a name from the settings. Forms offer the names.
 *
 * @param names The setting that contains the names
 * @example
 * export const Request = z.strictObject({
 *   connector: nameIn("connectors", "The connector, by name."),
 * });
 */
export const nameIn = (names: keyof NamedThings, description: string) =>
  written(256).meta({ description, [NAMES]: names });

/** Normalizes a name for comparison, so that names that look alike are equal, whatever their case and spaces. */
const plainName = (name: string): string => comparable(oneLine(name)).replace(/\s+/g, " ");

/**
 * Finds a configured name, ignoring case, extra spaces and characters that look alike, and returns it as it is spelt in
 * the settings, with its value. Returns `undefined` if the name is unknown.
 *
 * @example
 * export const findVault = (name: string, { settings }: Context): string | undefined =>
 *   byName(settings.vaults, name)?.value;
 */
export function byName<Value>(
  names: Readonly<Record<string, Value>>,
  written: string,
): { readonly name: string; readonly value: Value } | undefined {
  const wanted = plainName(written);
  const found = Object.entries(names).find(([name]) => plainName(name) === wanted);
  return found && { name: found[0], value: found[1] };
}

/** Returns the name of the first configured value that matches, or `undefined` if none matches. */
export const nameOf = <Value>(
  names: Readonly<Record<string, Value>>,
  is: (value: Value) => boolean,
): string | undefined => Object.entries(names).find(([, value]) => is(value))?.[0];

/**
 * Finds a configured name as {@link byName} does, and returns it as it is spelt in the settings, with its value.
 *
 * @param what The noun for the error message, such as `connector`
 * @throws Problem `request_unclear` if the name is unknown; the message offers similar names, if there are any
 * @example
 * export const findPolicy = ({ settings }: Context) => {
 *   const { name, value } = requireName(settings.reviewPolicies, "review policy", "Manager reviews");
 *   return { id: value, name };
 * };
 */
export function requireName<Value>(
  names: Readonly<Record<string, Value>>,
  what: string,
  written: string,
): { readonly name: string; readonly value: Value } {
  const found = byName(names, written);
  if (found) return found;
  const offered = closest(Object.keys(names), written).map((name) => `"${name}"`);
  const hint = offered.length > 0 ? `; similar names: ${offered.join(", ")}` : "";
  throw unclear(`No ${what} is called "${showInvisibles(written.trim())}"${hint}.`);
}

/** The sources that requests read from: the governance API, the settings, the inventory and the clock. */
export interface RequestContext {
  readonly governance: ReadOnlyGovernance;
  readonly settings: NamedThings;
  readonly history: {
    /** Returns an inventory entry by kind and key, or `null` if there is none. The data usually lags by a second. */
    entry<Kind extends InventoryKind>(kind: Kind, key: string): Promise<InventoryEntry<Kind> | null>;
  };
  readonly now: number;
  /** The time of the request, in Unix milliseconds. It stays the same when the request is planned again. */
  readonly since: number;
  /** The email of the requester, who is notified before the last day. @default unknown */
  readonly requester?: string | undefined;
}

/**
 * The automations that end inventory entries after their last day: the first by calls, the second by tasks for people.
 */
const ENDING = ["last-days", "last-day-tasks"];

/**
 * Checks the last day of a requested action: the automations that end inventory entries must be enabled if the action
 * leaves an entry with a last day, and the day must not be later than `maxDays` allows.
 * @throws Problem `request_unclear` if an entry has a last day and one of these automations is not enabled, or if
 * `maxDays` limits the action and its last day is missing or too late
 */
export function requireEnding(
  { action, leaves }: Pick<PlannedAction, "action" | "leaves">,
  { settings, since }: Pick<RequestContext, "settings" | "since">,
): void {
  const ends = leaves.flatMap(({ data }) => lastDayIn(data) ?? []);
  for (const name of ends.length > 0 ? ENDING : []) requireEnabled(settings, name);
  const days = Object.hasOwn(settings.maxDays, action) ? settings.maxDays[action] : undefined;
  if (days === undefined) return;
  const latest = addDays(toIsoDay(since, settings.timeZone), days);
  if (ends.length > 0 && ends.every((until) => until <= latest)) return;
  throw unclear(
    `${action} needs an end at most ${days} days after the request (settings.maxDays): give a last day (until) no later than ${latest}.`,
  );
}

/**
 * Rejects a request if no automation that processes the action's inventory entry is enabled.
 * @param automations Names of automations, at least one of which must be enabled
 * @throws Problem `request_unclear` if none is enabled: the request would have no effect, and nobody would notice
 */
export function requireEnabled(
  { automations: enabled }: NamedThings,
  ...automations: readonly string[]
): void {
  if (automations.some((name) => Object.hasOwn(enabled, name))) return;
  throw unclear(`This would have no effect: enable ${automations.join(" or ")} in src/config.ts first.`);
}

export const OwnerRole = nameIn(
  "ownerRoles",
  "The owner role, by name. If omitted, the default role applies.",
).optional();

/**
 * Returns the API's slug of an owner role.
 * @throws Problem `request_unclear` if the role is unknown, or if no role is given and there is no default
 */
export function ownerRoleSlug(settings: NamedThings, role = settings.defaultOwnerRole): string {
  if (role === undefined) {
    const names = Object.keys(settings.ownerRoles).map((name) => `"${name}"`);
    throw unclear(`Name a role: ${names.join(", ")}.`);
  }
  return requireName(settings.ownerRoles, "role", role).value;
}

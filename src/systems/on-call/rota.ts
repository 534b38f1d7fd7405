// Reads who is on call, for approval stages: from a service that keeps rotas, or from a calendar.
import * as z from "zod";
import { log } from "../../base/log.ts";
import { Problem } from "../../base/problem.ts";
import { ok, type Result, refused } from "../../base/result.ts";
import { type Api, defineApi, type SenderEnv } from "../api/api.ts";
import { path, type SenderRequest, senderClient } from "../api/client.ts";
import type { Fetch } from "../api/send.ts";
import { textAt, valueAt } from "../reading/json.ts";
import type { System } from "../system.ts";

type RotaSystem = System & {
  readonly api: Api;
  readonly ask: (schedule: string) => Pick<SenderRequest, "path" | "query" | "headers">;
  /** The path of the list of people in the response. */
  readonly people: readonly string[];
  /** The path of the email in each element of the list. */
  readonly email: readonly string[];
};

/** The systems that keep rotas. They send nothing to Reeve. */
export const rotaSystems: readonly RotaSystem[] = [
  // Source: developer.pagerduty.com/api-reference, "List all of the on-calls"
  {
    name: "pagerduty",
    title: "PagerDuty",
    sources: [],
    api: defineApi({
      address: { variable: "PAGERDUTY_URL", hosts: ["api.pagerduty.com", "api.eu.pagerduty.com"] },
      variables: ["PAGERDUTY_API_KEY"],
      end: "unknown",
      authorize: ({ PAGERDUTY_API_KEY }) => ({ authorization: `Token token=${PAGERDUTY_API_KEY}` }),
    }),
    ask: (schedule) => ({
      path: "/oncalls",
      query: { "schedule_ids[]": schedule, "include[]": "users", limit: "100" },
      headers: { accept: "application/vnd.pagerduty+json;version=2" },
    }),
    people: ["oncalls"],
    email: ["user", "email"],
  },
  // Opsgenie's user names are emails. Source: docs.opsgenie.com/docs/who-is-on-call-api
  {
    name: "opsgenie",
    title: "Opsgenie",
    sources: [],
    api: defineApi({
      address: { variable: "OPSGENIE_URL", hosts: ["api.opsgenie.com", "api.eu.opsgenie.com"] },
      variables: ["OPSGENIE_API_KEY"],
      end: "unknown",
      authorize: ({ OPSGENIE_API_KEY }) => ({ authorization: `GenieKey ${OPSGENIE_API_KEY}` }),
    }),
    ask: (schedule) => ({ path: path`/v2/schedules/${schedule}/on-calls`, query: { flat: "true" } }),
    people: ["data", "onCallRecipients"],
    email: [],
  },
];

const ScheduleId = z.string().min(1).max(200);
/** A rota of people on call: the id of its schedule at the service that keeps it, or the name of its calendar. */
export const OnCallRota = z.union([
  z.strictObject({
    /** Id of a PagerDuty schedule. */
    pagerduty: ScheduleId,
  }),
  z.strictObject({
    /** Id of an Opsgenie schedule. */
    opsgenie: ScheduleId,
  }),
  z.strictObject({
    /** Name of a calendar in the secret `ON_CALL_CALENDARS`. */
    calendar: ScheduleId,
  }),
]);
export type OnCallRota = z.output<typeof OnCallRota>;

/** Reads the emails of the people on call for a rota of `policy.onCall`, or returns the reason why that failed. */
export type ReadOnCall = (rota: string) => Promise<Result<readonly string[], string>>;

/** A reader for code without access to on-call services, and for unknown rotas: it always returns a refusal. */
export const noReader: ReadOnCall = async (rota) => refused(`Reeve can't read who is on call for ${rota}.`);

const CACHE_MS = 60_000;
/** Maximum people on call in one rota: each is looked up at the governance service. */
const MAX_PEOPLE = 20;
const ADDRESS = /^[^\s@<>]{1,64}@[^\s@<>]{1,255}$/;

/**
 * The environment for reading rotas. `timeZone` is the IANA name of the time zone for a calendar's days, and for its
 * times without a zone.
 */
export type RotaPlaces = { readonly env: SenderEnv; readonly timeZone: string; readonly fetched?: Fetch };

/**
 * Makes a function that reads the emails of the people on call, and caches the emails of each rota for a minute. If
 * reading fails, the function returns the reason, for the approval card.
 */
export function onCallReader(rotas: Readonly<Record<string, OnCallRota>>, places: RotaPlaces): ReadOnCall {
  const cached = new Map<string, { readonly emails: readonly string[]; readonly until: number }>();
  return async (name) => {
    const [rota, now] = [rotas[name], Date.now()];
    const known = cached.get(name);
    if (!rota) return noReader(name);
    if (known && now < known.until) return ok(known.emails);
    try {
      const emails = await readRota(rota, places, now);
      cached.set(name, { emails, until: now + CACHE_MS });
      return ok(emails);
    } catch (error) {
      log("on_call_unavailable", { rota: name, error: String(error) });
      const shown = "calendar" in rota ? "message" : "public";
      const why = error instanceof Problem ? error[shown] : "the reader failed";
      return refused(`Reeve can't read who is on call for ${name}: ${why}`);
    }
  };
}

/**
 * Reads the emails of the people on call now.
 * @throws Problem if the service or calendar can't be read, or contains too many people
 */
export async function readRota(
  rota: OnCallRota,
  { env, timeZone, fetched }: RotaPlaces,
  now: number,
): Promise<readonly string[]> {
  const [[system = "", id = ""] = []] = Object.entries(rota);
  const service = rotaSystems.find(({ name }) => name === system);
  const found = service
    ? await readSchedule(id, service, env, fetched)
    : await (await import("./calendar.ts")).readCalendar(id, timeZone, now, env, fetched);
  const emails = [...new Set(found.filter((one) => ADDRESS.test(one)))];
  if (emails.length > MAX_PEOPLE)
    throw new Problem("sender_unavailable", `more than ${MAX_PEOPLE} people are on call`);
  return emails;
}

async function readSchedule(
  id: string,
  { name, api, ask, people, email }: RotaSystem,
  env: SenderEnv,
  fetched?: Fetch,
): Promise<readonly string[]> {
  const client = senderClient({ system: name, ...api }, env, fetched);
  const found = valueAt(await client.call({ method: "GET", ...ask(id) }), ...people);
  if (!Array.isArray(found)) throw new Problem("sender_unavailable", "the response has no list of people");
  return found.map((one) => textAt(one, ...email) ?? "");
}

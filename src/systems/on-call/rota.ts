// Reads who is on call, for approval stages, and caches it for a minute.
import * as z from "zod";
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
  // The users' names are their emails. Source: docs.opsgenie.com/docs/who-is-on-call-api
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
/** A rota of people on call: the id of its schedule at the service that keeps it. */
export const OnCallRota = z.union([
  z.strictObject({
    /** Id of a PagerDuty schedule. */
    pagerduty: ScheduleId,
  }),
  z.strictObject({
    /** Id of an Opsgenie schedule. */
    opsgenie: ScheduleId,
  }),
]);
export type OnCallRota = z.output<typeof OnCallRota>;

/** Reads the emails of the people on call for a rota of `policy.onCall`, or returns why that is not possible. */
export type ReadOnCall = (rota: string) => Promise<Result<readonly string[], string>>;

/** A reader for code without access to on-call services: it always returns a refusal. */
export const noReader: ReadOnCall = async (rota) => refused(`Reeve can't read who is on call for ${rota}.`);

const CACHE_MS = 60_000;
const cached = new Map<string, { readonly emails: readonly string[]; readonly until: number }>();

/** Returns a function that reads the people on call, or returns the reason why it can't, for the card. */
export const onCallReader =
  (rotas: Readonly<Record<string, OnCallRota>>, env: SenderEnv, fetched?: Fetch): ReadOnCall =>
  async (name) => {
    const [[system = "", schedule = ""] = []] = Object.entries(rotas[name] ?? {});
    const key = `${system} ${schedule}`;
    const known = cached.get(key);
    if (known && Date.now() < known.until) return ok(known.emails);
    const service = rotaSystems.find((one) => one.name === system);
    if (!service) return noReader(name);
    try {
      const client = senderClient({ system, ...service.api }, env, fetched);
      const answer = await client.call({ method: "GET", ...service.ask(schedule) });
      const people = valueAt(answer, ...service.people);
      if (!Array.isArray(people)) throw new Problem("sender_unavailable", "the response has no list");
      const all = people.map((one) => textAt(one, ...service.email) ?? "");
      const emails = [...new Set(all.filter((one) => one.includes("@")))];
      cached.set(key, { emails, until: Date.now() + CACHE_MS });
      return ok(emails);
    } catch (error) {
      const why = error instanceof Problem ? error.public : "the reader failed";
      return refused(`Reeve can't read who is on call for ${name}: ${why}`);
    }
  };

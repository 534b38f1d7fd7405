// Reads who is on call, for approval stages, and caches it for a minute.
import * as z from "zod";
import { Problem } from "../../base/problem.ts";
import { ok, type Result, refused } from "../../base/result.ts";
import type { SenderEnv } from "../api/api.ts";
import { senderClient } from "../api/client.ts";
import type { Fetch } from "../api/send.ts";
import { findApi, systems } from "../index.ts";

/** A rota of people on call: the id of its schedule at the service that keeps it. */
export const OnCallRota = z.union([
  z.strictObject({
    /** Id of a PagerDuty schedule. */
    pagerduty: z.string().min(1).max(200),
  }),
  z.strictObject({
    /** Id of an Opsgenie schedule. */
    opsgenie: z.string().min(1).max(200),
  }),
]);
export type OnCallRota = z.output<typeof OnCallRota>;

/** Reads the emails of the people on call for a rota of `policy.onCall`, or returns why that is not possible. */
export type ReadOnCall = (rota: string) => Promise<Result<readonly string[], string>>;

/** A reader for places that reach no service. */
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
    try {
      const { listOnCall } = systems.get(system) ?? {};
      const all = (await listOnCall?.(senderClient(findApi(system), env, fetched), schedule)) ?? null;
      if (all === null) throw new Problem("sender_unavailable", "the response has no list");
      const emails = [...new Set(all.filter((one) => one.includes("@")))];
      cached.set(key, { emails, until: Date.now() + CACHE_MS });
      return ok(emails);
    } catch (error) {
      const why = error instanceof Problem ? error.public : "the reader failed";
      return refused(`Reeve can't read who is on call for ${name}: ${why}`);
    }
  };

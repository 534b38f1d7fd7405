/** Routes of the API for what Reeve watches, and for automations that are to look now. */
import * as z from "zod";
import { forget, type Memory, remember, WATCH_KINDS, watchKinds } from "../../actions/inventory.ts";
import type { Configured } from "../../define-config.ts";
import { dueByHand, editWatches } from "../../desk/operate/operators.ts";
import { listWatches } from "../../ledger/watches.ts";
import type { DecisionsEnv } from "../decide.ts";
import { DueRequest, Reason } from "../decision-requests.ts";
import { type Person, requireMay, type Signed } from "../person.ts";
import { WatchesQuery } from "../queries.ts";
import { json, pageOf, route } from "./route.ts";

/** Most watches in one request: what D1 takes in one go with ease. */
const MOST = 500;

/** Longest watch, in characters of JSON: ids and names take a few hundred. */
const MOST_CHARS = 10_000;

const { look: _, ...written } = watchKinds;

/** One watch as people write it; the key follows from it. What an automation has seen is its own to write. */
const WrittenWatch = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("tool"), data: written.tool }),
    z.strictObject({ kind: z.literal("retired_tool"), data: written.retired_tool }),
    z.strictObject({ kind: z.literal("ownership"), data: written.ownership }),
    z.strictObject({ kind: z.literal("session_policy"), data: written.session_policy }),
    z.strictObject({ kind: z.literal("campaign"), data: written.campaign }),
  ])
  .refine((watch) => JSON.stringify(watch).length <= MOST_CHARS, `is longer than ${MOST_CHARS} characters`)
  .transform(({ kind, data }): Memory => remember(kind, data));

/** Watches to be there from now on, in the place of those of the same kind and key. */
const WatchesWritten = z.strictObject({
  watches: z.array(WrittenWatch).min(1).max(MOST),
  reason: Reason,
});

/** Watches to be forgotten. */
export const WatchesForgotten = z.strictObject({
  watches: z
    .array(z.strictObject({ kind: z.enum(WATCH_KINDS), key: z.string().min(1) }))
    .min(1)
    .max(MOST),
  reason: Reason,
});

/** A watch, as the API gives it. */
const WatchRecord = z
  .object({
    kind: z.enum(WATCH_KINDS),
    key: z.string(),
    data: z.unknown().meta({ description: "What is remembered; each kind has its own shape." }),
    runs: z.record(z.string(), z.int()).meta({
      description: "The runs that did what is remembered, and when (Unix milliseconds).",
    }),
    changedBy: z.string().meta({ description: "A run's id, or a person's email." }),
    changedAt: z.int().meta({ description: "Unix milliseconds." }),
  })
  .meta({ id: "Watch" });

export const watches = [
  route({
    id: "listWatches",
    method: "GET",
    path: "/api/watches",
    summary: "What Reeve remembers: watched tools, known ownerships, what ends when, last looks",
    act: "read",
    query: WatchesQuery,
    answer: json("A page of watches.", pageOf(WatchRecord)),
    handle({ env, query: { limit, cursor, kind, person, untilBy } }) {
      const filter = { kind, untilBy, person: person === undefined ? undefined : [person] };
      return listWatches(env.LEDGER, filter, { limit, cursor });
    },
  }),
  route({
    id: "writeWatches",
    method: "POST",
    path: "/api/watches",
    summary: "Have Reeve watch something, or know it otherwise",
    act: "watches",
    body: WatchesWritten,
    answer: json("How many were written.", z.object({ written: z.int() })),
    async handle({ env, person, body: { watches: memories, reason } }) {
      await editWatches(env, memories, { by: person.email, reason }, Date.now());
      return { written: memories.length };
    },
  }),
  route({
    id: "forgetWatches",
    method: "POST",
    path: "/api/watches/forgotten",
    summary: "Have Reeve forget what it watches, or what an automation has seen",
    act: "watches",
    body: WatchesForgotten,
    answer: json("How many were named.", z.object({ forgotten: z.int() })),
    handle: async ({ env, person, body }) => ({ forgotten: await forgetWatches(env, person, body) }),
  }),
  route({
    id: "haveDue",
    method: "POST",
    path: "/api/automations/{name}/due",
    summary: "Have an automation that goes by the clock look now",
    act: "due",
    params: { name: z.string() },
    body: DueRequest,
    answer: json("Its event.", z.object({ event: z.string() })),
    status: 202,
    problems: ["decision_conflict"],
    handle: async ({ env, person, config, params, body }) => ({
      event: await haveDue(env, { person, config }, { automation: params.name, ...body }),
    }),
  }),
];

/** Has an automation that goes by the clock look now. @returns the id of its event, which is on record a moment later */
export async function haveDue(
  env: DecisionsEnv,
  { person, config }: Signed & Configured,
  { automation, reason }: { readonly automation: string; readonly reason: string },
): Promise<string> {
  requireMay(person, "due");
  const { eventId } = await dueByHand(
    env,
    { automation, by: person.email, reason },
    config.settings.enabled,
    Date.now(),
  );
  return eventId;
}

/** Has Reeve forget some watches. @returns how many were named */
export async function forgetWatches(
  env: DecisionsEnv,
  person: Person,
  { watches: named, reason }: z.output<typeof WatchesForgotten>,
): Promise<number> {
  requireMay(person, "watches");
  const memories = named.map(({ kind, key }) => forget(kind, key));
  await editWatches(env, memories, { by: person.email, reason }, Date.now());
  return memories.length;
}

import { Hono } from "hono";
import type * as z from "zod";
import { forget } from "../actions/inventory.ts";
import { dueByHand, editWatches } from "../desk/operate/operators.ts";
import { listWatches } from "../ledger/watches.ts";
import type { DecisionsEnv } from "./decide.ts";
import { DueRequest } from "./decision-requests.ts";
import { type Person, requireMay, type Signed } from "./person.ts";
import { WatchesQuery } from "./queries.ts";
import { body, query } from "./validate.ts";
import { WatchesForgotten, WatchesWritten } from "./watch-requests.ts";

/** What Reeve watches: listed, written and forgotten; and automations that are to look now. */
export const watches = new Hono<{ Bindings: DecisionsEnv; Variables: Signed }>()
  .get("/watches", query(WatchesQuery), async (c) => {
    const { limit, cursor, kind, person, untilBy } = c.req.valid("query");
    const filter = { kind, untilBy, person: person === undefined ? undefined : [person] };
    return c.json(await listWatches(c.env.LEDGER, filter, { limit, cursor }));
  })
  .post("/watches", body(WatchesWritten, "watches"), async (c) => {
    const { watches: memories, reason } = c.req.valid("json");
    await editWatches(c.env, memories, { by: c.var.person.email, reason }, Date.now());
    return c.json({ written: memories.length });
  })
  .post("/watches/forgotten", body(WatchesForgotten, "watches"), async (c) =>
    c.json({ forgotten: await forgetWatches(c.env, c.var.person, c.req.valid("json")) }),
  )
  .post("/automations/:name/due", body(DueRequest, "due"), async (c) => {
    const said = { automation: c.req.param("name"), ...c.req.valid("json") };
    return c.json({ event: await haveDue(c.env, c.var.person, said) }, 202);
  });

/** Has an automation that goes by the clock look now. @returns the id of its event, which is on record a moment later */
export async function haveDue(
  env: DecisionsEnv,
  person: Person,
  { automation, reason }: { readonly automation: string; readonly reason: string },
): Promise<string> {
  requireMay(person, "due");
  const { eventId } = await dueByHand(env, { automation, by: person.email, reason }, Date.now());
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

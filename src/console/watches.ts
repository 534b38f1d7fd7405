import { Hono } from "hono";
import { dueByHand } from "../desk/due-by-hand.ts";
import { editWatches } from "../desk/edit-watches.ts";
import { listWatches } from "../ledger/watches.ts";
import { forget } from "../watches/watch.ts";
import { DueRequest } from "./decision-requests.ts";
import type { DecisionsEnv, Operator } from "./decisions.ts";
import { WatchesQuery } from "./queries.ts";
import { body, query } from "./validate.ts";
import { WatchesForgotten, WatchesWritten } from "./watch-requests.ts";

/** What Reeve watches: listed, written and forgotten; and automations that are to look now. */
export const watches = new Hono<{ Bindings: DecisionsEnv; Variables: Operator }>()
  .get("/watches", query(WatchesQuery), async (c) => {
    const { limit, cursor, kind, person, untilBy } = c.req.valid("query");
    const filter = { kind, untilBy, person: person === undefined ? undefined : [person] };
    return c.json(await listWatches(c.env.LEDGER, filter, { limit, cursor }));
  })
  .post("/watches", body(WatchesWritten), async (c) => {
    const { watches: memories, reason } = c.req.valid("json");
    await editWatches(c.env, memories, { by: c.var.operator, reason }, Date.now());
    return c.json({ written: memories.length });
  })
  .post("/watches/forgotten", body(WatchesForgotten), async (c) => {
    const { watches: named, reason } = c.req.valid("json");
    const memories = named.map(({ kind, key }) => forget(kind, key));
    await editWatches(c.env, memories, { by: c.var.operator, reason }, Date.now());
    return c.json({ forgotten: memories.length });
  })
  .post("/automations/:name/due", body(DueRequest), async (c) => {
    const said = { automation: c.req.param("name"), by: c.var.operator, reason: c.req.valid("json").reason };
    const { eventId } = await dueByHand(c.env, said, Date.now());
    return c.json({ event: eventId }, 202);
  });

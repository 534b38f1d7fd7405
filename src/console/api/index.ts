// The JSON API: lists, single records, lookups, a route for each act, data about people, and evidence.
import * as z from "zod";
import { json } from "../../base/openapi.ts";
import { acts } from "../../operate/acts.ts";
import { lists } from "../pages/routes.tsx";
import { evidence } from "./evidence.ts";
import { lookUps } from "./look-ups.ts";
import { personData } from "./people.ts";
import { records } from "./records.ts";
import { mount, type Route, route } from "./route.ts";

export const routes: readonly Route[] = [
  ...lists.map(({ route }) => route),
  ...records,
  ...lookUps,
  ...Object.entries(acts).map(([id, { path, run, next: _, toBody: __, ...declared }]) =>
    route({
      answer: json("Nothing.", z.object({})),
      problems: ["not_found", "decision_conflict"],
      ...declared,
      ...{ id, path: `/api${path}` },
      handle: async ({ params, body, ...asker }) => (await run(asker, params, body)) ?? {},
    }),
  ),
  ...personData,
  ...evidence,
];

export const api = mount(routes);

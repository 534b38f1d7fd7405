// The JSON API: the record, lookups, and people's decisions.
import { lists } from "../pages/routes.tsx";
import { decisions } from "./decisions.ts";
import { evidence } from "./evidence.ts";
import { inventory } from "./inventory.ts";
import { lookUps } from "./look-ups.ts";
import { personData } from "./people.ts";
import { records } from "./records.ts";
import { mount, type Route } from "./route.ts";

export const routes: readonly Route[] = [
  ...lists.map(({ route }) => route),
  ...records,
  ...lookUps,
  ...decisions,
  ...inventory,
  ...personData,
  ...evidence,
];

export const api = mount(routes);

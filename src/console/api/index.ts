/** The JSON API: what is on record, and what people decide. */
import { decisions } from "./decisions.ts";
import { inventory } from "./inventory.ts";
import { records } from "./records.ts";
import { mount, type Route } from "./route.ts";

/** Every route of the API. */
export const routes: readonly Route[] = [...records, ...decisions, ...inventory];

/** `/api/…`, for whoever was let in. */
export const api = mount(routes);

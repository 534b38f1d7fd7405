// API routes for lookups at the governance service, one for each lookup, and for previews of automations.
import * as z from "zod";
import { json } from "../../base/openapi.ts";
import { lookups } from "../../lookups/index.ts";
import { Found, findNow } from "../../lookups/lookup.ts";
import { Preview, PreviewCursor, previewAutomation } from "../../operate/preview.ts";
import { route } from "./route.ts";

const FoundPage = Found.extend({
  next: z.string().nullable().meta({ description: "`cursor` of the next page; `null` on the last page." }),
}).meta({ id: "Found" });

const cursor = z.string().max(2_000).optional().meta({
  description: "The `next` value of the previous page; the filters must be the same for both pages.",
});

const preview = route({
  id: "previewAutomation",
  path: "/api/automations/{name}/preview",
  summary: "Preview the plans that an automation would make now; this only reads, and records nothing",
  act: "read",
  params: { name: z.string() },
  query: z.strictObject({ cursor: PreviewCursor }),
  answer: json("A page of the plans that the automation would make.", Preview),
  problems: ["request_unclear", "governance_refused", "governance_unavailable"],
  handle: ({ params: { name }, query: { cursor }, ...around }) => previewAutomation(around, name, cursor),
});

const each = Array.from(lookups.values(), (lookup) => {
  const { name, help, input } = lookup;
  const path = `/api/look-up/${name}`;
  return route({
    id: `lookUp${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    path,
    summary: `Look up without recording the lookup: ${help}`,
    act: "read",
    query: input.extend({ cursor }),
    answer: json("The current data from the governance service.", FoundPage),
    problems: ["request_unclear", "user_not_found", "governance_refused", "governance_unavailable"],
    async handle({ env, config: { settings }, query: { cursor: page, ...asked } }) {
      const found = await findNow(lookup, asked, { env, settings, by: path }, page as string | undefined);
      return { ...found, next: found.next || null };
    },
  });
});

export const lookUps = [...each, preview];

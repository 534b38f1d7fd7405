/** The route of the API that gives the audit trail as OCSF events. */
import * as z from "zod";
import { formatPosition, parsePosition, pullOcsf } from "../../evidence/ocsf-trail.ts";
import { route } from "./route.ts";

const NDJSON = "application/x-ndjson";
const POSITION = "reeve-position";

const After = z
  .string()
  .regex(/^[\w-]{1,40}:\d{1,15}(,[\w-]{1,40}:\d{1,15}){0,999}$/, "is no position: desk-0:120,desk-1:7")
  .transform(parsePosition)
  .optional()
  .meta({
    description: `The \`${POSITION}\` of the answer before; left out, the answer begins with the first entry.`,
  });

export const ocsf = [
  route({
    id: "pullOcsf",
    path: "/api/audit.ocsf.ndjson",
    summary: "The audit trail as OCSF events, one a line, from a position on",
    act: "read",
    query: z.strictObject({ after: After }),
    answer: {
      description: `The recorded entries behind the position, by desk and seq; at most 100,000. The header \`${POSITION}\` is the position behind them.`,
      type: NDJSON,
      schema: z.string(),
    },
    async handle({ env, query: { after = new Map() } }) {
      const { stream, next } = await pullOcsf(env.LEDGER, after);
      return new Response(stream, {
        headers: { "content-type": NDJSON, [POSITION]: formatPosition(next) },
      });
    },
  }),
];

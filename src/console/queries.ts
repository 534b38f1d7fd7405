// Shapes of the queries of lists, for the API and the pages.
import * as z from "zod";
import { INVENTORY_KINDS } from "../actions/inventory.ts";
import { DEFAULT_LIMIT, MAX_LIMIT, type Position, readCursor } from "../ledger/cursor.ts";
import { EVENT_STATES, RUN_GROUPS, RUN_STATES } from "../ledger/states.ts";

/** A time ago: `24h`, `7d`. */
const AGO = /^(\d{1,4})([hd])$/;

/** The moment that was so long ago, Unix milliseconds; `NaN` for what says no such thing. */
export function agoOf(text: string): number {
  const [, n, unit] = AGO.exec(text) ?? [];
  return Date.now() - Number(n) * (unit === "h" ? 3_600_000 : 86_400_000);
}

/** A time, read as Unix milliseconds. */
export const TimeParameter = z
  .union(
    [
      z.iso.datetime({ offset: true }).transform(Date.parse),
      z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number),
      z.string().regex(AGO).transform(agoOf),
    ],
    {
      error:
        "must be an ISO 8601 time with a zone (2026-01-31T12:00:00Z), Unix milliseconds, or how long ago: 24h, 7d",
    },
  )
  .optional();
const since = TimeParameter.meta({
  description: "Not before this: ISO 8601 with a zone, Unix milliseconds, or how long ago (`24h`, `7d`).",
});
const until = TimeParameter.meta({ description: "Before this: as `since`." });
const q = z.string().min(1).max(200).optional().meta({
  description: "Words that all occur in it, or begin one that does; case and accents do not count.",
});
const text = z.string().min(1).max(500).optional();

export const EventId = z.string().regex(/^evt_[0-9a-f-]{36}$/);
export const RunId = z.string().regex(/^run_[0-9a-f-]{36}$/);

/** Members that ask for one page of a list. @param position Types of a row's position in it */
const paging = (position: readonly ("number" | "string")[]) => ({
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
  cursor: z
    .string()
    .transform((cursor, context): Position => {
      const read = readCursor(cursor, position);
      if (read) return read;
      context.addIssue({ code: "custom", message: "is not a `next` of this list" });
      return z.NEVER;
    })
    .optional()
    .meta({ description: "`next` of the page before." }),
});

/** Query of `GET /api/events`. */
export const EventsQuery = z.strictObject({
  source: text,
  type: text,
  state: z.enum(EVENT_STATES).optional(),
  subject: text,
  since,
  until,
  q,
  ...paging(["string"]),
});

/** Query of `GET /api/runs`. */
export const RunsQuery = z.strictObject({
  automation: text,
  state: z
    .enum(Array.from(new Set([...RUN_STATES, ...RUN_GROUPS])))
    .optional()
    .meta({
      description: `A state, or a group of them: ${RUN_GROUPS.join(", ")}. Left out, all but \`ignored\`; with \`event\`, all.`,
    }),
  requester: z.email().optional().meta({ description: "Email of who asked for it, or caused it." }),
  subject: text,
  event: EventId.optional(),
  since,
  until,
  q,
  ...paging(["string"]),
});

/** Query of `GET /api/audit`. */
export const AuditQuery = z.strictObject({
  desk: text,
  type: text,
  actor: text,
  run: RunId.optional(),
  event: EventId.optional(),
  since,
  until,
  ...paging(["number", "string", "number"]),
});

/** Query of `GET /api/inventory`. */
export const InventoryQuery = z.strictObject({
  kind: z.enum(INVENTORY_KINDS).optional(),
  person: text.meta({ description: "Those of a person: the id of their governance user, or an email." }),
  untilBy: z.iso.date().optional().meta({ description: "Those that end on this day, or before." }),
  ...paging(["string", "string"]),
});

/** Query of the page of a person. */
export const PersonQuery = z.strictObject({
  email: z.string().regex(/^[^\s@<>]{1,200}@[^\s@<>]{1,200}$/, "must be an email"),
});

/** Query of the report for auditors: days in the settings' time zone, both included. */
export const ReportQuery = z.strictObject({ from: z.iso.date().optional(), to: z.iso.date().optional() });

/** Query of `GET /api/audit.ndjson`. */
export const AuditExportQuery = z.strictObject({ since, until });

// Schemas of requests to the API, the pages and the forms: queries of lists, people's decisions, and other acts.
import * as z from "zod";
import { EntryKey, INVENTORY_KINDS, WrittenEntry } from "../actions/inventory.ts";
import { AGO, parseAgo } from "../base/days.ts";
import { OUTCOMES } from "../ledger/changes.ts";
import { DEFAULT_LIMIT, MAX_LIMIT, type Position, readCursor, type Sort } from "../ledger/page.ts";
import {
  BATCHABLE_DECISIONS,
  describeChoices,
  PLAN_DECISIONS,
  REPORTS,
  REVIEWS,
  RUN_DECISIONS,
} from "../policy/acts.ts";
import { EVENT_STATES, RUN_GROUPS, RUN_STATES } from "../runs/states.ts";

/** A time, parsed into Unix milliseconds. */
const TimeParameter = z
  .union(
    [
      z.iso.datetime({ offset: true }).transform(Date.parse),
      z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number),
      z.string().regex(AGO).transform(parseAgo),
    ],
    {
      error:
        "must be an ISO 8601 time with a zone (2026-01-31T12:00:00Z), Unix milliseconds, or a relative time such as 24h or 7d",
    },
  )
  .optional();
const since = TimeParameter.meta({
  title: "From",
  description:
    "Only entries at or after this time: ISO 8601 with a zone, Unix milliseconds, or a relative time (`24h`, `7d`).",
});
const until = TimeParameter.meta({
  title: "To",
  description: "Only entries before this time, in the format of `since`.",
});
const q = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .meta({
    title: "Search",
    examples: ["key, email, name, id"],
    description: "Words, or beginnings of words, that must all occur. Case and accents are ignored.",
  });
const text = z.string().min(1).max(500).optional();

export const PathName = z.string().min(1).max(200);
export const EventId = z.string().regex(/^evt_[0-9a-f-]{36}$/);
export const RunId = z.string().regex(/^run_[0-9a-f-]{36}$/);

/**
 * Returns the parameters that request one page of a list.
 * @param position Types of the values that identify a row's position in the list
 * @param sort The order that a request can choose instead of the list's default order
 */
const paging = (position: readonly ("number" | "string")[], sort: Sort = "oldest") => ({
  sort: z
    .enum([sort])
    .optional()
    .meta({
      description:
        sort === "oldest"
          ? "Lists the oldest entries first."
          : "Lists the entries that end soonest first, and omits entries without an end.",
    }),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
  cursor: z
    .string()
    .transform((cursor, context): Position => {
      const read = readCursor(cursor, position);
      if (read) return read;
      context.addIssue({ code: "custom", message: "is invalid: send the last page's `next`, or omit it" });
      return z.NEVER;
    })
    .optional()
    .meta({ description: "`next` of the previous page." }),
});

export const EventsQuery = z.strictObject({
  q,
  source: text,
  type: text.meta({ examples: ["ticket.updated"] }),
  state: z.enum(EVENT_STATES).optional(),
  subject: text.meta({ examples: ["jira:10042"] }),
  since,
  until,
  ...paging(["string"]),
});

export const RunsQuery = z.strictObject({
  q,
  automation: text,
  state: z
    .enum(Array.from(new Set([...RUN_GROUPS, ...RUN_STATES])))
    .optional()
    .meta({
      description: `A state, or a group of states: ${RUN_GROUPS.join(", ")}. By default, all states except \`ignored\`; with \`event\`, all states.`,
    }),
  requester: z
    .email()
    .optional()
    .meta({
      title: "Requested by",
      examples: ["ada@example.com"],
      description: "Email of the requester, or of the person who caused the event.",
    }),
  source: text,
  reason: text.meta({
    title: "Reason for failure",
    examples: ["… matches any text"],
    description: "The reason for the failure: the problem's message, with `…` for variable parts.",
  }),
  subject: text.meta({ examples: ["jira:10042"] }),
  event: EventId.optional(),
  since,
  until,
  ...paging(["string"]),
});

export const AuditQuery = z.strictObject({
  type: text.meta({ examples: ["approval.granted"] }),
  actor: text.meta({ title: "Who", examples: ["ada@example.com"] }),
  byPeople: z
    .enum(["true"])
    .transform(() => true as const)
    .optional()
    .meta({ description: "Only actions by people, not by Reeve." }),
  run: RunId.optional(),
  event: EventId.optional(),
  ignored: z.enum(["show", "hide"]).optional().meta({
    description:
      "`hide` omits entries about runs with nothing to do. This is the default without `type`, `run` and `event`.",
  }),
  since,
  until,
  desk: text,
  ...paging(["number", "string", "number"]),
});

export const InventoryQuery = z.strictObject({
  kind: z.enum(INVENTORY_KINDS).optional(),
  person: text.meta({ description: "A governance user's id, or an email." }),
  untilBy: z.iso
    .date()
    .optional()
    .meta({
      title: "Ends by",
      examples: ["2027-06-30"],
      description: "Only entries that end on or before this day.",
    }),
  ...paging(["string", "string"], "ends"),
});

/**
 * A filled-in form of an action: an id that identifies the request, the reason, and the fields of the action's input,
 * which are checked when the request is made.
 */
export const AskRequest = z
  .object({
    id: z.uuid(),
    reason: z.string().trim().max(1_000).optional(),
  })
  .catchall(z.unknown().meta({ anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] }));

/**
 * Maximum number of runs whose changes a list shows and one request can undo: undoing takes several calls per run, and
 * a Worker invocation can make a thousand.
 */
const MAX_UNDONE_RUNS = 100;

export const ChangesQuery = z.strictObject({
  q,
  person: text.meta({
    examples: ["ada@example.com"],
    description: "Only changes that affect this person: a governance user's id, or an email.",
  }),
  approver: text.meta({
    title: "Approved or denied by",
    examples: ["nora@example.com"],
    description: "Email of a person who approved or denied the plan.",
  }),
  since,
  until,
  outcome: z.enum(OUTCOMES).optional(),
  automation: text,
  run: RunId.optional(),
  limit: z.coerce.number().int().min(1).max(MAX_UNDONE_RUNS).default(MAX_UNDONE_RUNS),
  cursor: RunId.optional(),
});

export const PersonQuery = z.strictObject({
  email: z.string().regex(/^[^\s@<>]{1,200}@[^\s@<>]{1,200}$/, "must be an email address"),
});

export const AuditExportQuery = z.strictObject({ since, until });

export const ReasonText = z
  .string()
  .trim()
  .min(1)
  .max(1_000)
  .meta({ description: "The reason, recorded in the audit trail." });

/** A request that needs only a reason. Schemas of requests with further properties extend this schema. */
export const DueRequest = z.strictObject({ reason: ReasonText });

export const RunDecision = z.discriminatedUnion("decision", [
  DueRequest.extend({
    decision: z.enum(PLAN_DECISIONS).meta({ description: describeChoices(...PLAN_DECISIONS) }),
    hash: z
      .string()
      .meta({ description: "`plan.hash` of the plan that you saw. A changed plan needs a new approval." }),
  }),
  DueRequest.extend({
    decision: z.enum(RUN_DECISIONS).meta({ description: describeChoices(...RUN_DECISIONS) }),
  }),
  DueRequest.extend({
    decision: z.literal("completed"),
    verdict: z.enum(REPORTS).meta({ description: describeChoices(...REPORTS) }),
    steps: z.array(z.int()).min(1).optional().meta({
      description:
        "The `step` of each follow-up that the report covers. If omitted, the report covers all open follow-ups.",
    }),
  }),
  DueRequest.extend({
    decision: z.literal("reviewed"),
    verdict: z.enum(REVIEWS).meta({ description: describeChoices(...REVIEWS) }),
  }),
]);
export type RunDecision = z.output<typeof RunDecision>;

export const ReplayRequest = DueRequest.extend({
  automation: z.string(),
  mode: z.enum(["live", "dry_run"]).default("live"),
  repeatApplied: z.boolean().default(false).meta({
    description:
      "Repeats effects that an earlier run of this event has applied. If this is `false`, the response lists them (409).",
  }),
});

const RunsBatchRequest = DueRequest.extend({
  filter: RunsQuery.omit({ sort: true, limit: true, cursor: true }).default({}).meta({
    description: "The same filters as in `GET /api/runs`. An empty filter is rejected.",
  }),
  plans: z
    .array(z.tuple([RunId, z.string().regex(/^[0-9a-f]{64}$/)]))
    .min(1, "tick at least one plan")
    .max(25)
    .optional()
    .meta({
      description: "Instead of a filter: the run id of each plan, and the hash of the plan that you saw.",
    }),
  decision: z.enum(BATCHABLE_DECISIONS).meta({
    description:
      "The decision for the matching runs that allow it. Each run goes through the same checks as in a single decision.",
  }),
  dryRun: z.boolean().default(false).meta({
    description:
      "If true, only previews the batch. The preview covers the current matches, and the batch can be started within an hour.",
  }),
});

/** Maximum number of events that one batch replays. */
const MAX_REPLAYED = 200;

const EventsBatchRequest = DueRequest.extend({
  filter: EventsQuery.omit({ sort: true, limit: true, cursor: true }).meta({
    description: "The same filters as in `GET /api/events`. An empty filter is rejected.",
  }),
  decision: z.literal("replayed").meta({
    description:
      "Replays the matching events. Each goes through the same checks as in a single replay, and no applied effect is repeated.",
  }),
  automation: z.string().meta({ description: "The automation for which the events are replayed." }),
  mode: ReplayRequest.shape.mode,
  limit: z
    .int()
    .min(1)
    .max(MAX_REPLAYED)
    .default(50)
    .meta({ description: "Maximum number of events, starting with the oldest." }),
  dryRun: RunsBatchRequest.shape.dryRun,
});

export const BatchRequest = z.discriminatedUnion("decision", [RunsBatchRequest, EventsBatchRequest]);
export type RunsBatchRequest = z.output<typeof RunsBatchRequest>;
export type EventsBatchRequest = z.output<typeof EventsBatchRequest>;

export const BatchId = z.string().regex(/^bat_[0-9a-f-]{36}$/);

/** The path parameters of a request that starts or stops a batch. */
export const BatchMove = z.object({ id: BatchId, how: z.enum(["start", "stop"]) });

/** A request to pause or resume one automation, or all if `automation` is `null`. */
export const PauseRequest = DueRequest.extend({
  automation: z.string().nullable().meta({ description: "The automation, or `null` for everything." }),
});
export type PauseRequest = z.output<typeof PauseRequest>;

/** Maximum entries in one inventory change, well within D1's limits. */
export const MAX_ENTRIES = 500;

/**
 * Entries that replace the inventory's entries of the same kind and key. More than {@link MAX_ENTRIES} are written in
 * several changes.
 */
export const EntriesWritten = DueRequest.extend({
  entries: z.array(WrittenEntry).min(1),
  dryRun: z.boolean().default(false).meta({ description: "Only reports what would change." }),
});

export const EntriesRemoved = DueRequest.extend({
  entries: z.array(EntryKey).min(1).max(MAX_ENTRIES),
});

/** A request to end an inventory entry before its last day. */
export const EndRequest = EntryKey.extend({ reason: ReasonText });

/** A request to show others that a person is working on an alarm. */
export const TakeRequest = z.strictObject({
  alarm: text.unwrap().meta({ description: "The finding's `what` and `source`, joined by a space." }),
});

/** A request to have another person decide the current stage. */
export const ReassignRequest = DueRequest.extend({
  to: z.email().meta({ description: "The email of a person who can decide the current stage." }),
});

/** A request to undo actions of a run, by their indexes in the plan, such as `0,2`. */
export const UndoRequest = DueRequest.extend({
  run: RunId,
  steps: z
    .string()
    .regex(/^\d{1,4}(,\d{1,4}){0,99}$/, "must be at most 100 numbers, separated by commas")
    .transform((places) => places.split(",").map(Number)),
});

/** A request to undo all changes that a page lists. */
export const UndoAllRequest = ChangesQuery.extend({
  since: since
    .unwrap()
    .meta({ description: "Only changes at or after this time, as in `GET /api/changes`." }),
  until: until.unwrap().meta({
    description: "Only changes before this time: newer changes, not shown in the list yet, are not undone.",
  }),
  reason: ReasonText,
});

export const DryRunRequest = z.strictObject({ automation: z.string(), reason: ReasonText });

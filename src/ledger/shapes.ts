// The schemas of events, runs, batches and a person's data in responses of the JSON API.
import * as z from "zod";
import { BATCH_ACTS } from "../policy/acts.ts";
import { Headline } from "../runs/headline.ts";
import { RunProblem } from "../runs/run.ts";
import { EVENT_STATES, RUN_STATES } from "../runs/states.ts";

const Time = z.int().meta({ description: "Unix milliseconds." });

const RunRef = z.object({ id: z.string(), automation: z.string(), state: z.enum(RUN_STATES) });

/** The automations that declined an event for the same reason. */
export const Declined = z
  .object({
    reason: z.string().meta({ description: "A sentence." }),
    automations: z.array(z.string()).meta({ description: "The names of the automations." }),
  })
  .meta({ id: "Declined" });
export type Declined = Readonly<z.infer<typeof Declined>>;

export const EventSummary = z
  .object({
    id: z.string(),
    source: z.string(),
    type: z.string().nullable().meta({ description: "The event's type; `null` if it could not be read." }),
    subject: z.string(),
    headline: Headline,
    state: z.enum(EVENT_STATES),
    authentication: z.string(),
    receivedAt: Time,
    detail: z.string().nullable().meta({ description: "The reason, if the event was rejected." }),
    runs: z.array(RunRef),
  })
  .meta({ id: "EventSummary" });
export type EventSummary = Readonly<z.infer<typeof EventSummary>>;

export const EventRecord = z
  .object({
    ...EventSummary.shape,
    declined: z.array(Declined).meta({
      description: "Enabled automations that listen to this type of event, but declined it on receipt.",
    }),
    event: z
      .unknown()
      .meta({ description: "The normalized event; `null` if it could not be read or recorded." }),
    payload: z.unknown().meta({
      description: "The sender's payload; `{ omitted }`, with the reason, if it could not be recorded.",
    }),
  })
  .meta({ id: "Event" });
export type EventRecord = Readonly<z.infer<typeof EventRecord>>;

export const RunSummary = z
  .object({
    id: z.string(),
    eventId: z.string(),
    automation: z.string(),
    subject: z.string(),
    headline: Headline.nullable().meta({ description: "The headline; `null` if the event is not recorded." }),
    state: z.enum(RUN_STATES),
    mode: z.enum(["live", "dry_run"]),
    replay: z
      .looseObject({ by: z.string(), reason: z.string() })
      .nullable()
      .meta({ description: "The person who replayed the event, and the reason." }),
    createdAt: Time,
    updatedAt: Time,
    dueAt: Time.nullable().meta({
      description:
        "Time of the next step, or a person's deadline; `null` if the run has ended or waits without a deadline.",
    }),
    actions: z.array(z.string()).meta({ description: "Summaries of the actions in the run's plan." }),
    ignored: z.string().nullable().meta({ description: "The reason, if there was nothing to do." }),
    sameAs: z.string().nullable().meta({
      description: "Id of the run that already handles the same change, or has handled it.",
    }),
    sameAsHeadline: Headline.nullable().meta({
      description: "Headline of the event that started `sameAs`; `null` if the event is not recorded.",
    }),
    problem: RunProblem.nullable().meta({ description: "The problem, if the run could not continue." }),
    paused: z.string().nullable().meta({ description: "The reason for the current pause." }),
  })
  .meta({ id: "RunSummary" });
export type RunSummary = Readonly<z.infer<typeof RunSummary>>;

/** A batch at its creation. */
const BatchDraft = z.object({
  decision: z.enum(BATCH_ACTS),
  filter: z.string().meta({ description: "A description of the runs or events in the batch." }),
  replay: z
    .object({ automation: z.string(), mode: z.enum(["live", "dry_run"]) })
    .optional()
    .meta({ description: "For `replayed`: the automation for which the events are replayed." }),
  preview: z.array(z.string()).meta({ description: "Sentences about the effects of the decision." }),
  by: z.string().meta({ description: "The person who created the batch, then the person who started it." }),
  roles: z.array(z.string()).meta({ description: "Roles of the person who created the batch." }),
});
export type BatchDraft = Readonly<z.output<typeof BatchDraft>>;

/** A batch in its present state. */
export const Batch = BatchDraft.extend({
  id: z.string(),
  at: z.int().meta({ description: "Unix milliseconds." }),
  state: z.enum(["preview", "working", "done", "stopped"]),
  reason: z.string().nullable(),
  runs: z.int().meta({ description: "Number of runs or events in the batch." }),
  decided: z.int(),
  refused: z.int().meta({ description: "Number of runs or events that were left out." }),
  fault: z.string().nullable().meta({ description: "The error that delays the batch." }),
  left: z
    .array(z.object({ run: z.string(), refused: z.string() }))
    .meta({ description: "The first runs or events that were left out: their ids, each with the reason." }),
});
export type Batch = Readonly<z.output<typeof Batch>>;

/** A page of the data stored about a person. */
export const PersonData = z
  .object({
    email: z.string(),
    names: z
      .array(z.string())
      .meta({ description: "Full names recorded with that email. Search again with any new names." }),
    settings: z.array(z.string()).meta({ description: "Settings in src/config.ts that name the person." }),
    waits: z
      .array(z.string())
      .meta({ description: "Work in progress about the person, who can't be erased before the work ends." }),
    held: z.array(
      z.object({
        place: z.string().meta({ description: "A table of the ledger, or a Durable Object with its table." }),
        until: z.string().meta({ description: "How long the rows of this table are kept." }),
        row: z.record(z.string(), z.unknown()),
      }),
    ),
    left: z.array(z.string()).meta({
      description:
        "Rows and audit entries in which the person's email or full name remains: an erasure changes no keys, no plans that can still act, and no text that others wrote in the trail.",
    }),
    next: z.string().nullable().meta({ description: "`after` of the next page; `null` on the last page." }),
  })
  .meta({ id: "PersonData" });
export type PersonData = Readonly<z.output<typeof PersonData>>;

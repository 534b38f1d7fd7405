// The schemas of events, runs, batches and a person's data in responses of the JSON API.
import * as z from "zod";
import { Headline } from "../runs/headline.ts";
import { BATCH_DECISIONS, EVENT_STATES, RUN_STATES } from "../runs/states.ts";

const Time = z.int().meta({ description: "Unix milliseconds." });

const RunRef = z.object({ id: z.string(), automation: z.string(), state: z.enum(RUN_STATES) });

/** The automations that declined an event for the same reason. */
export const Passed = z
  .object({
    reason: z.string().meta({ description: "A sentence." }),
    automations: z.array(z.string()).meta({ description: "Their names." }),
  })
  .meta({ id: "Passed" });
export type Passed = Readonly<z.infer<typeof Passed>>;

export const EventSummary = z
  .object({
    id: z.string(),
    source: z.string(),
    type: z.string().nullable().meta({ description: "`null` where the delivery could not be read." }),
    subject: z.string(),
    headline: Headline,
    state: z.enum(EVENT_STATES),
    authentication: z.string(),
    receivedAt: Time,
    detail: z.string().nullable().meta({ description: "The reason if it was rejected." }),
    runs: z.array(RunRef),
  })
  .meta({ id: "EventSummary" });
export type EventSummary = Readonly<z.infer<typeof EventSummary>>;

export const EventRecord = z
  .object({
    ...EventSummary.shape,
    passed: z.array(Passed).meta({
      description: "The enabled automations that listen to its type and did not want it when it came in.",
    }),
    event: z
      .unknown()
      .meta({ description: "The normalized event; `null` where it could not be read, or not be recorded." }),
    payload: z.unknown().meta({
      description:
        "What the sender sent; `{ omitted }`, why it is not there, where it could not be recorded.",
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
    headline: Headline.nullable().meta({ description: "`null` where its event is not on record." }),
    state: z.enum(RUN_STATES),
    mode: z.enum(["live", "dry_run"]),
    replay: z
      .looseObject({ by: z.string(), reason: z.string() })
      .nullable()
      .meta({ description: "The person who had the event run again, and the reason." }),
    createdAt: Time,
    updatedAt: Time,
    dueAt: Time.nullable().meta({
      description:
        "Time of the next step, or the deadline of a person; `null` if it has ended or waits as long as it takes.",
    }),
    actions: z.array(z.string()).meta({ description: "Summaries of its plan's actions." }),
    ignored: z.string().nullable().meta({ description: "The reason if there was nothing to do." }),
    sameAs: z.string().nullable().meta({
      description: "Id of the run that does the same already, for what another system reported.",
    }),
    sameAsHeadline: Headline.nullable().meta({
      description: "Headline of that run's event; `null` if it is not on record.",
    }),
    problem: z
      .looseObject({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: "The problem if it could not go on." }),
    paused: z.string().nullable().meta({ description: "The reason while it is paused." }),
  })
  .meta({ id: "RunSummary" });
export type RunSummary = Readonly<z.infer<typeof RunSummary>>;

/** A batch at its creation. */
const BatchDraft = z.object({
  decision: z.enum(BATCH_DECISIONS),
  filter: z.string().meta({ description: "The runs that it is for, or the events, in words." }),
  replay: z
    .object({ automation: z.string(), mode: z.enum(["live", "dry_run"]) })
    .optional()
    .meta({ description: "With `replayed`: the automation that runs the events again." }),
  preview: z.array(z.string()).meta({ description: "Sentences about what the decision comes to." }),
  by: z.string().meta({ description: "Who made it, then who started it." }),
  roles: z.array(z.string()).meta({ description: "Of who made it." }),
});
export type BatchDraft = Readonly<z.output<typeof BatchDraft>>;

/** A batch in its present state. */
export const Batch = BatchDraft.extend({
  id: z.string(),
  at: z.int().meta({ description: "Unix milliseconds." }),
  state: z.enum(["preview", "working", "done", "stopped"]),
  reason: z.string().nullable(),
  runs: z.int().meta({ description: "How many runs it is for, or events." }),
  decided: z.int(),
  refused: z.int().meta({ description: "Runs that were left out." }),
  fault: z.string().nullable().meta({ description: "Why it does not go on at present." }),
  left: z
    .array(z.object({ run: z.string(), refused: z.string() }))
    .meta({ description: "The first that were left out, each with the reason: ids of runs, or of events." }),
});
export type Batch = Readonly<z.output<typeof Batch>>;

/** A page of the data stored about a person. */
export const PersonData = z
  .object({
    email: z.string(),
    names: z
      .array(z.string())
      .meta({ description: "Full names known with that email: look again with new ones." }),
    settings: z.array(z.string()).meta({ description: "Settings of src/config.ts that name them." }),
    waits: z
      .array(z.string())
      .meta({ description: "What concerns them and is under way; they can't be erased before." }),
    held: z.array(
      z.object({
        place: z.string().meta({ description: "A table of the ledger, or a Durable Object with its table." }),
        until: z.string().meta({ description: "How long such rows are kept." }),
        row: z.record(z.string(), z.unknown()),
      }),
    ),
    left: z.array(z.string()).meta({
      description:
        "Rows and audit entries in which their email or full name stays: an erasure changes no keys, no plan that can act, and no words of others in the trail.",
    }),
    next: z.string().nullable().meta({ description: "`after` of the next page; `null` on the last." }),
  })
  .meta({ id: "PersonData" });
export type PersonData = Readonly<z.output<typeof PersonData>>;

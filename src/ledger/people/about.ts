// Declares the columns and JSON properties that contain data about people. An erasure changes nothing else in the
// tables of these columns: no keys, kinds, ids, versions or settings, and no plan that can still act.
import { FINISHED_RUN_STATES } from "../../runs/states.ts";

/**
 * The kind of data about people in a column or JSON property.
 * - `name`: the name or email of one person.
 * - `text`: free text. Single words of a name are erased too if the row has the person's email or full name.
 * - `data`: JSON of any shape, in which emails, full names, and the names in objects that describe people are erased.
 * - `payload`: JSON of any shape. It is deleted as a whole.
 * - `key`: the key of the row. If it contains the person's email, the row is deleted.
 * - `owner`: the name of the person whom the row is about. The person's rows are deleted.
 */
export type About =
  | "name"
  | "text"
  | "data"
  | "payload"
  | "key"
  | "owner"
  | { readonly [property: string]: About }
  | ((value: Readonly<Record<string, unknown>>) => About);

export type Columns = Readonly<Record<string, About>>;

const PERSON = { id: "data", name: "name", email: "name" } as const;
const DECISION = { by: "name", reason: "text" } as const;

const EVENT = {
  subject: "data",
  actor: PERSON,
  comment: "text",
  ticket: {
    id: "data",
    key: "data",
    title: "text",
    url: "data",
    requester: PERSON,
    assignee: PERSON,
    fields: "text",
  },
  worker: { ...PERSON, manager: PERSON, fields: "text" },
  request: { input: "data", requester: PERSON, typed: "text", reason: "text", agent: "text" },
} as const satisfies About;

const PLAN = {
  actions: {
    input: (input) => ({
      ...Object.fromEntries(Object.keys(input).map((name) => [name, "data"] as const)),
      did: "text",
      how: "text",
      task: "text",
    }),
    summary: "text",
    unverified: "data",
    target: "data",
    effects: { input: "data" },
    followUp: "data",
    leaves: { key: "data", data: "data", by: "data" },
    requestedBy: "data",
  },
} as const satisfies About;

/**
 * Declares the properties of a run that contain data about people. The plan of an unfinished run stays as it was
 * approved, and so does the plan of a failed run, because the run can be retried.
 */
const RUN = (run: Readonly<Record<string, unknown>>) =>
  ({
    subject: "data",
    replay: DECISION,
    ...(FINISHED_RUN_STATES.some((state) => state === run["state"] && state !== "failed") && {
      plan: PLAN,
      progress: "data",
    }),
    journal: { answer: "data" },
    notice: "text",
    reads: { made: { input: "data" } },
    ignored: "text",
    learned: { worker: PERSON },
    names: "name",
    agent: "text",
    approvalReasons: "text",
    warnings: "text",
    parties: "data",
    stages: "data",
    approvals: { by: "name", reason: "text", stage: "data", person: "data" },
    confirmation: DECISION,
    override: DECISION,
    paused: "text",
    followUps: { end: DECISION, task: "text" },
    ended: DECISION,
    lateWithdrawal: "text",
    problem: { message: "text", public: "text" },
    reply: { target: "data", message: "text" },
  }) as const satisfies About;

/**
 * The tables of the ledger in the order in which they are searched, with their keys and the views of their search
 * words.
 */
export const LEDGER_ABOUT = [
  {
    place: "events",
    keys: ["id"],
    columns: {
      subject: "data",
      detail: "text",
      declined: { reason: "text" },
      event: EVENT,
      payload: "payload",
    },
    words: "event_words",
  },
  {
    place: "runs",
    keys: ["id"],
    columns: { subject: "data", targets: "data", parties: "data", run: RUN, details: "data" },
    words: "run_words",
  },
  {
    place: "inventory",
    keys: ["kind", "key"],
    columns: {
      key: "key",
      data: {
        user: { name: "owner" },
        appUser: { name: "owner" },
        owners: PERSON,
        requester: "name",
        value: "data",
      },
      by_person: "name",
    },
    words: null,
  },
] as const satisfies readonly {
  readonly place: string;
  readonly keys: readonly string[];
  readonly columns: Columns;
  readonly words: string | null;
}[];

/** The tables of Control that contain data about people. */
export const CONTROL_ABOUT: Readonly<Record<string, Columns>> = {
  switches: DECISION,
  claims: { person: "key", subject: "data", wait_what: "text" },
  batches: { batch: { ...DECISION, filter: "text", preview: "text", left: { refused: "text" } } },
  groups: { runs: { subject: "data" }, decided: { refused: "text" } },
};

/**
 * The tables of the outbox. Items without content have been sent. An erasure must wait until the other items are
 * finished.
 */
export const OUTBOX_ABOUT: Readonly<Record<string, Columns>> = {
  items: { key: "key", item: "text" },
  kept: {
    id: "key",
    value: { button: { run: { subject: "data" }, summaries: "text", warnings: "text", text: "text" } },
  },
};

/**
 * The tables of a desk. Only withdrawals, which are kept for a week, are erased: a desk has no other rows about people
 * once its runs have ended and are recorded.
 */
export const DESK_ABOUT = {
  withdrawals: { withdrawal: { reasons: "text" } },
  events: { row: "text", event: "text", payload: "text" },
  runs: { entry: "text", run: "text", step_output: "text" },
  notes: { step_output: "text" },
} as const satisfies Readonly<Record<string, Columns>>;

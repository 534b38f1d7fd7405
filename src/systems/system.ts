// Defines systems: Reeve's modules for products outside. A vendor's file exports one, and index.ts lists them.
import type { Result } from "../base/result.ts";
import type { Secrets } from "../base/variable.ts";
import type { SecretName, VariableName, Variables } from "../env.ts";
import type { Api } from "./api/api.ts";
import type { SenderClient } from "./api/client.ts";
import type { Fields, Person, SenderEvent, WorkerEvent, WorkerFacts } from "./event.ts";

/**
 * A product outside: where its deliveries come in, and its API.
 *
 * @example
 * export const acme: System = {
 *   name: "acme",
 *   title: "Acme HR",
 *   sources: [
 *     {
 *       name: "acme",
 *       secretVariable: "STANDARD_WEBHOOKS_WEBHOOK_SECRET",
 *       setUp: "A webhook of Acme that is signed by Standard Webhooks.",
 *       ...standardWebhook,
 *       parse: parseJson(z.object({ worker: Id }), ({ worker }) => ({
 *         id: null,
 *         event: workerEvent("acme", worker, { type: "worker.changed" }),
 *       })),
 *     },
 *   ],
 *   api: defineApi({
 *     address: { variable: "HIBOB_URL", hosts: ["api.hibob.com"] },
 *     variables: ["HIBOB_API_TOKEN"],
 *     end: "unknown",
 *     authorize: ({ HIBOB_API_TOKEN }) => ({ authorization: `Bearer ${HIBOB_API_TOKEN}` }),
 *   }),
 *   complete: async ({ worker }, client) => {
 *     const found = await client.call({ method: "GET", path: path`/workers/${worker.id}` });
 *     return { active: textAt(found, "status") === "active", worker };
 *   },
 * };
 */
export interface System {
  /** Its name in events: `ticket.system`, `worker.system`, and the first part of their subject. */
  readonly name: string;
  /** Its name in pages and messages: `Jira`, or `a webhook` for any sender. */
  readonly title: string;
  /** Its ways in for events: none, or one for each way of signing. */
  readonly sources: readonly Source[];
  /** Its way in for requests that are no events. @default none */
  readonly entrance?: Entrance;
  /** Its API, for the members below. @default it is neither asked nor answered */
  readonly api?: Api;
  /** Asks about the worker of an event, for vendors whose events leave out what automations need. */
  readonly complete?: Complete;
  /** Asks who has an id, for vendors whose events hide emails and names. */
  readonly findPerson?: FindPerson;
  readonly replies?: Replier;
  /**
   * True if it holds accounts, not employments: an account is disabled or deleted for other reasons than a termination
   * too, so its state confirms none.
   */
  readonly holdsAccounts?: true;
}

/** Declares a system with one way in for events, which has the system's name. */
export const defineSystem = (system: Omit<System, "sources" | "entrance"> & Source): System => ({
  ...system,
  sources: [system],
});

/** Asks a system about the worker of an event; `null` for an unknown worker. */
export type Complete = (event: WorkerEvent, client: SenderClient) => Promise<WorkerRecord | null>;

export interface WorkerRecord {
  /** True for somebody who works here, if the system says. Future starters may have either value. */
  readonly active?: boolean;
  /** True if `active` is false because the employment ended: it then confirms a termination, as a last day does. */
  readonly hasEnded?: boolean;
  /** First day, `YYYY-MM-DD`; or a moment, ISO 8601, whose day is that of the worker's time zone. */
  readonly hiredOn?: string;
  /** Replaces what the event says, the last day too; its fields are added. */
  readonly worker: WorkerFacts;
}

/** Asks a system who has an id. */
export type FindPerson = (client: SenderClient, id: string) => Promise<Pick<Person, "name" | "email">>;

/** A message to a requester about a run. Plain text with parts from outside: each replier escapes it for its format. */
export interface Message {
  readonly sentences: readonly string[];
  /** The run's page, for people who may see it. */
  readonly link?: string;
}

export interface Target {
  readonly system: string;
  /** The ticket's id in the system's API. */
  readonly id: string;
  readonly key: string;
  /** Other members that the system's API needs. */
  readonly fields: Fields;
}

export interface Replier {
  /** Fields of the target that its requests need: without one of them it can't be answered. @default none */
  readonly needs?: readonly string[];
  /** Writes a comment or note; absent if it takes no text. @param visible To the requester, if it distinguishes */
  comment?(client: SenderClient, target: Target, message: Message, visible: boolean): Promise<void>;
  /** The states to move to if `replies` in `src/config.ts` names none. @default none */
  readonly usual?: { readonly done: string; readonly notDone: string };
  /** The status that events name after a move. @default as `to` names it */
  statusAfter?(to: string, project: string | undefined): string | undefined;
  /**
   * Moves a ticket.
   * @param to The state, as the system names it; see `replies` in `src/config.ts`
   * @returns the status after it, `null` if that is `to`
   */
  move(client: SenderClient, target: Target, to: string): Promise<string | null>;
}

/** One HTTP request of a sender, fully read. `body` holds the exact bytes. */
export interface Delivery {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * The reason why a delivery is refused, for the operator's log; the sender only learns that it was. It has names, numbers
 * and lengths: never a secret, and no text of the delivery, which anybody may have written.
 */
export interface Refusal {
  readonly check: Check;
  readonly expected: string;
  readonly got: string;
}

const NOTHING_TO_CHECK = "have the sender use the secret as the source's set-up says";
const OTHER_FORMAT = "compare the sender's format of signatures with the source's set-up";
const OTHER_SECRET = "check the secret at both ends";
const OTHER_TIME = "check the sender's clock, and that nobody repeats old deliveries";

/** What to do about deliveries that fail a check, for each check of verification. */
export const REMEDIES = {
  signature_missing: NOTHING_TO_CHECK,
  signature_malformed: OTHER_FORMAT,
  signature_mismatch: OTHER_SECRET,
  timestamp_missing: NOTHING_TO_CHECK,
  timestamp_malformed: OTHER_FORMAT,
  timestamp_stale: OTHER_TIME,
  timestamp_future: OTHER_TIME,
  secret_missing: NOTHING_TO_CHECK,
  secret_mismatch: OTHER_SECRET,
} as const;
export type Check = keyof typeof REMEDIES;

export const refuse = (check: Check, expected: string, got: string) =>
  ({ ok: false, reason: { check, expected, got } }) as const;

/** Bytes, or a text for its UTF-8 bytes. */
export type Piece = string | Uint8Array<ArrayBuffer>;

export interface JsonBody {
  readonly json: unknown;
  readonly text: string;
}

interface Verified {
  /** The index of the secret that verified it: 0 for the one in use, higher for retiring ones. */
  readonly secret: number;
  /** The signed {@link Piece}s in order: with the same bytes it is a repeat. `null` for a shared secret. */
  readonly signed: readonly Piece[] | null;
  /** The body, if verification parsed it. */
  readonly parsed?: Result<JsonBody, Malformed>;
}

/**
 * Decides if a delivery comes from the sender. No I/O, but for public keys that are fetched and kept.
 * @param now Unix milliseconds
 * @param env The variables, for a sender whose settings are elsewhere
 * @throws Problem `keys_unavailable` if the sender's public keys can't be fetched
 */
export type Verify = (
  delivery: Delivery,
  secrets: Secrets,
  now: number,
  env?: Variables,
) => Promise<Result<Verified, Refusal>>;

/** The fault of a verified delivery that can't be read: the member, and what was expected. */
export interface Malformed {
  readonly detail: string;
}

/**
 * The event in a delivery; or the reason for ignoring it, which is kept.
 *
 * @example
 * export const readPing = (kind: string): Meaning => ({ ignored: `Reeve has no use for ${kind}` });
 */
export type Meaning =
  | SenderEvent
  /** `subject`: the ticket whose waiting runs show it, since its system reports an action that Reeve does not know. */
  | { readonly ignored: string; readonly subject?: string };

/** One event in a verified delivery. */
export interface ParsedDelivery {
  /** The sender's id of it, the same in repeats; `null` if the sender has none: then its bytes identify it. */
  readonly id: string | null;
  readonly event: Meaning;
  /** The sender's own object as JSON text. */
  readonly payload: string;
}

/** An address for deliveries, and the secret that proves them. */
export interface Entrance {
  /** Its name in URLs (`/hooks/{name}`), logs and the ledger. */
  readonly name: string;
  /** Its name in pages and messages. @default its system's */
  readonly title?: string;
  readonly authentication: "signed" | "shared-secret";
  /** The environment variable of its secret; two separated by a comma during a rotation. */
  readonly secretVariable: SecretName;
  /** A secret's fault besides being short: `is …`. */
  readonly secretFault?: (secret: string) => string | null;
  /** Its address after `/hooks/`. @default its name */
  readonly path?: string;
  /** The steps at the vendor in a sentence; docs/senders.md has them in full. */
  readonly setUp: string;
}

/** How events come in at one address: verify the bytes, then read them. No I/O. */
export interface Source extends Entrance {
  readonly verify: Verify;
  /** True if {@link ParsedDelivery.id} is signed. If not, a replay may change it, so the bytes count too. */
  readonly signsIds: boolean;
  /** Reads the events of a delivery. @param now Unix milliseconds @param parsed The body, if `verify` parsed it */
  readonly parse: (
    delivery: Delivery,
    now: number,
    parsed?: Verified["parsed"],
  ) => Result<readonly ParsedDelivery[], Malformed>;
  /** Answers a request that only checks the address; `null` for any other. It makes no event. */
  readonly handshake?: (delivery: Delivery) => Handshake | null;
  /** The variable of the site whose tickets count: a sandbox, a clone or another site may have the same ids. */
  readonly siteVariable?: VariableName;
  /** The status that the sender expects, if 202 is not enough. @default 202 */
  readonly accepted?: 200;
  /**
   * Set if the sender waits for an answer that follows: it gets 202 for a repeat too, and 410 for what nobody wants, so
   * that it waits for nothing. @default its deliveries ask for nothing
   */
  readonly isAnswered?: true;
}

export interface Handshake {
  readonly status: 200;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A token that an operator has to return to the sender: kept for an hour, shown to signed-in people. */
  readonly keep?: string;
}

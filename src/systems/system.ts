// Defines systems, which are Reeve's modules for external products. Each vendor's file exports one, except that
// on-call/rota.ts exports those of all on-call services. index.ts lists them.
import type { Result } from "../base/result.ts";
import type { Secrets } from "../base/variable.ts";
import type { SecretName, VariableName, Variables } from "../env.ts";
import type { Api } from "./api/api.ts";
import type { SenderClient, SenderRequest } from "./api/client.ts";
import type { Fields, Person, SenderEvent, WorkerEvent, WorkerFacts } from "./event.ts";

/**
 * Reeve's module for an external product: the sources of the product's deliveries, and its API.
 *
 * @example
 * export const acme: System = {
 *   name: "acme",
 *   title: "Acme HR",
 *   sources: [
 *     {
 *       name: "acme",
 *       secretVariable: "STANDARD_WEBHOOKS_WEBHOOK_SECRET",
 *       setUp: "Create a webhook that is signed as Standard Webhooks specifies.",
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
  /** The system's name in events: `ticket.system`, `worker.system`, and the first part of the event's subject. */
  readonly name: string;
  /** The system's name in pages and messages: `Jira`, or `a webhook` for any sender. */
  readonly title: string;
  /** The sources of events, one per signature scheme. Empty if the system sends no events. */
  readonly sources: readonly Source[];
  /** The entry point for requests that are not events. @default none */
  readonly entrance?: Entrance;
  /**
   * The system's API, for example to complete events, send replies, create tickets or read who is on call.
   * @default none
   */
  readonly api?: Api;
  /** Reads the worker of an event, for vendors whose events omit data that automations need. */
  readonly complete?: Complete;
  /** Finds the person with an id, for vendors whose events hide emails and names. */
  readonly findPerson?: FindPerson;
  readonly replies?: Replier;
  readonly tickets?: TicketMaker;
  /**
   * True if the system has accounts instead of employments. An account can be disabled or deleted for reasons other
   * than a termination, so its state never confirms a termination. Neither does a disabled governance user, because
   * disabling the account often also disables that user.
   */
  readonly holdsAccounts?: true;
}

/** Declares a system with one source of events, which has the system's name. */
export const defineSystem = (system: Omit<System, "sources" | "entrance"> & Source): System => ({
  ...system,
  sources: [system],
});

/** Reads the worker of an event from its system, or returns `null` if the system has no record of the worker. */
export type Complete = (event: WorkerEvent, client: SenderClient) => Promise<WorkerRecord | null>;

export interface WorkerRecord {
  /**
   * True if the worker is employed now; absent if the system does not provide this. For future starters, systems report
   * either value.
   */
  readonly active?: boolean;
  /** True if `active` is false because the employment ended. Like a last day, it confirms a termination. */
  readonly hasEnded?: boolean;
  /** The first day, `YYYY-MM-DD`, or a moment in ISO 8601, which means its day in the worker's time zone. */
  readonly hiredOn?: string;
  /**
   * The worker's facts, including the last day. They replace the facts in the event, except that `fields` are added to
   * the event's fields.
   */
  readonly worker: WorkerFacts;
}

/** Finds the name and email address of the person with an id. */
export type FindPerson = (client: SenderClient, id: string) => Promise<Pick<Person, "name" | "email">>;

/**
 * A message in a ticket, about a run or a notice. Its plain text can contain untrusted text: each system's module
 * escapes the text for the system's format.
 */
export interface Message {
  readonly sentences: readonly string[];
  /** The address of the run's page, for people who may see it. */
  readonly link?: string;
}

export interface Target {
  readonly system: string;
  /** The id of the ticket, or of the worker, in the system's API. */
  readonly id: string;
  readonly key: string;
  /** Further values of the ticket or worker that reply requests need: see {@link Replier.needs}. */
  readonly fields: Fields;
}

export interface Replier {
  /** The target's fields that reply requests need. If one is missing, no reply is possible. @default none */
  readonly needs?: readonly string[];
  /**
   * Writes a comment or note; absent if the system accepts no text.
   * @param visible True if the requester should see the comment. Ignored if the system has no internal notes
   */
  comment?(client: SenderClient, target: Target, message: Message, visible: boolean): Promise<void>;
  /** The states to which tickets are moved if `replies` in `src/config.ts` sets no state. @default none */
  readonly usual?: { readonly done: string; readonly notDone: string };
  /** Returns the status that events contain after a move. @default `to` */
  statusAfter?(to: string, project: string | undefined): string | undefined;
  /**
   * Moves a ticket.
   * @param to The name, number or id of the state, whichever the system accepts; see `replies` in `src/config.ts`
   * @returns the status after the move, or `undefined` if it is `to`
   */
  move(client: SenderClient, target: Target, to: string): Promise<string | undefined>;
}

/** A ticket to create. */
export interface TicketDraft {
  /** The project for the ticket: Jira's project key, ServiceNow's table, or the id of Zendesk's brand. */
  readonly project: string;
  /** Further fields of the ticket, by their names in the system's API. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly title: string;
  readonly message: Message;
  /** A string in one of the ticket's fields that identifies the ticket. */
  readonly reference: string;
}

/**
 * Creates tickets. Reeve first searches for the ticket, because an interrupted attempt might already have created it.
 */
export interface TicketMaker {
  find(draft: TicketDraft): Pick<SenderRequest, "path" | "query">;
  create(draft: TicketDraft): Pick<SenderRequest, "path" | "body">;
  /**
   * Reads the id that the subject of the ticket's events contains, from a response to `find` or `create`. Returns
   * `undefined` if the response contains no ticket.
   */
  readId(response: unknown): string | undefined;
}

/** An HTTP request from a sender, fully read. `body` contains the exact bytes. */
export interface Delivery {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * The reason why a delivery is rejected, for operators; the response to the sender does not contain the reason. The
 * reason contains names, numbers and lengths, but never a secret or text from the delivery, because anyone can send a
 * delivery.
 */
export interface Refusal {
  readonly check: Check;
  readonly expected: string;
  readonly got: string;
}

const NOTHING_TO_CHECK = "configure the sender and its secret according to the source's set-up";
const OTHER_FORMAT = "compare the sender's signature format with the source's set-up";
const OTHER_SECRET = "check the secret at both ends";
const OTHER_TIME = "check the sender's clock, and whether old deliveries are replayed";

/** Remedies for deliveries that fail verification, by check. */
export const REMEDIES = {
  signature_missing: NOTHING_TO_CHECK,
  signature_malformed: OTHER_FORMAT,
  signature_mismatch: OTHER_SECRET,
  timestamp_missing: NOTHING_TO_CHECK,
  timestamp_malformed: OTHER_FORMAT,
  timestamp_stale: OTHER_TIME,
  timestamp_future: OTHER_TIME,
  token_mismatch: "compare the ids and addresses in the source's set-up with those that the sender uses",
  secret_missing: NOTHING_TO_CHECK,
  secret_mismatch: OTHER_SECRET,
} as const;
export type Check = keyof typeof REMEDIES;

export const refuse = (check: Check, expected: string, got: string) =>
  ({ ok: false, reason: { check, expected, got } }) as const;

/** Bytes, or text that is encoded as UTF-8. */
export type Piece = string | Uint8Array<ArrayBuffer>;

export interface JsonBody {
  readonly json: unknown;
  readonly text: string;
}

interface Verified {
  /**
   * The index of the secret that verified the delivery: 0 for the current secret, higher for secrets that are being
   * retired.
   */
  readonly secret: number;
  /**
   * The signed {@link Piece}s in order: a delivery with the same bytes is a repeat. `null` if no part of the delivery
   * is signed, for example because it contains a shared secret instead.
   */
  readonly signed: readonly Piece[] | null;
  /** The body, if the verification parsed it. */
  readonly parsed?: Result<JsonBody, Malformed>;
}

/**
 * Verifies that a delivery is from the sender. Does no I/O, except to fetch public keys, which are cached.
 * @param now Unix milliseconds
 * @param env The environment variables, for verifications that need settings of the sender
 * @throws Problem `keys_unavailable` if the sender's public keys can't be fetched
 */
export type Verify = (
  delivery: Delivery,
  secrets: Secrets,
  now: number,
  env?: Variables,
) => Promise<Result<Verified, Refusal>>;

/** The error in a verified delivery that can't be read: the property and the expected value. */
export interface Malformed {
  readonly detail: string;
}

/**
 * The event in a delivery, or the reason for ignoring the delivery. Reeve stores the reason, unless `ignoredEvents` in
 * the policy says that ignored events are only counted.
 *
 * @example
 * export const readPing = (kind: string): Meaning => ({ ignored: `Reeve has no use for ${kind}` });
 */
export type Meaning =
  | SenderEvent
  /**
   * `subject`: the ticket whose waiting runs show the reason, set if the ticket's system reported an action that Reeve
   * does not know.
   */
  | { readonly ignored: string; readonly subject?: string };

/** One event in a verified delivery. */
export interface ParsedDelivery {
  /**
   * The sender's id for the event, which repeats share, or `null` if the sender sends no id: the bytes then identify
   * the event.
   */
  readonly id: string | null;
  readonly event: Meaning;
  /** The part of the body that describes the event, as JSON text. */
  readonly payload: string;
}

/** An entry point: an address for requests, and the secret that authenticates them. */
export interface Entrance {
  /** The entry point's name in logs, in the ledger and, unless `path` is set, in the URL: `/hooks/{name}`. */
  readonly name: string;
  /** The entry point's name in pages and messages. @default the system's title */
  readonly title?: string;
  readonly authentication: "signed" | "shared-secret";
  /** The environment variable with the secret, or with two secrets separated by a comma during a rotation. */
  readonly secretVariable: SecretName;
  /**
   * Returns the problem with a secret of sufficient length, for example `is not base64`, or `null` if the secret is
   * valid.
   */
  readonly secretFault?: (secret: string) => string | null;
  /** The path after `/hooks/`. @default the name */
  readonly path?: string;
  /** A summary of the set-up steps at the vendor. docs/set-up/senders/ describes them in full. */
  readonly setUp: string;
}

/** A source of events at one address. It verifies the bytes of a delivery, then reads them. */
export interface Source extends Entrance {
  readonly verify: Verify;
  /**
   * True if {@link ParsedDelivery.id} is signed. If only other parts are signed, a replay attack could change the id,
   * so a delivery with the same signed bytes is also treated as a repeat.
   */
  readonly signsIds: boolean;
  /**
   * Reads the events of a delivery.
   * @param now Unix milliseconds
   * @param parsed The body, if `verify` parsed it
   */
  readonly parse: (
    delivery: Delivery,
    now: number,
    parsed?: Verified["parsed"],
  ) => Result<readonly ParsedDelivery[], Malformed>;
  /**
   * Responds to a request that only verifies the address and creates no event, or returns `null` for any other request.
   */
  readonly handshake?: (delivery: Delivery) => Handshake | null;
  /**
   * The variable with the address of our site. A ticket whose URL belongs to another site, such as a sandbox or a
   * clone, is ignored, because it can have the same id as one of our tickets.
   */
  readonly siteVariable?: VariableName;
  /**
   * The API that all of the vendor's sites share: the variable with our site's address in it, and the pattern of any
   * site's address. A ticket's URL can begin with such an address instead of the site's.
   */
  readonly sharedApi?: { readonly variable: VariableName; readonly address: RegExp };
  /** The status that the sender expects, if it does not accept 202. @default 202 */
  readonly accepted?: 200;
  /**
   * Set if the sender waits for a later answer. A repeat then also receives status 202, and an event that no automation
   * wants receives 410, so that the sender stops waiting.
   * @default the sender waits for no answer
   */
  readonly isAnswered?: true;
}

export interface Handshake {
  readonly status: 200;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * A token that an operator must return to the sender. Unless the source's secret is set, the token is stored for an
   * hour and shown to signed-in users.
   */
  readonly keep?: string;
}

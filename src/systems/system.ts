// What a system is: Reeve's module for one product outside. A vendor's file exports one, and index.ts lists them.
import type { Result } from "../base/result.ts";
import type { SecretName, Secrets, VariableName } from "../env.ts";
import type { Api } from "./api/api.ts";
import type { SenderClient } from "./api/client.ts";
import type { Event, Person, SenderEvent, WorkerEvent, WorkerFacts } from "./event.ts";

/**
 * A product outside: where its deliveries come in, and its API.
 *
 * @example
 * export const acme: System = {
 *   name: "acme",
 *   title: "Acme HR",
 *   sources: [acmeWebhook],
 *   api: acmeApi,
 *   complete: async ({ worker }, client) => {
 *     const found = await client.call({ method: "GET", path: path`/workers/${worker.id}` });
 *     return { active: textAt(found, "status") === "active", worker };
 *   },
 * };
 */
export interface System {
  /** Name of it in events: `ticket.system`, `worker.system`; the first part of their subject. */
  readonly name: string;
  /** Name of it in pages and messages: `Jira`, or `a webhook` for any sender. */
  readonly title: string;
  /** Its ways in for events: none, or one for each way it has of signing. */
  readonly sources: readonly Source[];
  /** Its way in for requests that are no events. @default none */
  readonly entrance?: Entrance;
  /** Its API, which the members below ask. @default it is neither asked nor answered */
  readonly api?: Api;
  /** Asks about the worker of an event, where its events leave out what automations need. */
  readonly complete?: Complete;
  /** Asks who has an id, where its events hide emails and names. */
  readonly findPerson?: FindPerson;
  readonly replies?: Replier;
}

/** Asks a system about the worker of an event; `null` where it knows no such worker. */
export type Complete = (event: WorkerEvent, client: SenderClient) => Promise<WorkerRecord | null>;

export interface WorkerRecord {
  /** True for somebody who works here, as far as it says. Somebody who is yet to begin may be called either. */
  readonly active?: boolean;
  /** First and last day, `YYYY-MM-DD`. */
  readonly hiredOn?: string;
  readonly terminatedOn?: string;
  /** Replaces what the event knows; its fields are added to. */
  readonly worker: WorkerFacts;
}

/** Asks a system who has an id. */
export type FindPerson = (client: SenderClient, id: string) => Promise<Pick<Person, "name" | "email">>;

/** A message to a requester about a run. Plain text, of which parts come from outside: each replier escapes it for its format. */
export interface Message {
  /** Sentences, each a paragraph. */
  readonly sentences: readonly string[];
  /** The run's page, for those who may see it. */
  readonly link?: string;
}

export interface Target {
  readonly system: string;
  /** The system's own id of the ticket. */
  readonly id: string;
  readonly key: string;
  /** Other members that the system's API needs. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
}

export interface Replier {
  /** True for what can be answered at all. @default true */
  canReach?(target: Target): boolean;
  /**
   * Says it, as a comment or note. Left out where the system has no place for words.
   * @param visible to the requester, where the system tells that apart
   */
  comment?(client: SenderClient, target: Target, message: Message, visible: boolean): Promise<void>;
  /** The states that are moved to where `replies` in `src/config.ts` names none. @default none */
  readonly usual?: { readonly done: string; readonly notDone: string };
  /** Moves a ticket on. @param to The state, as the system names it; see `replies` in `src/config.ts` */
  move(client: SenderClient, target: Target, to: string): Promise<void>;
}

/** The target of a reply to an event; `null` where there is nowhere to answer. */
export function targetOf(event: Event): Target | null {
  if ("ticket" in event) return event.ticket;
  return "worker" in event ? { ...event.worker, key: event.worker.name ?? event.worker.id } : null;
}

/** One HTTP request of a sender, read to the end. `body` is the exact bytes that were sent. */
export interface Delivery {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The reason why a delivery is not believed, for the operator's log: the sender learns only that it was refused. */
export interface Refusal {
  readonly check:
    | "signature_missing"
    | "signature_malformed"
    | "signature_mismatch"
    | "timestamp_missing"
    | "timestamp_malformed"
    | "timestamp_stale"
    | "timestamp_future"
    | "secret_missing"
    | "secret_mismatch";
}

/** Bytes, or a text that stands for its UTF-8 bytes. */
export type Piece = string | Uint8Array<ArrayBuffer>;

/** A body after it was parsed, and the text it was. */
export interface JsonBody {
  readonly json: unknown;
  readonly text: string;
}

interface Verified {
  /** Place of the secret that verified it: 0 is the one in use, above it the retiring. */
  readonly secret: number;
  /**
   * What was signed, as {@link Piece}s one after the other: two deliveries with the same bytes say the same. `null`: a
   * shared secret, nothing is signed.
   */
  readonly signed: readonly Piece[] | null;
  /** The body, where verifying took parsing it. */
  readonly parsed?: Result<JsonBody, Malformed>;
}

/** Decides whether a delivery comes from the sender. No I/O. @param now Unix milliseconds */
export type Verify = (
  delivery: Delivery,
  secrets: Secrets,
  now: number,
) => Promise<Result<Verified, Refusal>>;

/** The fault of a verified delivery that can't be read: the member, and what was expected. */
export interface Malformed {
  readonly detail: string;
}

/** The meaning of a delivery here, or why it has none: kept as ignored, with the reason. */
export type Meaning = SenderEvent | { readonly ignored: string };

/** One thing that a verified delivery says. */
export interface ParsedDelivery {
  /**
   * What the sender knows it by, the same whenever it is sent again. `null` where it sends nothing of the kind: then
   * it is known by the bytes that say it.
   */
  readonly id: string | null;
  readonly event: Meaning;
  /** The sender's own object, as JSON text. */
  readonly payload: string;
}

/** An address that deliveries come in at, and the secret that proves them. */
export interface Entrance {
  /** Its name in URLs (`/hooks/{name}`), logs and the ledger. */
  readonly name: string;
  /** Name of it in pages and messages. @default its system's */
  readonly title?: string;
  readonly authentication: "signed" | "shared-secret";
  /** The environment variable with its secret; two, separated by a comma, while one is being replaced. */
  readonly secretVariable: SecretName;
  /** The fault of a secret besides being short: `is …`. */
  readonly secretFault?: (secret: string) => string | null;
  /** Its address behind `/hooks/`. @default its name */
  readonly path?: string;
  /** Steps at the vendor, in a sentence; docs/senders.md has all of them. */
  readonly setUp: string;
}

/**
 * How the events of one address come in: trust the bytes, then read them. Neither does I/O.
 */
export interface Source extends Entrance {
  readonly verify: Verify;
  /** True if {@link ParsedDelivery.id} is inside what is signed. If not, a replayer may change it: the bytes count too. */
  readonly signsIds: boolean;
  /**
   * Reads the delivery: one thing that it says, several, or nothing.
   * @param now Unix milliseconds
   * @param parsed The body as `verify` parsed it, if it did
   */
  readonly parse: (
    delivery: Delivery,
    now: number,
    parsed?: Verified["parsed"],
  ) => Result<readonly ParsedDelivery[], Malformed>;
  /** Answers a request that only asks whether this address is ours; `null` for any other. No event comes of it. */
  readonly handshake?: (delivery: Delivery) => Handshake | null;
  /**
   * The environment variable with the address of the site whose tickets count, where it is set. The tickets of another
   * site mean nothing here: Reeve would answer, and ask about, a ticket of its own site that has the same id.
   */
  readonly siteVariable?: VariableName;
  /** The status that the sender expects, where 202 is not enough. @default 202 */
  readonly accepted?: 200;
}

export interface Handshake {
  readonly status: 200;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A token that an operator has to give back to the sender: kept for an hour, shown to whoever is signed in. */
  readonly keep?: string;
}

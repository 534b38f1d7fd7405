import type { Result } from "../base/result.ts";
import type { Event } from "./event.ts";

/** One HTTP request of a sender, read to the end. `body` is the exact bytes that were sent. */
export interface Delivery {
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The secret in use first, the one being retired after it. */
export type Secrets = readonly [string, ...string[]];

/** Why a delivery is not believed. For the operator's log only: the sender learns that it was refused, not why. */
export interface Refusal {
  readonly check: "signature_missing" | "signature_malformed" | "signature_mismatch";
}

/** Why a verified delivery can't be read: the member at fault and what was expected. */
export interface Malformed {
  readonly detail: string;
}

/** What a verified body says. */
export interface Parsed {
  /** The sender's own id of the delivery, the same on its retries; `null` where it sends none. */
  readonly deliveryId: string | null;
  readonly event: Event;
  /** The sender's own object, as JSON text. */
  readonly payload: string;
}

/**
 * Reeve's module for one sender: trust the bytes, then read them. Neither does I/O.
 */
export interface Source {
  /** Its name in URLs (`/hooks/{name}`), logs and the ledger. */
  readonly name: string;
  /** How strongly a verified delivery is known to come from the sender. */
  readonly authentication: "signed" | "shared-secret";
  /** The environment variable with its secret; two, separated by a comma, while one is being replaced. */
  readonly secretVariable: string;
  verify(delivery: Delivery, secrets: Secrets): Promise<Result<void, Refusal>>;
  parse(delivery: Delivery): Result<Parsed, Malformed>;
}

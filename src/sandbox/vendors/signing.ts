// Defines the type of simulated senders, functions that declare them, and the HMACs and encodings with which they sign.

/**
 * An external sender, as `npm run send`, the local stack and tests simulate it.
 *
 * @example
 * export const ownSenders: readonly Sender[] = [standardWebhooksSender("acme")];
 */
export interface Sender {
  /** The name of the source that receives the sender's deliveries: `/hooks/{source}`, unless `path` is set. */
  readonly source: string;
  /** The path under `/hooks/` that receives the sender's deliveries. @default the source */
  readonly path?: string;
  readonly contentType: string;
  /** A secret in this sender's format, for the local stack only. */
  readonly localSecret: string;
  /** A second valid secret, for senders whose secrets have a fixed format. */
  readonly otherSecret?: string;
  /**
   * Maximum age of a signature's time, and how far the time can be in the future, in seconds. Absent if the sender
   * signs no time.
   */
  readonly freshness?: { readonly maxAge: number; readonly maxAhead: number };
  sign(body: Uint8Array<ArrayBuffer>, around: Signing): Promise<SignedRequest> | SignedRequest;
}

export interface Signing {
  readonly secret: string;
  /** The time at which the delivery is sent, in Unix milliseconds. */
  readonly at: number;
  /** The delivery's id. Senders whose deliveries have no ids ignore it. */
  readonly id: string;
  /** The address to which the delivery is sent. */
  readonly url?: URL;
}

/** The headers and query parameters for a body, and the body itself if signing changes it. */
export interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

type Piece = string | Uint8Array;

/**
 * Returns the HMAC of joined pieces.
 *
 * @param key As text or bytes
 * @example
 * export const signature = async (body: Uint8Array) => toHex(await mac("SHA-256", "a secret of Acme's", body));
 */
export async function mac(
  hash: "SHA-256" | "SHA-512",
  key: Piece,
  ...pieces: readonly Piece[]
): Promise<Uint8Array> {
  const signer = await crypto.subtle.importKey("raw", bytes([key]), { name: "HMAC", hash }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", signer, bytes(pieces)));
}

export const base64 = (value: Uint8Array): string => btoa(String.fromCharCode(...value));

export function bytes(pieces: readonly Piece[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  return Uint8Array.from(
    pieces.flatMap((piece) => Array.from(typeof piece === "string" ? encoder.encode(piece) : piece)),
  );
}

export const seconds = (at: Signing["at"]): string => String(Math.floor(at / 1000));

export const FIVE_MINUTES_S = 5 * 60;

/**
 * Declares a sender. By default, it sends JSON, and its secret can be any text.
 *
 * @example
 * export const acme = sender("acme", (_, { secret }) => ({ headers: { "x-acme-secret": secret } }));
 */
export const sender = (source: string, sign: Sender["sign"], more: Partial<Sender> = {}): Sender => ({
  source,
  contentType: "application/json",
  localSecret: `local-${source}-webhook-secret`,
  sign,
  ...more,
});

/**
 * Declares a sender that signs as Standard Webhooks specifies, with version `v1`.
 *
 * @example
 * export const acme = standardWebhooksSender("acme");
 */
export const standardWebhooksSender = (source: string): Sender =>
  sender(
    source,
    async (body, { secret, at, id }) => {
      const key = Uint8Array.from(atob(secret.replace(/^whsec_/, "")), (char) => char.charCodeAt(0));
      const signature = await mac("SHA-256", key, `${id}.${seconds(at)}.`, body);
      const stamp = { "webhook-id": id, "webhook-timestamp": seconds(at) };
      return { headers: { ...stamp, "webhook-signature": `v1,${base64(signature)}` } };
    },
    {
      localSecret: `whsec_${btoa(`local ${source} webhook signing key`)}`,
      otherSecret: `whsec_${btoa("another standard-webhooks secret")}`,
      freshness: { maxAge: FIVE_MINUTES_S, maxAhead: FIVE_MINUTES_S },
    },
  );

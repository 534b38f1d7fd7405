// Signs webhooks as the governance service does, with a token for the request and a digest of its body.
import { importJWK, type JWK, SignJWT } from "jose";
import { sha256 } from "../../../base/hash.ts";

/** The public example key of RFC 8037, appendix A, which tenants on the local machine use. */
export const TENANT_KEY = {
  kty: "OKP",
  crv: "Ed25519",
  d: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
  x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
} as const satisfies JWK;

export interface WebhookToken {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly issuer: string;
  readonly url: URL;
  /** The time of signing, in Unix milliseconds. */
  readonly at: number;
  readonly key?: JWK;
  /** Claims that replace the correct ones. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** Returns the headers that authenticate a webhook. */
export async function signWebhook({ body, issuer, url, at, key = TENANT_KEY, claims = {} }: WebhookToken) {
  const digest = btoa(String.fromCharCode(...(await sha256(body))));
  const iat = Math.floor(at / 1000);
  const token = await new SignJWT({
    iss: issuer,
    aud: url.host,
    c1typ: "wh",
    htm: "POST",
    htu: url.origin + url.pathname,
    htb_s256: digest,
    iat,
    nbf: iat - 60,
    exp: iat + 120,
    jti: crypto.randomUUID(),
    ...claims,
  })
    .setProtectedHeader({ alg: "EdDSA", kid: "local" })
    .sign(await importJWK(key, "EdDSA"));
  return { authorization: `bearer ${token}`, "content-digest": `sha-256=${digest}`, "webhook-version": "v1" };
}

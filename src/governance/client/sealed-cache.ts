// Keeps the access token in KV, sealed: reading KV gives no access.
import * as base64url from "jose/base64url";
import type { Env } from "../../env.ts";
import { type Credential, type CredentialSettings, parseCredentials } from "./credential.ts";
import { Token } from "./token.ts";

/** KV refuses a shorter `expirationTtl`. */
const MIN_TTL_SECONDS = 60;
/** AES-GCM's nonce (NIST SP 800-38D, section 8.2), drawn for each value. */
const NONCE_BYTES = 12;
const NAME_BYTES = 16;

/** The access token in KV, for isolates that lack it. */
export interface TokenCache {
  /** Never fails: a value that can't be read, opened or used counts as absent. */
  get(nowMs: number): Promise<Token | undefined>;
  put(token: Token, nowMs: number): Promise<void>;
}

/** Names a credential's cache entry and keeper: 128 bits derived from the secret, bound to client id and address. */
export async function cacheName(credential: Credential): Promise<string> {
  const bits = await crypto.subtle.deriveBits(
    derivation("name", binding(credential)),
    await keyMaterial(credential),
    NAME_BYTES * 8,
  );
  return base64url.encode(new Uint8Array(bits));
}

/**
 * The cache of one credential. Values are sealed with AES-256-GCM under a key derived from the client secret (HKDF, RFC
 * 5869) and bound to client id and address: they tell a reader of KV nothing, and a value planted or moved there does not
 * open.
 */
export async function sealedCache(
  kv: KVNamespace,
  credential: Credential,
  name: string,
): Promise<TokenCache> {
  const key = await crypto.subtle.deriveKey(
    derivation("seal", new Uint8Array()),
    await keyMaterial(credential),
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
  const aes = (iv: Uint8Array) => ({ name: "AES-GCM", iv, additionalData: binding(credential) });
  const entry = `governance-token:${name}`;
  return {
    async get(nowMs) {
      try {
        const sealed = base64url.decode((await kv.get(entry)) ?? "");
        const nonce = sealed.subarray(0, NONCE_BYTES);
        const opened = await crypto.subtle.decrypt(aes(nonce), key, sealed.slice(NONCE_BYTES));
        const token = Token.parse(JSON.parse(new TextDecoder().decode(opened)));
        return nowMs < token.refreshAtMs ? token : undefined;
      } catch {
        return undefined;
      }
    },
    async put(token, nowMs) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const plain = new TextEncoder().encode(JSON.stringify(token));
      const sealed = new Uint8Array(await crypto.subtle.encrypt(aes(nonce), key, plain));
      const expirationTtl = Math.max(MIN_TTL_SECONDS, Math.floor((token.refreshAtMs - nowMs) / 1000));
      await kv.put(entry, base64url.encode(new Uint8Array([...nonce, ...sealed])), { expirationTtl });
    },
  };
}

function keyMaterial({ secret }: Credential): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(secret);
  return crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveBits", "deriveKey"]);
}

/** No salt: the secret holds a random 256-bit key (RFC 5869, section 3.1). */
function derivation(purpose: "name" | "seal", bound: Uint8Array) {
  const info = new Uint8Array([...new TextEncoder().encode(`reeve governance token ${purpose}\n`), ...bound]);
  return { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info };
}

const binding = ({ clientId, root }: Credential) => new TextEncoder().encode(`${clientId}\n${root}`);

/** The access to a tenant, as far as it is known without using it. */
export interface TokenState extends ReturnType<typeof pickAccess> {
  /** Expiry of the shared token, Unix milliseconds; `null` for none. */
  readonly expiresAt: number | null;
}

/** The shared access token's state, of the first credential that has one. @throws Problem if none is valid */
export async function tokenState(
  env: CredentialSettings & Pick<Env, "TOKENS">,
  now: number,
): Promise<TokenState> {
  const credentials = parseCredentials(env);
  for (const credential of credentials) {
    const cache = await sealedCache(env.TOKENS, credential, await cacheName(credential));
    const token = await cache.get(now);
    if (token) return { ...pickAccess(credential), expiresAt: token.expiresAtMs };
  }
  return { ...pickAccess(credentials[0]), expiresAt: null };
}

const pickAccess = ({ root, clientId, flow }: Credential) => ({ root, clientId, flow });

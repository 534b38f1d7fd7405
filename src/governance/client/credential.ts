// Parses the client credential, and tells from it where the API is.
import { base64url } from "jose";
import * as z from "zod";
import { Problem } from "../../base/problem.ts";
import { ok, type Result, refused } from "../../base/result.ts";

/** Longest DNS name in its written form (RFC 1035, section 3.1). */
const MAX_HOSTNAME_LENGTH = 253;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** URL parsers read a host whose last label is a number, decimal or hex, as an IPv4 address (WHATWG URL, 3.5). */
const NUMBER = /^(?:\d+|0x[0-9a-f]*)$/;
/** Hosts that never leave the machine, to which plain http may be spoken. */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * A plain DNS name in lower case: no port, no userinfo, no IP address in any notation, so that a client id
 * cannot point the client at an address inside a network.
 */
function parseHostname(text: string): string | undefined {
  const name = text.toLowerCase();
  const labels = name.split(".");
  const last = labels.at(-1) ?? "";
  const plain =
    name.length <= MAX_HOSTNAME_LENGTH && labels.every((label) => LABEL.test(label)) && !NUMBER.test(last);
  return plain ? name : undefined;
}

/**
 * The root of an API: https, or http to this machine; a path prefix may follow, nothing else.
 * @returns The address without a trailing slash, or what is wrong with it.
 */
function parseAddress(text: string): Result<string, string> {
  const url = URL.parse(text.trim());
  if (!url) return refused("is not a URL; it reads like https://governance.example.com");
  const local = url.protocol === "http:" && LOCAL_HOSTS.has(url.hostname);
  if (url.protocol !== "https:" && !local) {
    return refused("must begin with https:// (http:// is for localhost, 127.0.0.1 and [::1] only)");
  }
  if (url.username || url.password) return refused("must not hold a user name or password");
  if (text.includes("?") || text.includes("#")) return refused("must have neither query nor fragment");
  return ok(url.origin + url.pathname.replace(/\/+$/, ""));
}

/** How an access token is asked for: with a signed assertion, or with the client secret itself. */
export type TokenFlow = "assertion" | "secret";

/** The settings a credential is made of, as the environment holds them. */
export interface CredentialSettings {
  readonly GOVERNANCE_CLIENT_ID?: string | undefined;
  readonly GOVERNANCE_CLIENT_SECRET?: string | undefined;
  /** Root of the API, where it is not `https://<hostname of the client id>`: a local tenant, a proxy. */
  readonly GOVERNANCE_BASE_URL?: string | undefined;
  /** @default "assertion" */
  readonly GOVERNANCE_TOKEN_FLOW?: string | undefined;
}

/** A parsed credential. It holds the secret: never log it, never store it. */
export interface Credential {
  readonly clientId: string;
  /** The tenant's domain, which is also the audience of assertions: the client id's hostname, without a port. */
  readonly hostname: string;
  /** Address that the contract's paths are appended to, without a trailing slash. */
  readonly root: string;
  readonly flow: TokenFlow;
  /** The whole secret, as issued. */
  readonly secret: string;
  /** The Ed25519 private key within it. */
  readonly key: Ed25519Key;
}

/** An Ed25519 private key in JWK form (RFC 8037, section 2). */
const Ed25519Key = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  d: z.string().regex(/^[\w-]{43}$/),
  x: z.string().regex(/^[\w-]{43}$/),
});
type Ed25519Key = z.infer<typeof Ed25519Key>;

const MEND = "an API credential's Client ID reads <random_id>@<hostname>/<use_case>";
const ISSUED = "copy the Client Secret as it was shown when the API credential was created";

/**
 * Reads the credential (identity-governance-api.md, Authentication, 4 and 5).
 * @throws Problem `configuration_invalid`, naming the setting at fault and never its value.
 */
export function parseCredential(settings: CredentialSettings): Credential {
  const clientId = present(settings, "GOVERNANCE_CLIENT_ID");
  const secret = present(settings, "GOVERNANCE_CLIENT_SECRET");
  const [, host] = /^[^@/\s]+@([^@/\s]+)\/[^@\s]+$/.exec(clientId) ?? [];
  if (host === undefined) throw invalid("GOVERNANCE_CLIENT_ID", `is not a client id; ${MEND}`);
  const hostname = parseHostname(host);
  if (hostname === undefined) {
    throw invalid("GOVERNANCE_CLIENT_ID", `holds no plain DNS name between @ and /; ${MEND}`);
  }
  const address = parseAddress(settings.GOVERNANCE_BASE_URL || `https://${hostname}`);
  if (!address.ok) throw invalid("GOVERNANCE_BASE_URL", address.reason);
  const flow = settings.GOVERNANCE_TOKEN_FLOW || "assertion";
  if (flow !== "assertion" && flow !== "secret") {
    throw invalid("GOVERNANCE_TOKEN_FLOW", 'must be "assertion" (the default) or "secret"');
  }
  return { clientId, hostname, root: address.value, flow, secret, key: parseKey(secret) };
}

function present(settings: CredentialSettings, name: keyof CredentialSettings): string {
  const value = settings[name]?.trim();
  if (!value) throw invalid(name, "is not set; see .dev.vars.example");
  return value;
}

/** `secret-token:<label>:<key>`; secrets in the wild carry a version before the key, of which v1 is known. */
function parseKey(secret: string): Ed25519Key {
  const fault = (what: string) => invalid("GOVERNANCE_CLIENT_SECRET", `${what}; ${ISSUED}`);
  const [scheme, label, ...rest] = secret.split(":");
  if (scheme !== "secret-token" || !label) throw fault("does not begin with secret-token:<label>:");
  const encoded = rest.at(-1);
  if (!encoded || rest.length > 2) throw fault("does not have the parts of a client secret");
  if (rest.length === 2 && rest[0] !== "v1") throw fault("is of a version other than v1");
  let jwk: unknown;
  try {
    jwk = JSON.parse(new TextDecoder().decode(base64url.decode(encoded)));
  } catch {
    // The cause is left out: parser errors quote what they read.
    throw fault("does not end in a base64url-encoded JWK");
  }
  const key = Ed25519Key.safeParse(jwk);
  if (!key.success) throw fault("does not hold an Ed25519 private key (kty OKP, crv Ed25519, d and x)");
  return key.data;
}

const invalid = (setting: keyof CredentialSettings, what: string) =>
  new Problem("configuration_invalid", `${setting} ${what}`);

// Parses the client credential, and tells from it where the API is.
import { base64url } from "jose";
import * as z from "zod";
import { Problem } from "../../base/problem.ts";
import { readVariable, type Variables } from "../../env.ts";

/** Longest DNS name in its written form (RFC 1035, section 3.1). */
const MAX_HOSTNAME_LENGTH = 253;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** URL parsers read a host whose last label is a number, decimal or hex, as an IPv4 address (WHATWG URL, 3.5). */
const NUMBER = /^(?:\d+|0x[0-9a-f]*)$/;
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

/** The variables that a credential is made of. */
const PARTS = [
  "GOVERNANCE_CLIENT_ID",
  "GOVERNANCE_CLIENT_SECRET",
  "GOVERNANCE_BASE_URL",
  "GOVERNANCE_TOKEN_FLOW",
] as const;
export type CredentialSettings = Pick<Variables, (typeof PARTS)[number]>;

/** The variables of a credential among those of an environment. */
export const credentialSettings = (env: CredentialSettings): CredentialSettings =>
  Object.fromEntries(PARTS.map((name) => [name, env[name]]));

/** A parsed credential. It holds the secret: never log it, never store it. */
export interface Credential {
  readonly clientId: string;
  /** The tenant's domain, which is also the audience of assertions: the client id's hostname, without a port. */
  readonly hostname: string;
  /** Address that the contract's paths are appended to, without a trailing slash. */
  readonly root: string;
  readonly flow: "assertion" | "secret";
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
  const hostname = parseHostname(/@([^/]+)\//.exec(clientId)?.[1] ?? "");
  if (hostname === undefined) {
    throw invalid("GOVERNANCE_CLIENT_ID", `holds no plain DNS name between @ and /; ${MEND}`);
  }
  const root = readVariable(settings, "GOVERNANCE_BASE_URL") ?? `https://${hostname}`;
  const flow = readVariable(settings, "GOVERNANCE_TOKEN_FLOW");
  return { clientId, hostname, root, flow, secret, key: parseKey(secret) };
}

function present(
  settings: CredentialSettings,
  name: "GOVERNANCE_CLIENT_ID" | "GOVERNANCE_CLIENT_SECRET",
): string {
  const value = readVariable(settings, name)?.trim();
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

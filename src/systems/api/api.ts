// Defines the systems' APIs: their addresses, and the credentials for requests to them, with their expiry.
import { DAY_MS, formatDay } from "../../base/days.ts";
import { Problem } from "../../base/problem.ts";
import { isThisMachine } from "../../base/request.ts";
import {
  type Env,
  findFault,
  isLocalStack,
  isSet,
  readVariable,
  VARIABLES,
  type VariableName,
  type Variables,
} from "../../env.ts";

/**
 * A credential's expiry: the `day` on which the vendor ends all credentials of this kind, the maximum lifetime in days
 * that the vendor allows (`maxDays`), `renewed` if a refresh token renews the credential, or `unknown`. A credential
 * whose expiry is unknown might never expire, or its expiry might be shown only on the vendor's own page.
 */
export type CredentialEnd = { readonly day: string } | { readonly maxDays: number } | "renewed" | "unknown";

/**
 * Returns the latest possible expiry in Unix milliseconds. Returns `null` if the expiry is unknown, if it depends on
 * when the credential was first checked and this time is unknown, or if a refresh token renews the credential.
 * @param firstSeen When Reeve first checked the credential, in Unix milliseconds, or `null` if unknown
 */
export function endsAt(end: CredentialEnd, firstSeen: number | null): number | null {
  if (typeof end === "string") return null;
  if ("day" in end) return Date.parse(`${end.day}T00:00:00Z`);
  return firstSeen === null ? null : firstSeen + end.maxDays * DAY_MS;
}

/**
 * Describes a credential's expiry, as a phrase that follows "it".
 * @param firstSeen When Reeve first checked the credential, in Unix milliseconds, or `null` if unknown
 */
export function formatEnd(end: CredentialEnd, firstSeen: number | null = null): string {
  if (end === "unknown") return "has no known expiry";
  if (end === "renewed") return "is renewed with a refresh token";
  const at = endsAt(end, firstSeen);
  const day = at === null ? "" : formatDay(new Date(at).toISOString().slice(0, 10));
  if ("day" in end) return `expires on ${day}`;
  return at === null ? `lasts at most ${end.maxDays} days` : `expires on ${day} at the latest`;
}

/** An address for requests with credentials: a fixed host, or the customer's own host under a vendor's domain. */
export interface Address {
  readonly variable: VariableName;
  /** Allowed hosts. An entry that begins with a dot allows every host that ends with it. */
  readonly hosts: readonly string[];
  /** A pattern that the address's path must match. @default the address must end after the host */
  readonly path?: RegExp;
  /** The address to use if the variable is not set. @default none: the variable is required, or has a default */
  readonly otherwise?: Address;
}

/** A credential for requests to a system's API. */
export interface ApiCredential {
  /** The variables that contain the credential. All are required. */
  readonly variables: readonly VariableName[];
  readonly end: CredentialEnd;
  /** Returns the headers for a request, including the credential. @param values The variables' values by name */
  authorize(values: Readonly<Record<string, string>>, signIn: SignIn): Headered | Promise<Headered>;
}
type Headered = Readonly<Record<string, string>>;

/** A system's API: its address and its credential. */
export interface Api extends ApiCredential {
  readonly address: Address;
  /**
   * Another kind of credential, such as an earlier one, which Reeve uses if only the variables of that kind are set.
   */
  readonly alternative?: ApiCredential;
}

export interface SenderApi extends Api {
  readonly system: string;
}

type Declared<Name extends VariableName> = Omit<ApiCredential, "variables" | "authorize"> & {
  readonly variables: readonly Name[];
  authorize(values: Readonly<Record<Name, string>>, signIn: SignIn): Headered | Promise<Headered>;
};

/** Declares a credential, and gives `authorize` the types of the variables that the credential names. */
export const defineCredential = <const Name extends VariableName>(
  credential: Declared<Name>,
): ApiCredential => ({
  ...credential,
  authorize: (values, signIn) => credential.authorize(values as Readonly<Record<Name, string>>, signIn),
});

/**
 * Declares a system's API: its address, whose host must be one of the vendor's, and the credential for each request.
 *
 * @example
 * export const api = defineApi({
 *   address: { variable: "HIBOB_URL", hosts: ["api.hibob.com"] },
 *   variables: ["HIBOB_API_TOKEN"],
 *   end: "unknown",
 *   authorize: ({ HIBOB_API_TOKEN }) => ({ authorization: `Bearer ${HIBOB_API_TOKEN}` }),
 * });
 */
export const defineApi = <const Name extends VariableName>(
  api: Omit<Api, keyof ApiCredential> & Declared<Name>,
): Api => ({ ...api, ...defineCredential(api) });

export const isPartlySet = ({ variables }: ApiCredential, env: Variables): boolean =>
  variables.some((name) => Boolean(env[name]));

/**
 * Returns the alternative credential if at least one of its variables is set and none of the preferred credential's
 * variables is. Otherwise returns the preferred credential.
 */
export const credentialInUse = (api: Api, env: Variables): ApiCredential =>
  api.alternative && isPartlySet(api.alternative, env) && !isPartlySet(api, env) ? api.alternative : api;

/**
 * Signs in with OAuth 2.0 and returns the headers with an access token. The token is renewed before it expires, and
 * when the API rejects it with 401.
 */
export type SignIn = (request: SignInRequest) => Promise<Headered>;
export interface SignInRequest {
  readonly address: Address;
  readonly path: string;
  readonly id: string;
  readonly secret: string;
  readonly scope?: string;
  /** The API whose address, followed by `/.default`, is the scope. @default none: the scope is `scope` */
  readonly resource?: Address;
  /** The encoding of the token request's body. @default "form", as in RFC 6749 */
  readonly encoding?: "form" | "json";
  /**
   * The variable with the first refresh token. Each refresh token is replaced when it is used (RFC 6749, section 6),
   * and the token keeper stores the next one.
   * @default client credentials (section 4.4)
   */
  readonly refreshToken?: VariableName;
}

/** The environment's variables, and the token keeper for sign-ins with a refresh token. */
export type SenderEnv = Variables & Partial<Pick<Env, "TOKEN_KEEPER">>;

/** Returns the value of the `Authorization` header with basic authentication (RFC 7617). */
export const basic = (name: string, password: string): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${name}:${password}`)))}`;

/** Returns the first address whose variable is set, or the last alternative if no variable is set. */
export const addressInUse = (address: Address, env: Variables): Address =>
  address.otherwise && !isSet(env, address.variable) ? addressInUse(address.otherwise, env) : address;

/** Reads a variable. @throws Problem `sender_not_configured` if it is malformed or not set */
export function readSet(name: VariableName, env: Variables): string {
  const fault = findFault(env, name);
  const value = fault === null ? readVariable(env, name) : undefined;
  if (value !== undefined) return String(value);
  const remedy = isLocalStack(env) ? "set it in .dev.vars" : `npx wrangler secret put ${name}`;
  throw new Problem("sender_not_configured", fault ?? `${name} is not set; ${remedy}`);
}

/**
 * Returns true if an address is on this machine, as addresses on the local stack can be.
 * @throws Problem `sender_not_configured` if the address is on this machine, but Reeve does not run on the local stack
 */
export function isLocalStackAddress(variable: VariableName, url: URL, env: Variables): boolean {
  if (!isThisMachine(url) || isLocalStack(env)) return isThisMachine(url);
  const fault = `${variable} has an address of this machine, which only npm start accepts: on a deployment, it must begin with https:// and have no port`;
  throw new Problem("sender_not_configured", fault);
}

/**
 * Reads the address in use from its variable, without a trailing slash. Only the person who deploys Reeve can set the
 * variable. Even so, the host must be one of the sender's, so that a mistake cannot send the credential elsewhere.
 * @throws Problem `sender_not_configured` if the variable is not set, or its address is malformed or not allowed
 */
export function readAddress(address: Address, env: Variables): string {
  const { variable, hosts, path } = addressInUse(address, env);
  const no = (fault: string) => new Problem("sender_not_configured", fault);
  const url = URL.parse(readSet(variable, env));
  if (!url) throw no(`${variable} is not an address`);
  const root = url.origin + (path ? url.pathname.replace(/\/$/, "") : "");
  if (isLocalStackAddress(variable, url, env)) return root;
  if (url.protocol !== "https:" || url.port !== "")
    throw no(`${variable} must begin with https:// and have no port`);
  if (url.username || url.password) throw no(`${variable} must not contain a user name or password`);
  if (url.search || url.hash || !(path ?? /^\/$/).test(url.pathname))
    throw no(
      path
        ? `${variable} must look like ${VARIABLES[variable].example}`
        : `${variable} must end after the host`,
    );
  if (!hosts.some((host) => (host.startsWith(".") ? url.hostname.endsWith(host) : url.hostname === host)))
    throw no(`${variable} must be a host of ${hosts.map((host) => host.replace(/^\./, "")).join(" or ")}`);
  return root;
}

// The APIs of systems: where one is, and the credential that goes with each request.
import { Problem } from "../../base/problem.ts";
import { isThisMachine } from "../../base/this-machine.ts";

/** Variables and secrets of the environment, by name. */
export type Environment = Readonly<Record<string, unknown>>;

/** An address that requests with credentials may go to: one host, or the customer's own below a suffix. */
export interface Address {
  /** The variable that holds it: `https://example.atlassian.net`. */
  readonly variable: string;
  /** @default none: the variable has to be set */
  readonly default?: string;
  /** Hosts that it may be; one that begins with a dot stands for every host that ends with it. */
  readonly hosts: readonly string[];
}

/** An address in a variable. @param usual Where it is if the variable is not set. @default it has to be set */
export const address = (variable: string, hosts: readonly string[], usual?: string): Address => ({
  variable,
  hosts,
  ...(usual && { default: usual }),
});

/**
 * The API of a system: where it is, and how one says who one is. A credential should be allowed no more than to read
 * workers and people, and to answer.
 */
export interface Api<Variable extends string = string> {
  readonly address: Address;
  /** The variables that hold the credential, all of them needed. */
  readonly variables: readonly Variable[];
  /** Headers of every request, the credential among them. */
  authorize(values: Readonly<Record<Variable, string>>, login: Login): Headered | Promise<Headered>;
}
type Headered = Readonly<Record<string, string>>;

/** The API of the system with this name. */
export interface SenderApi extends Api {
  readonly system: string;
}

/** Declares an API, so that `authorize` gets the variables it names. */
export const defineApi = <const Variable extends string>(api: Api<Variable>): Api => ({
  ...api,
  authorize: (values, login) => api.authorize(values as Readonly<Record<Variable, string>>, login),
});

/** Gets an access token for a credential that is none itself; the token is kept in memory until shortly before its end. */
export type Login = (request: {
  readonly address: Address;
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
}) => Promise<string>;

/** `Authorization: Basic` (RFC 7617). */
export const basic = (name: string, password: string): string =>
  `Basic ${new TextEncoder().encode(`${name}:${password}`).toBase64()}`;

/**
 * The address that a variable holds, without a slash at its end. It comes from whoever deploys Reeve, never from an
 * event; and still, a request with a credential goes to no host but the sender's own.
 * @throws Problem `sender_not_configured`
 */
export function addressOf({ variable, default: usual, hosts }: Address, env: Environment): string {
  const value = env[variable] ?? usual;
  const no = (fault: string) => new Problem("sender_not_configured", `${variable} ${fault}`);
  if (typeof value !== "string" || value === "") throw no("is not set");
  const url = URL.parse(value);
  if (!url) throw no("is no address; one looks like https://example.com");
  if (env["LOCAL_STACK"] === "yes" && isThisMachine(url)) return url.origin;
  if (url.protocol !== "https:" || url.port !== "") throw no("must begin with https:// and name no port");
  if (url.username || url.password) throw no("must hold no name and password");
  if (url.pathname !== "/" || url.search || url.hash) throw no("must end after the host");
  if (!hosts.some((host) => (host.startsWith(".") ? url.hostname.endsWith(host) : url.hostname === host)))
    throw no(`must be a host of ${hosts.map((host) => host.replace(/^\./, "")).join(" or ")}`);
  return url.origin;
}

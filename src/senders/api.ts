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

/** The API of a system that sends us events: where it is, and how one says who one is. */
export interface SenderApi<Variable extends string = string> {
  readonly system: string;
  readonly address: Address;
  /** The variables that hold the credential, all of them needed. */
  readonly variables: readonly Variable[];
  /** Headers of every request, the credential among them. */
  authorize(values: Readonly<Record<Variable, string>>, login: Login): Headered | Promise<Headered>;
}
type Headered = Readonly<Record<string, string>>;

/** Declares an API, so that `authorize` gets the variables it names. */
export const defineApi = <const Variable extends string>(api: SenderApi<Variable>): SenderApi => ({
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

// Functions and schemas to declare environment variables: src/env.ts declares those of Reeve, and src/own/env.ts those
// of your own systems.
import * as z from "zod";
import { isThisMachine } from "./request.ts";

/** A variable or secret: a string that a deployment or `.dev.vars` sets. */
export interface Variable {
  /** The part of Reeve, or the name of the system, that the variable belongs to. */
  readonly owner: string;
  /** Set if the variable's value must never be shown. */
  readonly secret?: true;
  /** The meaning of the variable, or where to find its value. */
  readonly meaning: string;
  /**
   * Schema of the variable's value. Its error messages must continue a sentence that begins with the variable's name,
   * and must never repeat the value.
   */
  readonly schema: z.ZodType<unknown, string>;
  /** Example value, for documentation and errors. */
  readonly example: string;
  /** Value that is used if the variable is not set. @default nothing */
  readonly default?: string;
  /** Consequence of not setting the variable, if it has no default. */
  readonly ifUnset?: string;
}

/** Minimum length of a secret, in characters: shorter ones can be guessed. */
const MIN_SECRET_CHARS = 16;

/** One or two secrets: the one in use first, followed by the one being retired. */
export type Secrets = readonly [string, ...string[]];

/**
 * Schema of a secret that verifies requests. During a rotation, its variable can contain two secrets, the new one
 * first: `new,old`.
 */
export const Rotating = z.string().transform((text, ctx): Secrets => {
  const [current = "", ...retiring] = text.split(",").map((secret) => secret.trim());
  const short = [current, ...retiring].some((secret) => secret.length < MIN_SECRET_CHARS);
  if (current === "v1")
    ctx.addIssue("begins with v1, which is the prefix of a signature: remove v1 and the comma after it");
  else if (short) ctx.addIssue(`contains a secret shorter than ${MIN_SECRET_CHARS} characters`);
  else if (retiring.length > 1) ctx.addIssue("contains more than two secrets");
  return [current, ...retiring];
});

/** Returns the schema of values by their names, written as `name=value,name=value`. */
const pairsOf = (pair: RegExp, error: string) =>
  z
    .string()
    .refine((text) => text.split(",").every((one) => pair.test(one)), { error })
    .transform((text): ReadonlyMap<string, string> => {
      const pairs = text.split(",").map((one): [string, string] => {
        const end = one.indexOf("=");
        return [one.slice(0, end), one.slice(end + 1)];
      });
      return new Map(pairs);
    });

/** Schema of the secrets for calls to the governance service's inbound webhooks, by webhook id. */
export const ListenerSecrets = pairsOf(
  /^[^=,\s]+=[^,\s]{16,}$/,
  "must be a list such as <id>=<secret>,<id>=<secret>, with secrets of at least 16 characters",
);

/** Schema of the addresses of calendars, by the names that the settings use. */
export const Calendars = pairsOf(
  /^[^=,\s]+=(?:https:\/\/|http:\/\/127\.0\.0\.1:)[^,\s]+$/,
  "must be a list such as <name>=<address>,<name>=<address>, with addresses that begin with https://",
);

export const OneLine = z.string().refine((text) => text.trim() === text && !/[\r\n]/.test(text), {
  error: "must be one line, without a space at the beginning or end",
});

/** Schema of a service's address: https, or http on this machine, without a user name or password. */
export const WebAddress = OneLine.refine((text) => {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "https:" || isThisMachine(url));
}, "must be an address that begins with https://").refine((text) => {
  const url = URL.parse(text);
  return !url?.username && !url?.password;
}, "must not contain a user name or password");

/**
 * Declares a secret for verifying deliveries. During a rotation, its variable can contain two secrets: `new,old`.
 *
 * @param owner Name of the system
 * @param meaning Meaning of the secret, or where to find it
 * @param example Example value
 * @example
 * export const ownVariables = {
 *   ACME_WEBHOOK_SECRET: webhook("acme", "secret of Acme's webhook", "whsec_…"),
 * } as const;
 */
export const webhook = <const Of extends string>(
  owner: Of,
  meaning: string,
  example = "<at least 16 random characters>",
) => ({ owner, secret: true, meaning, schema: Rotating, example, ifUnset: "deliveries get 503" }) as const;

const NO_ACCESS = "API unused";
/**
 * Declares a secret for calling a system's API.
 *
 * @example
 * export const ownVariables = { ACME_API_KEY: credential("acme", "API key for reading workers") } as const;
 */
export const credential = <const Of extends string>(owner: Of, meaning: string) =>
  ({ owner, secret: true, meaning, schema: OneLine, example: "…", ifUnset: NO_ACCESS }) as const;
/**
 * Declares a value that calls to a system's API need and that is not secret, such as a user name or an id.
 *
 * @example
 * export const ownVariables = { ACME_USER: account("acme", "user that workers are read as", "reeve") } as const;
 */
export const account = <const Of extends string>(owner: Of, meaning: string, example: string) =>
  ({ owner, meaning, schema: OneLine, example, ifUnset: NO_ACCESS }) as const;
/**
 * Declares the address of a system's API, if each customer has a different one.
 *
 * @example
 * export const ownVariables = {
 *   ACME_URL: ownAddress("acme", "address of the account", "https://example.acme.example.com"),
 * } as const;
 */
export const ownAddress = <const Of extends string>(owner: Of, meaning: string, example: string) =>
  ({ owner, meaning, schema: WebAddress, example, ifUnset: NO_ACCESS }) as const;
/**
 * Declares the address of a system's API, if all customers share it. A deployment can set a different address.
 *
 * @example
 * export const ownVariables = {
 *   ACME_URL: usualAddress("acme", "address of Acme's API", "https://api.acme.example.com"),
 * } as const;
 */
export const usualAddress = <const Of extends string>(owner: Of, meaning: string, defaultValue: string) =>
  ({ owner, meaning, schema: WebAddress, example: defaultValue, default: defaultValue }) as const;

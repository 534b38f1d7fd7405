// Declares variables of the environment: src/env.ts has those of Reeve, src/own/env.ts those of your own systems.
import * as z from "zod";
import { isThisMachine } from "./this-machine.ts";

/** A variable or secret: text that a deployment is given, or `.dev.vars`. */
export interface Variable {
  /** The part of Reeve, or the system by its name, that it belongs to. */
  readonly of: string;
  /** Set if its value may be shown to nobody. */
  readonly secret?: true;
  /** Its meaning, or the place where one finds it. */
  readonly says: string;
  /** Its shape. The schema's words for another value continue the variable's name, and never repeat the value. */
  readonly schema: z.ZodType<unknown, string>;
  /** A value of that shape, for documentation and errors. */
  readonly like: string;
  /** Its value if it is not set. @default nothing */
  readonly default?: string;
  /** The consequence of that, if it has no default. */
  readonly unset?: string;
}

/** Shorter secrets can be guessed. */
const MIN_SECRET_CHARS = 16;

/** The secret in use first, the one being retired after it. */
export type Secrets = readonly [string, ...string[]];

/** A secret of ours, and while it is replaced two, the new one first: `new,old`. */
export const Rotating = z.string().transform((text, ctx): Secrets => {
  const [current = "", ...retiring] = text.split(",").map((secret) => secret.trim());
  const short = [current, ...retiring].some((secret) => secret.length < MIN_SECRET_CHARS);
  if (current === "v1")
    ctx.addIssue("begins with v1, which belongs to signatures: leave it and its comma out");
  else if (short) ctx.addIssue(`holds a secret shorter than ${MIN_SECRET_CHARS} characters`);
  else if (retiring.length > 1) ctx.addIssue("holds more than two secrets");
  return [current, ...retiring];
});

export const OneLine = z.string().refine((text) => text.trim() === text && !/[\r\n]/.test(text), {
  error: "begins or ends with a space, or has more than one line",
});

/** An address of a program: https, or this machine. */
export const WebAddress = OneLine.refine((text) => {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "https:" || isThisMachine(url));
}, "is not an address that begins with https://").refine((text) => {
  const url = URL.parse(text);
  return !url?.username && !url?.password;
}, "must not hold a user name or password");

/**
 * Declares a secret of ours that deliveries are verified with. It may be two while it is replaced: `new,old`.
 *
 * @param of The system, by its name
 * @param says Its meaning, or the place where one finds it
 * @param like A value of its shape
 * @example
 * export const ownVariables = {
 *   ACME_WEBHOOK_SECRET: webhook("acme", "secret of Acme's webhook", "whsec_…"),
 * } as const;
 */
export const webhook = <const Of extends string>(
  of: Of,
  says: string,
  like = "<at least 16 random characters>",
) => ({ of, secret: true, says, schema: Rotating, like, unset: "deliveries get 503" }) as const;

const NO_ACCESS = "API unused";
/**
 * Declares a secret that a system's API is called with.
 *
 * @example
 * export const ownVariables = { ACME_API_KEY: credential("acme", "API key that workers are read with") } as const;
 */
export const credential = <const Of extends string>(of: Of, says: string) =>
  ({ of, secret: true, says, schema: OneLine, like: "…", unset: NO_ACCESS }) as const;
/**
 * Declares what else a system's API is called with: a user, an id.
 *
 * @example
 * export const ownVariables = { ACME_USER: account("acme", "user that workers are read as", "reeve") } as const;
 */
export const account = <const Of extends string>(of: Of, says: string, like: string) =>
  ({ of, says, schema: OneLine, like, unset: NO_ACCESS }) as const;
/**
 * Declares the address of a system's API, if each customer has their own.
 *
 * @example
 * export const ownVariables = {
 *   ACME_URL: ownAddress("acme", "address of the account", "https://example.acme.example.com"),
 * } as const;
 */
export const ownAddress = <const Of extends string>(of: Of, says: string, like: string) =>
  ({ of, says, schema: WebAddress, like, unset: NO_ACCESS }) as const;
/**
 * Declares the address of a system's API, if all customers have the same, unless they set another.
 *
 * @example
 * export const ownVariables = {
 *   ACME_URL: usualAddress("acme", "address of Acme's API", "https://api.acme.example.com"),
 * } as const;
 */
export const usualAddress = <const Of extends string>(of: Of, says: string, usual: string) =>
  ({ of, says, schema: WebAddress, like: usual, default: usual }) as const;

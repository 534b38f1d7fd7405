// Reads the recorded bodies of senders' requests, and sends them as the senders do.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bytes, type Sender, type Signing } from "../../sandbox/vendors/signing.ts";
import { fill, type Moment, RECORDED } from "../../sandbox/vendors/template.ts";
import { root } from "../shared/bundle.ts";
import { meant, UsageError } from "../shared/command-line.ts";

const FIXTURES = root("test/fixtures");
/** The folders of recordings. A sender's recordings are in the first folder that has a subfolder for the sender. */
const FOLDERS = [FIXTURES, root("src/own/fixtures")];
/** The file with the result of each recording in an idle local stack, by sender and name. */
export const ENDINGS = join(FIXTURES, "ends.json");
/** The suffix of files with a body's headers. The signature does not cover these headers. */
const HEADERS = ".headers.json";

/** A recorded body with its sender's headers. */
export interface Fixture {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The default moment to which the times of recordings are moved: now, because events older than a month need an
 * approval.
 */
const TODAY: Moment = { ...RECORDED, now: Date.now() };

/**
 * Reads a recorded body of a sender, with its times moved to `moment`.
 * @throws UsageError with the names of the recordings, if none has this name
 */
export function fixture(source: string, name: string, moment: Moment = TODAY): Fixture {
  const file = files(source).find((one) => withoutExtension(one) === name);
  if (!file)
    throw new UsageError(`Unknown recording "${name}" of ${source}${instead(fixtures(source), name)}`);
  const headers = join(folder(source), `${name}${HEADERS}`);
  return {
    body: fill(readFileSync(join(folder(source), file), "utf8"), moment),
    headers: existsSync(headers) ? JSON.parse(fill(readFileSync(headers, "utf8"), moment)) : {},
  };
}

/** Returns the last part of an error message: known names similar to a mistyped one, and the list of all names. */
export const instead = (names: readonly string[], name: string): string =>
  `.${meant(names, name)}\n  Use one of ${names.join(", ")}`;

export const fixtures = (source: string): string[] => files(source).map(withoutExtension);

const folder = (source: string): string =>
  FOLDERS.map((one) => join(one, source)).find(existsSync) ?? join(FIXTURES, source);

const files = (source: string): string[] =>
  readdirSync(folder(source))
    .filter((file) => !file.endsWith(HEADERS))
    .sort();

const withoutExtension = (file: string): string => file.replace(/\.(json|form|txt)$/, "");

/**
 * Sends a body as its sender does. By default, it is signed with the local stack's secret, the current time and a new
 * id.
 */
export async function deliver(
  reeve: URL,
  sender: Sender,
  { body, headers = {} }: { readonly body: string | Uint8Array; readonly headers?: Fixture["headers"] },
  signing: { readonly [Part in keyof Signing]?: Signing[Part] | undefined } & {
    readonly signal?: AbortSignal;
  } = {},
): Promise<Response> {
  const { secret = sender.localSecret, at = Date.now(), id = crypto.randomUUID(), signal = null } = signing;
  const plain = bytes([body]);
  const url = new URL(`/hooks/${sender.path ?? sender.source}`, reeve);
  const dress = await sender.sign(plain, { secret, at, id, url });
  for (const [name, value] of Object.entries(dress.query ?? {})) url.searchParams.set(name, value);
  return fetch(url, {
    method: "POST",
    headers: { "content-type": sender.contentType, ...headers, ...dress.headers },
    body: dress.body ?? plain,
    signal,
  });
}

/** Recorded bodies of senders, and sending one as its sender does. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { closest } from "../../base/closest.ts";
import { jira } from "../../sandbox/vendors/senders.ts";
import { bytes, type Sender, type Signing } from "../../sandbox/vendors/signing.ts";
import { root } from "../shared/bundle.ts";
import { UsageError } from "../shared/command-line.ts";

const FIXTURES = "test/fixtures";
/** Headers that a sender sets beside a body, which its signature has no part in, are in a file of their own. */
const HEADERS = ".headers.json";

/** A recorded body, with the headers that its sender sends with it. */
export interface Fixture {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A recorded body of a sender. @throws UsageError naming those there are, the nearest first */
export function fixture(source: string, name: string): Fixture {
  const file = fixtures(source).find((one) => one === name || withoutExtension(one) === name);
  if (!file)
    throw new UsageError(
      `${source} has no fixture "${name}"${instead(fixtures(source).map(withoutExtension), name)}`,
    );
  const headers = root(`${FIXTURES}/${source}/${file.replace(/\.[a-z]+$/, HEADERS)}`);
  return {
    body: readFileSync(root(`${FIXTURES}/${source}/${file}`), "utf8"),
    headers: existsSync(headers) ? JSON.parse(readFileSync(headers, "utf8")) : {},
  };
}

/** What may be meant by a name that nothing has, for the end of a sentence. */
export function instead(names: readonly string[], name: string): string {
  const near = closest(names, name);
  return `${near.length > 0 ? `; ${near.join(" or ")} is meant?` : ""}\n  It is one of ${names.join(", ")}`;
}

/** What people type of a fixture's file name. */
export const withoutExtension = (file: string): string => file.replace(/\.(json|form|txt)$/, "");

/** File names of the recorded bodies of a sender. */
export const fixtures = (source: string): string[] =>
  readdirSync(root(`${FIXTURES}/${source}`))
    .filter((file) => !file.endsWith(HEADERS))
    .sort();

/** Sends a body as its sender does. What is left out of `signing` is the local stack's. */
export async function deliver(
  reeve: URL,
  sender: Sender,
  { body, headers = {} }: { readonly body: string | Uint8Array; readonly headers?: Fixture["headers"] },
  signing: Partial<Signing> & { readonly signal?: AbortSignal } = {},
): Promise<Response> {
  const { secret = sender.localSecret, at = Date.now(), id = crypto.randomUUID(), signal = null } = signing;
  const plain = bytes([body]);
  const dress = await sender.sign(plain, { secret, at, id });
  const url = new URL(`/hooks/${sender.path ?? sender.source}`, reeve);
  for (const [name, value] of Object.entries(dress.query ?? {})) url.searchParams.set(name, value);
  return fetch(url, {
    method: "POST",
    headers: { "content-type": sender.contentType, ...headers, ...dress.headers },
    body: dress.body ?? plain,
    signal,
  });
}

/** A recorded Jira delivery, as `test/fixtures/jira` keeps them. */
export const jiraFixture = (name: string): string => fixture("jira", name).body;

/** Sends a body as Jira does, signed with the secret. */
export const sendAsJira = (
  reeve: URL,
  body: string,
  signing: { readonly id: string; readonly secret?: string },
): Promise<Response> => deliver(reeve, jira, { body }, signing);

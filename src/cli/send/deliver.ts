/** Recorded bodies of senders, and sending one as its sender does. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { root } from "../bundle.ts";
import { jira } from "./senders.ts";
import { bytes, type Sender, type Signing } from "./signing.ts";

const FIXTURES = "test/fixtures";
/** Headers that a sender sets beside a body, which its signature has no part in, are in a file of their own. */
const HEADERS = ".headers.json";

/** A recorded body, with the headers that its sender sends with it. */
export interface Fixture {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A recorded body of a sender. @throws Error naming those there are */
export function fixture(source: string, name: string): Fixture {
  const file = fixtures(source).find((one) => one === name || one.replace(/\.[a-z]+$/, "") === name);
  if (!file) throw new Error(`${source} has no fixture "${name}"; it has ${fixtures(source).join(", ")}`);
  const headers = root(`${FIXTURES}/${source}/${file.replace(/\.[a-z]+$/, HEADERS)}`);
  return {
    body: readFileSync(root(`${FIXTURES}/${source}/${file}`), "utf8"),
    headers: existsSync(headers) ? JSON.parse(readFileSync(headers, "utf8")) : {},
  };
}

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

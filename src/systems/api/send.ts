// Sends one request to another server, a sender's or one that the user's own code calls. Limits the response's time and
// size, and interprets the response.
import { Problem } from "../../base/problem.ts";
import { bytesUpTo } from "../../base/request.ts";
import { tryParseJson } from "../../base/text.ts";
import { nameTimeout } from "../../base/waits.ts";
import { parseRetryAfter } from "../../governance/client/request.ts";

export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/** The error for a request that the sender's API rejected. */
export class SenderRefusal extends Problem {
  override readonly name = "SenderRefusal";
  readonly httpStatus: number;

  constructor(message: string, httpStatus: number) {
    // A credential can be rejected temporarily, for example during a rotation. Nothing was carried out.
    super(httpStatus === 401 ? "sender_unavailable" : "sender_refused", message);
    this.httpStatus = httpStatus;
  }
}

const TIMEOUT_MS = 10_000;
/** Maximum size of a response in bytes. A worker or a list of transitions has a few thousand bytes. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** Maximum length of the response's text in a problem's message, in characters. */
const MAX_ERROR_CHARS = 300;
export interface RequestOptions {
  readonly system: string;
  readonly reads: boolean;
  readonly hide: readonly string[];
  readonly fetched?: Fetch | undefined;
}

/** Statuses for an object that has another address, such as an issue of a renamed repository. */
const MOVED: ReadonlySet<number> = new Set([301, 307, 308]);

/**
 * Sends a request, and returns the JSON of its response, or `null` if the response is empty. An empty response with
 * status 200 to a read is an error instead, because no API sends it.
 * @param isMoved True for the second address of a moved object, which must not redirect again
 */
export async function sendRequest(
  url: URL,
  options: RequestOptions,
  init: RequestInit,
  isMoved = false,
): Promise<unknown> {
  const { system, reads, hide, fetched = fetch } = options;
  const unsure = reads ? "sender_unavailable" : "sender_outcome_unknown";
  const what = `${system}, ${init.method} ${url.pathname}`;
  const read = async () => {
    // Do not let `fetch` follow redirects: they could send the credential to another host.
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetched(url, { ...init, redirect: "manual", signal });
    const bytes = await bytesUpTo(response, MAX_ANSWER_BYTES);
    if (!bytes) throw new Error(`the response is longer than ${MAX_ANSWER_BYTES} bytes`);
    const { status, headers } = response;
    return { status, headers, text: new TextDecoder().decode(bytes) };
  };
  const { status, headers, text } = await read().catch((error: unknown) => {
    throw new Problem(unsure, `${what}: ${nameTimeout(error, TIMEOUT_MS) ?? error}`, { cause: error });
  });
  const location = MOVED.has(status) && !isMoved && headers.get("location");
  const to = location ? URL.parse(location, url) : null;
  if (to?.origin === url.origin) return sendRequest(to, options, init, true);
  const shown = hide.reduce((so, secret) => so.replaceAll(secret, "[hidden]"), text);
  const message = `${what}: ${status} ${shown.slice(0, MAX_ERROR_CHARS)}`;
  // The request was not carried out.
  if (status === 503 || isLimit(status, headers, text)) {
    const retryAfterMs = parseRetryAfter(headers.get("retry-after"), Date.now());
    throw new Problem("sender_unavailable", message, { retryAfterMs });
  }
  if (status === 408 || status >= 500) throw new Problem(unsure, message);
  // A response from a proxy or a maintenance page does not show whether the request was carried out.
  if (reads && (status === 200 ? text === "" : status < 400 && status >= 300))
    throw new Problem("sender_unavailable", `${message}: the response is not from the API`);
  if (/^\s*</.test(text))
    throw new Problem(
      status < 300 ? unsure : "sender_unavailable",
      `${what}: HTTP ${status} with a page instead of JSON`,
    );
  if (status >= 300) throw new SenderRefusal(message, status);
  if (text === "") return null;
  const json = tryParseJson(text);
  if (json !== undefined) return json;
  throw new Problem(unsure, `${what}: the response is not JSON`);
}

/**
 * Returns true if a response rejects the request because of a rate limit. Not every API responds with 429: GitHub
 * responds with 403, Linear with 400, and Google and others with 403 and a reason. Source:
 * docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
const isLimit = (status: number, headers: Headers, text: string): boolean =>
  status === 429 ||
  (status >= 400 &&
    status < 500 &&
    (headers.has("retry-after") || headers.get("x-ratelimit-remaining") === "0" || namesLimit(text)));

/**
 * Returns true if the text names a rate limit, for example as `RATELIMITED`, `rateLimitExceeded`, `secondary rate
 * limit`, `Too Many Requests` or `throttled`.
 */
export const namesLimit = (text: string): boolean =>
  /rate[ _-]?limit|too[ _-]?many[ _-]?requests|throttl/i.test(text);

const NO_SECRETS: ReadonlySet<string> = new Set(["accept", "x-github-api-version"]);

/**
 * Lists the secrets in a request's headers, each with and without the scheme's name. No variable contains an access
 * token, so the headers are searched.
 */
export const secretsIn = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    NO_SECRETS.has(name) ? [] : [value, value.slice(value.indexOf(" ") + 1)].filter(Boolean),
  );

/**
 * Sends a request to another server, and returns the JSON of its response, or `null` if the response is empty, such as
 * one with status 204. An empty response with status 200 is an error. Use `fetchJson` instead of `fetch`, which can
 * wait forever: `fetchJson` waits at most 10 s for a response, reads at most 1 MiB, and follows a redirect once, to the
 * same server. Messages about errors don't contain the values of the headers. A proposal must not change anything, so
 * send only reads.
 *
 * @throws Problem `sender_bad_request` for an invalid URL; `sender_refused` for a rejected request;
 * `sender_unavailable` if a retry might help, and the run is then retried
 * @example
 * export async function isOnCall(email: string): Promise<boolean> {
 *   const answer = await fetchJson(`https://oncall.example.com/api/now?email=${encodeURIComponent(email)}`);
 *   return textAt(answer, "onCall") === email;
 * }
 */
export async function fetchJson(
  url: string,
  init: Pick<RequestInit, "method" | "body"> & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<unknown> {
  const address = URL.parse(url);
  if (!address) throw new Problem("sender_bad_request", `"${url}" is not an address`);
  const options = { system: address.host, reads: true, hide: secretsIn(init.headers ?? {}) };
  return sendRequest(address, options, { method: "GET", ...init });
}

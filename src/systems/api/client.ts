// Calls a system's API with its credential.

import { Problem } from "../../base/problem.ts";
import { pathSegment } from "../../base/request.ts";
import { credentialInUse, readAddress, readSet, type SenderApi, type SenderEnv, type SignIn } from "./api.ts";
import { type Fetch, type RequestOptions, SenderRefusal, secretsIn, sendRequest } from "./send.ts";
import { accessToken, dropToken } from "./sign-in.ts";

export interface SenderRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH";
  /** The path. Use {@link path} to build a path that contains values from events. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** True if repeating the request is harmless. @default true for GET */
  readonly reads?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Builds a path that contains values from events. Each value becomes one segment.
 *
 * @throws Problem `sender_bad_request` for an empty value, `.` or `..`, which would address another path, and for a
 * value that is not valid Unicode
 * @example
 * export const pathOfWorker = (id: string) => path`/v1/workers/${id}`;
 */
export function path(literals: TemplateStringsArray, ...values: readonly string[]): string {
  const segments = values.map((value) => {
    const segment = pathSegment(value);
    if (segment.ok) return segment.value;
    throw new Problem("sender_bad_request", `"${value}" can't be part of an address`);
  });
  return String.raw({ raw: literals }, ...segments);
}

export interface SenderClient {
  /**
   * Sends a request. If the API rejects the access token with 401, sends the request once more with a new token.
   * @returns the JSON of the response, or `null` if the response is empty
   * @throws Problem `sender_refused`, `sender_unavailable` (not carried out, or an empty 200 to a read; a retry might
   * help), `sender_outcome_unknown` if a change might have been carried out, or `sender_not_configured` if Reeve can't
   * sign in with the variables
   */
  call(request: SenderRequest): Promise<unknown>;
}

const GONE: readonly number[] = [404, 410];

/**
 * Reads the object at a path, or returns `null` if the object does not exist.
 * @param nothing HTTP statuses that mean that the object does not exist. By default, 404 and 410
 * @throws Problem as {@link SenderClient.call} does; also `sender_unavailable` if the response is not an object
 */
export async function readIfFound(
  client: SenderClient,
  path: string,
  {
    nothing = GONE,
    ...more
  }: Pick<SenderRequest, "query" | "headers"> & { nothing?: readonly number[] } = {},
): Promise<unknown> {
  try {
    const answer = await client.call({ method: "GET", path, ...more });
    // A list or a string is not a response from this API, so it does not prove that the record is missing.
    if (typeof answer === "object" && answer !== null && !Array.isArray(answer)) return answer;
    throw new Problem("sender_unavailable", `the response to GET ${path} is not an object`);
  } catch (error) {
    if (error instanceof SenderRefusal && nothing.includes(error.httpStatus)) return null;
    throw error;
  }
}

/**
 * HTTP statuses for a person who is hidden or deleted. Reeve then treats the person as unknown: an approval must not be
 * based on a guess.
 */
export const HIDDEN_STATUSES: readonly number[] = [403, 404, 410];

/**
 * Returns a client for a system's API.
 * @throws Problem `sender_not_configured`, whose message names the missing or malformed variable
 */
export function senderClient(api: SenderApi, env: SenderEnv, fetched?: Fetch): SenderClient {
  const origin = readAddress(api.address, env);
  const credential = credentialInUse(api, env);
  const values = Object.fromEntries(credential.variables.map((name) => [name, readSet(name, env)]));
  const signIn: SignIn = async (request) => ({
    authorization: `Bearer ${await accessToken(api.system, request, values, env, fetched)}`,
  });
  const attempt = async (
    { method, path, query = {}, body, reads = method === "GET", headers = {} }: SenderRequest,
    authorization: Readonly<Record<string, string>>,
  ): Promise<unknown> => {
    const url = new URL(origin + path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const hide = [...Object.values(values), ...secretsIn(authorization)];
    const about: RequestOptions = { system: api.system, reads, hide, fetched };
    const usual = { accept: "application/json", "user-agent": "reeve" };
    const type = body !== undefined && { "content-type": "application/json" };
    const content = body !== undefined && { body: JSON.stringify(body) };
    const all = { ...usual, ...type, ...headers, ...authorization };
    return sendRequest(url, about, { method, headers: all, ...content });
  };
  return {
    async call(request) {
      const authorization = await credential.authorize(values, signIn);
      try {
        return await attempt(request, authorization);
      } catch (error) {
        const outdated =
          error instanceof SenderRefusal && error.httpStatus === 401 && dropToken(authorization);
        if (!outdated) throw error;
        // A token can be revoked early. Nothing was carried out, so one retry with a new token is safe.
        return attempt(request, await credential.authorize(values, signIn));
      }
    },
  };
}

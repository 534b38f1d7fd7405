// Calls a system's API with its credential.
import { pathSegment } from "../../base/path-segment.ts";
import { Problem } from "../../base/problem.ts";
import { credentialInUse, readAddress, readSet, type SenderApi, type SenderEnv, type SignIn } from "./api.ts";
import { type Fetch, type RequestOptions, SenderRefusal, sendRequest } from "./send.ts";
import { accessToken, dropToken } from "./sign-in.ts";

export interface SenderRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH";
  /** Made with {@link path}. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** True if a repeat is harmless. @default for GET */
  readonly reads?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Makes a path with values from events, each of which becomes one segment.
 *
 * @throws Problem `sender_bad_request` for an empty value or dots, which would address something else
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
   * Sends one request.
   * @returns the JSON of the answer; `null` for none
   * @throws Problem `sender_refused`, `sender_unavailable` (not carried out; a repeat may help), or
   *   `sender_outcome_unknown` for a change that may have been carried out
   */
  call(request: SenderRequest): Promise<unknown>;
}

const GONE: readonly number[] = [404, 410];

/** Reads what is at a path; `null` if there is nothing. @param nothing HTTP statuses that mean nothing is there */
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
    // A list or a text is something else's answer, and says nothing of whether there is such a record.
    if (typeof answer === "object" && answer !== null && !Array.isArray(answer)) return answer;
    throw new Problem("sender_unavailable", `the answer to GET ${path} is no object`);
  } catch (error) {
    if (error instanceof SenderRefusal && nothing.includes(error.httpStatus)) return null;
    throw error;
  }
}

/** HTTP statuses for a person who is hidden or gone: an approval needs more than a guess. */
export const HIDDEN_STATUSES: readonly number[] = [403, 404, 410];

const NO_SECRETS: ReadonlySet<string> = new Set(["accept", "x-github-api-version"]);

/** @throws Problem `sender_not_configured`, naming the variable */
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
    return sendRequest(url, about, {
      method,
      headers: { ...usual, ...type, ...headers, ...authorization },
      ...content,
    });
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
        // A token can be revoked early. Nothing was carried out, so one try with a new token is safe.
        return attempt(request, await credential.authorize(values, signIn));
      }
    },
  };
}

/** Values of a credential's headers, whole and without the scheme's name, since tokens are in no variable. */
const secretsIn = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    NO_SECRETS.has(name) ? [] : [value, value.slice(value.indexOf(" ") + 1)],
  );

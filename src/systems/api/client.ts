// Calls a system's API: credential, time limit, and the meaning of answers.
import { pathSegment } from "../../base/path-segment.ts";
import { Problem } from "../../base/problem.ts";
import { bytesUpTo } from "../../base/request.ts";
import { findFault, isLocalStack, readVariable, type VariableName, type Variables } from "../../env.ts";
import { type Login, readAddress, type SenderApi } from "./api.ts";

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
 * A path with values from events, each one segment.
 * @throws Problem `sender_bad_request` for an empty value or dots, which would address something else
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

/** A request that the sender's API refused. */
export class SenderRefusal extends Problem {
  override readonly name = "SenderRefusal";
  readonly httpStatus: number;

  constructor(message: string, httpStatus: number) {
    super("sender_refused", message);
    this.httpStatus = httpStatus;
  }
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
    return await client.call({ method: "GET", path, ...more });
  } catch (error) {
    if (error instanceof SenderRefusal && nothing.includes(error.httpStatus)) return null;
    throw error;
  }
}

/** HTTP statuses for a person who is hidden or gone: an approval needs more than a guess. */
export const UNTOLD: readonly number[] = [403, 404, 410];

const TIMEOUT_MS = 10_000;
/** Most bytes of an answer. A worker or a list of transitions takes a few thousand. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** Most characters of a refusal's text that the operator sees. */
const MAX_TOLD_CHARS = 300;
/** Tokens are dropped this long before they end. */
const TOKEN_RESERVE_MS = 60_000;

const tokens = new Map<string, { readonly token: string; readonly until: number }>();

const NO_SECRETS: ReadonlySet<string> = new Set(["accept", "x-github-api-version"]);

export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/** @throws Problem `sender_not_configured`, naming the variable */
export function senderClient(
  api: SenderApi,
  env: Variables,
  fetched: Fetch = (url, init) => fetch(url, init),
): SenderClient {
  const origin = readAddress(api.address, env);
  const values = Object.fromEntries(api.variables.map((name) => [name, readCredential(name, env)]));
  const login: Login = async ({ address, path, id, secret, ...more }) => {
    const url = `${readAddress(address, env)}${path}`;
    const form = { grant_type: "client_credentials", client_id: id, client_secret: secret, ...more };
    const key = JSON.stringify([url, form]);
    const known = tokens.get(key);
    if (known && known.until > Date.now()) return known.token;
    const about: About = { system: api.system, reads: true, hide: Object.values(form), fetched };
    const answer = await send(new URL(url), about, {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form).toString(),
    }).catch((error: unknown) => {
      // Not found means the tenant or address here, not what was asked for.
      throw error instanceof SenderRefusal ? new Problem(error.code, error.message) : error;
    });
    const { access_token: token, expires_in: seconds }: Readonly<Record<string, unknown>> = Object(answer);
    if (typeof token !== "string" || token === "")
      throw new Problem("sender_refused", `${api.system} gave no access token`);
    tokens.set(key, { token, until: Date.now() + Number(seconds ?? 0) * 1000 - TOKEN_RESERVE_MS });
    return token;
  };
  const attempt = async (
    { method, path, query = {}, body, reads = method === "GET", headers = {} }: SenderRequest,
    authorization: Readonly<Record<string, string>>,
  ): Promise<unknown> => {
    const url = new URL(origin + path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const hide = [...Object.values(values), ...secretsIn(authorization)];
    const about: About = { system: api.system, reads, hide, fetched };
    const usual = { accept: "application/json", "user-agent": "reeve" };
    const type = body !== undefined && { "content-type": "application/json" };
    const content = body !== undefined && { body: JSON.stringify(body) };
    return send(url, about, {
      method,
      headers: { ...usual, ...type, ...headers, ...authorization },
      ...content,
    });
  };
  return {
    async call(request) {
      const authorization = await api.authorize(values, login);
      try {
        return await attempt(request, authorization);
      } catch (error) {
        const outdated = error instanceof SenderRefusal && error.httpStatus === 401 && forget(authorization);
        if (!outdated) throw error;
        // A token can be revoked early. Nothing was carried out, so one try with a new token is safe.
        return attempt(request, await api.authorize(values, login));
      }
    },
  };
}

function readCredential(name: VariableName, env: Variables): string {
  const fault = findFault(env, name);
  if (fault !== null) throw new Problem("sender_not_configured", fault);
  const value = readVariable(env, name);
  if (value !== undefined) return String(value);
  const remedy = isLocalStack(env) ? "set it in .dev.vars" : `npx wrangler secret put ${name}`;
  throw new Problem("sender_not_configured", `${name} is not set; ${remedy}`);
}

/** Values of a credential's headers, whole and without the scheme's name, since tokens are in no variable. */
const secretsIn = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    NO_SECRETS.has(name) ? [] : [value, value.slice(value.indexOf(" ") + 1)],
  );

/** Drops the token of a request. @returns true if the request had a cached one */
function forget(authorization: Readonly<Record<string, string>>): boolean {
  const used = Array.from(tokens).filter(
    ([, { token }]) => authorization["authorization"] === `Bearer ${token}`,
  );
  for (const [key] of used) tokens.delete(key);
  return used.length > 0;
}

interface About {
  readonly system: string;
  readonly reads: boolean;
  readonly hide: readonly string[];
  readonly fetched: Fetch;
}

async function send(url: URL, { system, reads, hide, fetched }: About, init: RequestInit): Promise<unknown> {
  const unsure = reads ? "sender_unavailable" : "sender_outcome_unknown";
  const what = `${system}, ${init.method} ${url.pathname}`;
  let status: number;
  let text: string;
  try {
    // A redirect would carry the credential elsewhere.
    const response = await fetched(url, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    status = response.status;
    const bytes = await bytesUpTo(response, MAX_ANSWER_BYTES);
    if (!bytes) throw new Error(`the answer is longer than ${MAX_ANSWER_BYTES} bytes`);
    text = new TextDecoder().decode(bytes);
  } catch (error) {
    throw new Problem(unsure, `${what}: ${String(error)}`, { cause: error });
  }
  const told = hide.reduce((so, secret) => so.replaceAll(secret, "[hidden]"), text);
  const said = `${what}: ${status} ${told.slice(0, MAX_TOLD_CHARS)}`;
  // Both mean that the request was not carried out.
  if (status === 429 || status === 503) throw new Problem("sender_unavailable", said);
  if (status === 408 || status >= 500) throw new Problem(unsure, said);
  if (status >= 300) throw new SenderRefusal(said, status);
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem("sender_refused", `${what}: the answer is not JSON`);
  }
}

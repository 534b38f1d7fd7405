// Signs in to senders' APIs with OAuth, and keeps access tokens in memory until shortly before they expire.
import { Problem, type ProblemCode } from "../../base/problem.ts";
import { type Token, tokenFrom } from "../../governance/client/token.ts";
import { readAddress, type SenderEnv, type SignInRequest } from "./api.ts";
import { type Fetch, SenderRefusal, sendRequest } from "./send.ts";

/** A client that requests tokens. It is plain data, because it is sent to the token keeper by RPC. */
export interface TokenClient extends Omit<SignInRequest, "address" | "path" | "resource"> {
  readonly system: string;
  readonly url: string;
  /** The first refresh token, if `refreshToken` names its variable. */
  readonly first?: string | undefined;
}

/** The token keeper's result. It is a value, because an error would lose its class and properties in the RPC. */
export type SenderTokenResult =
  | { readonly ok: true; readonly token: Token }
  | { readonly ok: false; readonly code: ProblemCode; readonly message: string };

/** The part of the token keeper that signs in to senders. */
export interface SenderTokens extends Rpc.DurableObjectBranded {
  senderToken(client: TokenClient, refused?: string): Promise<SenderTokenResult>;
}

/** The name of the single Durable Object that stores the refresh tokens of all systems. */
const KEEPER = "senders";

/**
 * The assumed lifetime of a token, in seconds, if the response states no usable lifetime, which RFC 6749, section 5.1,
 * permits.
 */
const ASSUMED_SECONDS = 300;

const tokens = new Map<string, Token>();

/**
 * Returns the access token in memory, or a new one if there is none, or if it is about to expire or was rejected.
 * @param values The values of the credential's variables by name
 */
export async function accessToken(
  system: string,
  { address, path, resource, ...request }: SignInRequest,
  values: Readonly<Record<string, string>>,
  env: SenderEnv,
  fetched: Fetch | undefined,
): Promise<string> {
  const url = `${readAddress(address, env)}${path}`;
  const { refreshToken } = request;
  const scope = resource && { scope: `${readAddress(resource, env)}/.default` };
  const client = { system, url, ...request, ...scope, first: refreshToken && values[refreshToken] };
  const key = JSON.stringify(client);
  const known = tokens.get(key);
  if (known && Date.now() < known.refreshAtMs) return known.accessToken;
  const token = refreshToken
    ? await askKeeper(client, known?.accessToken, env)
    : (await requestToken(client, undefined, fetched)).token;
  tokens.set(key, token);
  return token.accessToken;
}

async function askKeeper(
  client: TokenClient,
  refused: string | undefined,
  { TOKEN_KEEPER }: SenderEnv,
): Promise<Token> {
  const no = (code: ProblemCode, reason: string, cause?: unknown) =>
    new Problem(code, `${client.system}: ${reason}`, { cause });
  if (!TOKEN_KEEPER)
    throw no(
      "sender_not_configured",
      "a refresh token works only once, so only the deployed Reeve signs in with it",
    );
  const keeper = (TOKEN_KEEPER as DurableObjectNamespace<SenderTokens>).getByName(KEEPER);
  const once = async (): Promise<SenderTokenResult> => keeper.senderToken(client, refused);
  // A deployment can reset the keeper during a call, so retry a failed call once.
  const result = await once()
    .catch(once)
    .catch((cause: unknown) => {
      throw no("sender_unavailable", "Reeve's token keeper did not respond", cause);
    });
  if (!result.ok) throw new Problem(result.code, result.message);
  return result.token;
}

/**
 * Requests tokens (RFC 6749) with a refresh token, or with the client's own credentials.
 * @returns the access token, and the next refresh token if there is one
 * @throws Problem `sender_refused` if the request is rejected or returns no access token, `sender_unavailable` if a
 * retry might help
 */
export async function requestToken(
  { system, url, id, secret, scope, encoding }: TokenClient,
  refreshToken?: string,
  fetched?: Fetch,
): Promise<{ readonly token: Token; readonly next: string | undefined }> {
  const grant = refreshToken
    ? { grant_type: "refresh_token", refresh_token: refreshToken }
    : { grant_type: "client_credentials" };
  const body = { ...grant, client_id: id, client_secret: secret, ...(scope && { scope }) };
  const [type, text] =
    encoding === "json"
      ? ["application/json", JSON.stringify(body)]
      : ["application/x-www-form-urlencoded", new URLSearchParams(body).toString()];
  const askedAtMs = Date.now();
  const response = await sendRequest(
    new URL(url),
    { system, reads: true, hide: [secret, refreshToken ?? []].flat(), fetched },
    { method: "POST", headers: { accept: "application/json", "content-type": type }, body: text },
  ).catch((error: unknown) => {
    // Here, 404 means that the tenant or address is wrong, not that a record is missing. A rejected refresh token stays
    // rejected.
    throw error instanceof SenderRefusal
      ? new Problem(refreshToken ? "sender_refused" : error.code, error.message)
      : error;
  });
  const { access_token, expires_in, refresh_token }: Readonly<Record<string, unknown>> = Object(response);
  if (typeof access_token !== "string" || access_token === "")
    throw new Problem("sender_refused", `${system} returned no access token`);
  const seconds = Number(expires_in);
  const lifetime = seconds > 0 ? seconds : ASSUMED_SECONDS;
  const token = tokenFrom({ access_token, token_type: "", expires_in: lifetime }, askedAtMs);
  return { token, next: typeof refresh_token === "string" && refresh_token ? refresh_token : undefined };
}

/** Stops the use of a request's access token. @returns true if the request had a token from a sign-in */
export function dropToken(authorization: Readonly<Record<string, string>>): boolean {
  const used = Array.from(tokens).filter(
    ([, { accessToken }]) => authorization["authorization"] === `Bearer ${accessToken}`,
  );
  // Keep the token, because the token keeper must receive the rejected token to replace it.
  for (const [key, token] of used) tokens.set(key, { ...token, refreshAtMs: 0 });
  return used.length > 0;
}

// Sends one request to a sender's server: time limit, size limit, and the meaning of responses.
import { Problem } from "../../base/problem.ts";
import { bytesUpTo } from "../../base/request.ts";

export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/** A request that the sender's API refused. */
export class SenderRefusal extends Problem {
  override readonly name = "SenderRefusal";
  readonly httpStatus: number;

  constructor(message: string, httpStatus: number) {
    super("sender_refused", message);
    this.httpStatus = httpStatus;
  }
}

const TIMEOUT_MS = 10_000;
/** Most bytes of an answer. A worker or a list of transitions takes a few thousand. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** Most characters of a refusal's text that the operator sees. */
const MAX_TOLD_CHARS = 300;
export interface About {
  readonly system: string;
  readonly reads: boolean;
  readonly hide: readonly string[];
  readonly fetched?: Fetch | undefined;
}

export async function sendRequest(
  url: URL,
  { system, reads, hide, fetched = fetch }: About,
  init: RequestInit,
): Promise<unknown> {
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

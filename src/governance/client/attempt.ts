import type { PreparedRequest } from "./request.ts";
import type { Transport } from "./transport.ts";

/** What came of sending a request once. */
export type Attempt =
  | {
      readonly outcome: "answered";
      readonly status: number;
      readonly headers: Headers;
      /** The body; undefined for a redirect, and for one longer than the transport reads. */
      readonly text: string | undefined;
    }
  | { readonly outcome: "timeout" | "lost" | "aborted"; readonly cause: unknown };

/** Sends a request once. Redirects are not followed: they would carry the token to wherever they point. */
export async function attempt(
  request: PreparedRequest,
  token: string | undefined,
  transport: Transport,
  signal?: AbortSignal,
): Promise<Attempt> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), transport.timeoutMs);
  try {
    const response = await transport.fetch(request.url, {
      method: request.method,
      headers: {
        accept: "application/json",
        ...(request.contentType && { "content-type": request.contentType }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: request.body ?? null,
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
    });
    const text = await readText(response, transport.maxResponseBytes);
    return { outcome: "answered", status: response.status, headers: response.headers, text };
  } catch (cause) {
    if (signal?.aborted) return { outcome: "aborted", cause };
    return { outcome: timeout.signal.aborted ? "timeout" : "lost", cause };
  } finally {
    clearTimeout(timer);
  }
}

/** Counts while reading: `content-length` may be absent, and says nothing of what a compressed body unfolds to. */
async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  const { body, status } = response;
  if (!body) return "";
  if ((status >= 300 && status < 400) || Number(response.headers.get("content-length")) > maxBytes) {
    await body.cancel();
    return undefined;
  }
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined; // leaving the loop cancels the body
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

import type { Deadlines } from "./deadlines.ts";
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
  deadlines: Deadlines,
  signal?: AbortSignal,
): Promise<Attempt> {
  const timeout = deadlines.begin();
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
    deadlines.end(timeout);
  }
}

/** Bytes asked for first: most answers are one object, and a buffer of this size is soon collected again. */
const FIRST_READ_BYTES = 16 * 1024;
/**
 * Bytes asked for at a time after that. A stream hands out 4 KiB a read by itself, and 53 such reads cost more than all
 * the rest of a call for a page of 100 users; what is left of a page fits into one of these.
 */
const READ_BYTES = 256 * 1024;

/** Counts while reading: `content-length` may be absent, and says nothing of what a compressed body unfolds to. */
async function readText({ body, headers, status }: Response, maxBytes: number): Promise<string | undefined> {
  if (!body) return "";
  if ((status >= 300 && status < 400) || Number(headers.get("content-length")) > maxBytes) {
    await body.cancel();
    return undefined;
  }
  const reader = body.getReader({ mode: "byob" });
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (let buffer = new Uint8Array(FIRST_READ_BYTES); ; ) {
    const wanted = buffer.byteLength;
    const { value } = await reader.readAtLeast(wanted, buffer);
    bytes += value?.byteLength ?? 0;
    if (bytes > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    // A read that is not filled was the last.
    if (!value || value.byteLength < wanted) return text + decoder.decode(value);
    text += decoder.decode(value, { stream: true });
    buffer = wanted < READ_BYTES ? new Uint8Array(READ_BYTES) : new Uint8Array(value.buffer);
  }
}

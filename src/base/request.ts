// Reads HTTP bodies up to a maximum size, and checks the addresses of requests.
import { ok, type Result, refused } from "./result.ts";

/** The beginning of an HTTP URL: the scheme, a host name or IP address, optionally a port, and a slash. */
const ADDRESS = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?\//i;

/**
 * Returns true if a request has a valid URL. The URL is invalid if the request's target is `*`, or if its `Host`
 * header is invalid or repeated.
 */
export const hasAddress = ({ url }: Pick<Request, "url">): boolean => ADDRESS.test(url) && URL.canParse(url);

/** The reason why a body was not read. `broken` means that the body ended early or is misframed. */
export type Unreadable = "too_large" | "broken";

export async function readBytes(
  request: Request,
  maxBytes: number,
): Promise<Result<Uint8Array<ArrayBuffer>, Unreadable>> {
  try {
    const bytes = await bytesUpTo(request, maxBytes);
    return bytes ? ok(bytes) : refused("too_large");
  } catch {
    return refused("broken");
  }
}

/**
 * Reads the body of a request or response, or returns `null` if the body exceeds the maximum size.
 * @throws if the connection ends before the body does
 */
export async function bytesUpTo(
  message: Request | Response,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { headers, body } = message;
  // A body can't exceed its `Content-Length`, so a body with a small announced length is safe to read whole, unless it
  // is compressed.
  const announced = headers.get("content-length");
  if (announced !== null && Number(announced) <= maxBytes && !headers.has("content-encoding"))
    return new Uint8Array(await message.arrayBuffer());
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) return null;
    chunks.push(chunk.slice());
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

export const isThisMachine = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && (hostname === "127.0.0.1" || hostname === "localhost");

/**
 * One or two dots, plain or percent-encoded once or more. A proxy that decodes too often would resolve them (path
 * traversal).
 */
const DOTS = /^(?:\.|%(?:25)*2e){1,2}$/i;

/**
 * Encodes a value as one path segment, or returns the reason why the value is rejected. An empty value or dots would
 * address another resource, such as the collection, and an unpaired surrogate can't be encoded.
 */
export function pathSegment(value: string): Result<string, string> {
  if (value === "") return refused("is empty");
  if (DOTS.test(value)) return refused('is "." or ".."');
  if (!value.isWellFormed()) return refused("contains an unpaired Unicode surrogate");
  return ok(encodeURIComponent(value));
}

// Reads HTTP messages within bounds, and refuses requests that can't be read.
import { ok, type Result, refused } from "./result.ts";

/** A host name or IP address, perhaps with a port, then a path. */
const ADDRESS = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?\//i;

/** True if the URL can be parsed: an invalid or second `Host`, or the target `*`, comes in under a URL that is none. */
export const hasAddress = ({ url }: Pick<Request, "url">): boolean => ADDRESS.test(url) && URL.canParse(url);

/** The reason why a body was not read: too long, or broken off or misframed. */
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

/** The body of a request or an answer; `null` for a longer one. @throws where it breaks off */
export async function bytesUpTo(
  message: Request | Response,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { headers, body } = message;
  // HTTP itself ends a body at its announced length, which says nothing of what a compressed one unfolds to.
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

// Reads incoming HTTP requests, and refuses unreadable ones.
import { ok, type Result, refused } from "./result.ts";

/** A host name or IP address, perhaps with a port, then a path. */
const ADDRESS = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?\//i;

/**
 * True if the URL of a request can be parsed. The runtime passes on requests with an invalid `Host` (`a b`), with two of
 * them, and with the target `*`, under URLs that are none.
 */
export const hasAddress = ({ url }: Pick<Request, "url">): boolean => ADDRESS.test(url) && URL.canParse(url);

/** The reason why a body was not read: too long, or broken off or misframed. */
export type Unreadable = "too_large" | "broken";

export async function readBytes(
  request: Request,
  maxBytes: number,
): Promise<Result<Uint8Array<ArrayBuffer>, Unreadable>> {
  try {
    // HTTP ends a body at its announced length, so a small announced one needs no counting.
    const announced = request.headers.get("content-length");
    if (announced !== null && Number(announced) <= maxBytes)
      return ok(new Uint8Array(await request.arrayBuffer()));
    return await readCounting(request, maxBytes);
  } catch {
    return refused("broken");
  }
}

/** Reads a body of unknown length, counting, and gives up once it is too long. */
async function readCounting(
  request: Request,
  maxBytes: number,
): Promise<Result<Uint8Array<ArrayBuffer>, Unreadable>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) return refused("too_large");
    chunks.push(chunk);
  }
  return ok(new Uint8Array(await new Blob(chunks).arrayBuffer()));
}

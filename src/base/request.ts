// Reads HTTP requests as they come in, and refuses what can't be read.
import { ok, type Result, refused } from "./result.ts";

/** A name, an IPv4 or IPv6 address, perhaps a port; then a path. */
const ADDRESS = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?\//i;

/**
 * Whether a request says where it goes. It does not with a `Host` that is none (`a b`), with two of them, and with the
 * target `*`: the runtime hands all of these over, in a URL that is none, or that it does not take back.
 */
export const hasAddress = ({ url }: Pick<Request, "url">): boolean => ADDRESS.test(url) && URL.canParse(url);

/** The reason why a body was not read: it is too long, broke off, or was not framed as HTTP has it. */
export type Unreadable = "too_large" | "broken";

export async function readBytes(
  request: Request,
  maxBytes: number,
): Promise<Result<Uint8Array<ArrayBuffer>, Unreadable>> {
  try {
    // HTTP itself ends a body at its announced length, so one that is announced small needs no counting.
    const announced = request.headers.get("content-length");
    if (announced !== null && Number(announced) <= maxBytes)
      return ok(new Uint8Array(await request.arrayBuffer()));
    return await readCounting(request, maxBytes);
  } catch {
    return refused("broken");
  }
}

/** For a body of unknown length: counted while it arrives, and given up once it is too long. */
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

import { Problem } from "../base/problem.ts";

/** Largest delivery taken in. Every sender stays far below (GitHub's 25 MB cap aside, whose issues are small). */
export const MAX_DELIVERY_BYTES = 1024 * 1024;

/**
 * Reads a request's body, counting while it arrives: what `Content-Length` says is not trusted.
 * @throws Problem `delivery_too_large`
 */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_DELIVERY_BYTES)
      throw new Problem("delivery_too_large", `more than ${MAX_DELIVERY_BYTES} bytes`);
    chunks.push(chunk);
  }
  const body = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return body;
}

import { Problem } from "../base/problem.ts";

/** Largest delivery taken in. Every sender stays far below (GitHub's 25 MB cap aside, whose issues are small). */
const MAX_DELIVERY_BYTES = 1024 * 1024;

/**
 * Reads a request's body.
 * @throws Problem `delivery_too_large`
 */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  // HTTP itself ends a body at its announced length, so one that is announced small needs no counting.
  const announced = request.headers.get("content-length");
  if (announced !== null && Number(announced) <= MAX_DELIVERY_BYTES) {
    return new Uint8Array(await request.arrayBuffer());
  }
  return readCounting(request);
}

/** For a body of unknown length: counted while it arrives, and given up once it is too long. */
async function readCounting(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_DELIVERY_BYTES) {
      throw new Problem("delivery_too_large", `more than ${MAX_DELIVERY_BYTES} bytes`);
    }
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

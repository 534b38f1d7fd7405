// Reads a delivery's body, up to a size.
import { Problem, RequestInvalid } from "../base/problem.ts";
import { readBytes } from "../base/request.ts";

/** Largest delivery taken in. Every sender stays far below (GitHub's 25 MB cap aside, whose issues are small). */
const MAX_DELIVERY_BYTES = 1024 * 1024;

/**
 * Reads a delivery's body.
 * @throws Problem `delivery_too_large`, or `request_invalid` where it can't be read
 */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const read = await readBytes(request, MAX_DELIVERY_BYTES);
  if (read.ok) return read.value;
  if (read.reason === "broken") throw RequestInvalid.unreadable();
  throw new Problem("delivery_too_large", `more than ${MAX_DELIVERY_BYTES} bytes`);
}

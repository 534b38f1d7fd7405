// Encodes a value as one segment of a URL's path, and rejects values that would address something else.
import { ok, type Result, refused } from "./result.ts";

/**
 * One or two dots, plain or percent-encoded once or more. A proxy that decodes too often would resolve them (path
 * traversal).
 */
const DOTS = /^(?:\.|%(?:25)*2e){1,2}$/i;

/**
 * Encodes a value as one path segment, or returns the reason why the value is rejected: an empty value would address
 * the collection, and dots would address one of its parents.
 */
export function pathSegment(value: string): Result<string, string> {
  if (value === "") return refused("is empty");
  if (DOTS.test(value)) return refused('is "." or ".."');
  if (!value.isWellFormed()) return refused("contains half a surrogate pair");
  return ok(encodeURIComponent(value));
}

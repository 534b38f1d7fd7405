// Encodes a value as one segment of a URL's path, and refuses values that would lead elsewhere.
import { ok, type Result, refused } from "./result.ts";

/** Dots, also percent-encoded once or more: a proxy that decodes too often would climb the path. */
const DOTS = /^(?:\.|%(?:25)*2e){1,2}$/i;

/** A value as one path segment; or why not: an empty value would address the collection, dots its parents. */
export function pathSegment(value: string): Result<string, string> {
  if (value === "") return refused("is empty");
  if (DOTS.test(value)) return refused('is "." or ".."');
  if (!value.isWellFormed()) return refused("holds half a surrogate pair");
  return ok(encodeURIComponent(value));
}

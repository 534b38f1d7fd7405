import type * as z from "zod";
import { ok, type Result, refused } from "../base/result.ts";
import type { Malformed } from "./source.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** Deeper than any sender nests; it keeps a hostile body from exhausting the stack of what reads it. */
const MAX_DEPTH = 64;

/** Reads a body as JSON of the given shape: the parsed value, and the text it was. A refusal names the member at fault. */
export function parseJson<Schema extends z.ZodType>(
  body: Uint8Array,
  schema: Schema,
): Result<{ json: z.output<Schema>; text: string }, Malformed> {
  let text: string;
  let json: unknown;
  try {
    if (isDeeperThan(body, MAX_DEPTH))
      return refused({ detail: `the JSON is nested deeper than ${MAX_DEPTH} levels` });
    text = decoder.decode(body);
    json = JSON.parse(text);
  } catch {
    return refused({ detail: "the body is not JSON in UTF-8" });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return ok({ json: parsed.data, text });
  const [issue] = parsed.error.issues;
  return refused({ detail: `${issue?.path.join(".") || "the body"}: ${issue?.message ?? "unexpected"}` });
}

/** Counts brackets outside strings, so that nesting is known before anything recurses into it. */
function isDeeperThan(body: Uint8Array, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (byte === QUOTE) inString = !inString;
    else if (byte === BACKSLASH) i++;
    else if (inString) continue;
    else if (byte === BRACKET || byte === BRACE) {
      if (++depth > limit) return true;
    } else if (byte === BRACKET_END || byte === BRACE_END) depth--;
  }
  return false;
}

const [QUOTE, BACKSLASH, BRACKET, BRACKET_END, BRACE, BRACE_END] = new TextEncoder().encode('"\\[]{}');

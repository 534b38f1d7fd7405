// Reads bodies that are HTML forms.
import type * as z from "zod";
import { refused } from "../../base/result.ts";
import type { Delivery, Source } from "../system.ts";
import { findExcess, ofShape, type ReadEvent } from "./json.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/**
 * Makes the `parse` function of a source whose body is a form (`application/x-www-form-urlencoded`) with fields of this
 * shape.
 */
export const parseForm =
  <Schema extends z.ZodType>(
    schema: Schema,
    say: (fields: z.output<Schema>, delivery: Delivery, now: number) => ReadEvent | readonly ReadEvent[],
  ): Source["parse"] =>
  (delivery, now) => {
    const fields = readForm(delivery.body);
    const detail = fields === null ? "the body is not a form in UTF-8" : findExcess(fields);
    if (detail !== null) return refused({ detail });
    return ofShape(schema, say)({ json: fields, text: JSON.stringify(fields) }, delivery, now);
  };

/**
 * Reads the fields of a form. If a name is repeated, the last value counts. Returns `null` if the body is not UTF-8
 * text.
 */
export function readForm(body: Uint8Array): Readonly<Record<string, string>> | null {
  try {
    return Object.fromEntries(new URLSearchParams(decoder.decode(body)));
  } catch {
    return null;
  }
}

export const isForm = ({ headers }: Delivery): boolean =>
  headers.get("content-type")?.trim().toLowerCase().startsWith("application/x-www-form-urlencoded") ?? false;

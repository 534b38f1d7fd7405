// Reads bodies that are HTML forms.
import type * as z from "zod";
import { refused } from "../../base/result.ts";
import { decodeUtf8 } from "../../base/text.ts";
import type { Delivery, Source } from "../system.ts";
import { findExcess, ofShape, type ReadBody } from "./json.ts";

/**
 * Makes the `parse` function of a source whose body is a form (`application/x-www-form-urlencoded`) with fields that
 * match a schema.
 */
export const parseForm =
  <Schema extends z.ZodType>(schema: Schema, read: ReadBody<Schema>): Source["parse"] =>
  (delivery, now) => {
    const fields = readForm(delivery.body);
    const detail = fields === null ? "the body is not a form in UTF-8" : findExcess(fields);
    if (detail !== null) return refused({ detail });
    return ofShape(schema, read)({ json: fields, text: JSON.stringify(fields) }, delivery, now);
  };

/**
 * Reads the fields of a form. If a name is repeated, the last value is used. Returns `null` if the body is not UTF-8
 * text.
 */
export function readForm(body: Uint8Array): Readonly<Record<string, string>> | null {
  const text = decodeUtf8(body);
  return text === null ? null : Object.fromEntries(new URLSearchParams(text));
}

export const isForm = ({ headers }: Delivery): boolean =>
  headers.get("content-type")?.trim().toLowerCase().startsWith("application/x-www-form-urlencoded") ?? false;

// Cursors: the end of a page as an opaque text.
import * as base64url from "jose/base64url";

/** Most rows on a page, and the default. */
export const MAX_LIMIT = 100;
export const DEFAULT_LIMIT = 50;

/** A row's place in a list: its values in the columns that order the list, unique together. */
export type Position = readonly (number | string)[];

/** A position as opaque text. */
export const writeCursor = (position: Position): string => base64url.encode(JSON.stringify(position));

/** Reads a cursor; null for none of that list. @param like The types of a position in the list */
export function readCursor(cursor: string, like: readonly ("number" | "string")[]): Position | null {
  try {
    const position: unknown = JSON.parse(new TextDecoder().decode(base64url.decode(cursor)));
    const fits =
      Array.isArray(position) &&
      position.length === like.length &&
      position.every((part, i) =>
        like[i] === "number" ? Number.isSafeInteger(part) : typeof part === like[i],
      );
    return fits ? position : null;
  } catch {
    return null;
  }
}

import type { Person } from "../sources/event.ts";
import { present } from "../sources/reading/member.ts";

/** A person of whom something is known; `undefined` for one of whom nothing is. */
export function personOf(
  known: { readonly [Member in keyof Person]: Person[Member] | undefined },
): Person | undefined {
  const person = present(known);
  return Object.keys(person).length > 0 ? person : undefined;
}

/** A name of its parts; `undefined` where there are none. */
export const nameOf = (...parts: readonly (string | undefined)[]): string | undefined =>
  parts.filter(Boolean).join(" ") || undefined;

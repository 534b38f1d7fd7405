// Says what an action means for people and how to undo it, in a sentence for the person who decides.
import { Named } from "../base/named.ts";
import { formatAction, type PlannedAction } from "./action.ts";
import { actions } from "./index.ts";

/** Most people named in a sentence; further ones, and those without a name, are counted. */
const MAX_NAMES = 5;

/**
 * @returns `words`: sentences on who gains or loses, as far as known, and on how to undo it; `isFinal`: true if nothing
 * undoes it
 */
export function consequences(planned: Pick<PlannedAction, "action" | "beneficiaries" | "effects" | "input">) {
  const people = [...new Set(planned.beneficiaries)];
  const names = namesIn(planned.input);
  const named = people.flatMap((id) => names.get(id) ?? []).slice(0, MAX_NAMES);
  const more = people.length - named.length;
  const rest = `${more}${named.length > 0 ? " more" : ""} ${more === 1 ? "person" : "people"}`;
  const who = people.length === 0 ? [] : [`Affects ${[...named, ...(more > 0 ? [rest] : [])].join(", ")}.`];
  // What makes no call changes only the inventory, or asks a person.
  const undo = planned.effects.length > 0 ? actions.get(planned.action)?.undo : undefined;
  const byHand = undo && "byHand" in undo ? undo : undefined;
  return { words: [...who, byHand?.byHand ?? []].flat().join(" "), isFinal: byHand?.isFinal ?? false };
}

const namesIn = (input: unknown): ReadonlyMap<string, string> =>
  new Map(
    Object.values(input ?? {})
      .flat()
      .flatMap((value) => {
        const { success, data } = Named.safeParse(value);
        return success ? [[data.id, data.name] as const] : [];
      }),
  );

export const formatForDecider = (action: PlannedAction): string =>
  `${formatAction(action)} ${consequences(action).words}`.trim();

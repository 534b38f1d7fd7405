// Describes an action's consequences for the person who decides: the people affected, and how to undo it.
import { Named } from "../base/named.ts";
import { formatAction, type PlannedAction } from "./action.ts";
import { actions } from "./index.ts";

/** Maximum people named in a sentence. Further people, and those without a known name, are only counted. */
const MAX_NAMES = 5;

/**
 * Describes the consequences of an action.
 * @returns `words`: sentences on the affected people, as far as known, and on how to undo the action; `isFinal`: true
 * if it can't be undone
 */
export function consequences(planned: Pick<PlannedAction, "action" | "beneficiaries" | "effects" | "input">) {
  const people = [...new Set(planned.beneficiaries)];
  const names = namesIn(planned.input);
  const named = people.flatMap((id) => names.get(id) ?? []).slice(0, MAX_NAMES);
  const more = people.length - named.length;
  const rest = `${more}${named.length > 0 ? " more" : ""} ${more === 1 ? "person" : "people"}`;
  const who = people.length === 0 ? [] : [`Affects ${[...named, ...(more > 0 ? [rest] : [])].join(", ")}.`];
  const action = actions.get(planned.action);
  const endless = action?.isEndless(planned.input) ? "It has no last day." : [];
  // An action without calls only changes the inventory, or creates a task.
  const undo = planned.effects.length > 0 ? action?.undo : undefined;
  const byHand = undo && "byHand" in undo ? undo : undefined;
  return {
    words: [...who, endless, byHand?.byHand ?? []].flat().join(" "),
    isFinal: byHand?.isFinal ?? false,
  };
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

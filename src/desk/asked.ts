/** Who asked for a plan: by its event, and by what they wrote down before. */
import type { PlannedAction } from "../actions/action.ts";
import { type Event, type Person, requestersOf } from "../sources/event.ts";

/** Everybody who asked for a plan, none of whom may approve it. */
export function askersOf(
  event: Event,
  actions: readonly Pick<PlannedAction, "requestedBy">[],
): readonly Person[] {
  const writers = new Set(actions.flatMap(({ requestedBy = [] }) => requestedBy));
  return [...requestersOf(event), ...Array.from(writers, (email) => ({ email }))];
}

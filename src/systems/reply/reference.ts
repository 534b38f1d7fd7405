// The reference from a ticket that Reeve creates to the event that it is created for.
import type { Ticket } from "../event.ts";

/** Returns the reference of a ticket that is created for an event. */
export const referTo = (eventId: string): string => `reeve-${eventId}`;

/**
 * Returns the id of the event that a ticket refers to, or `null` if it refers to none. Anyone can write a reference,
 * so verify it with `history.created`.
 *
 * @example
 * export const findCreated = ({ ticket }: TicketEvent, { history }: Context) =>
 *   history.created({ event: findReference(ticket) ?? "" });
 */
export function findReference({ fields }: Pick<Ticket, "fields">): string | null {
  const found = Object.values(fields)
    .flat()
    .find((value) => /^reeve-evt_[\w-]+$/.test(value));
  return found?.slice(referTo("").length) ?? null;
}

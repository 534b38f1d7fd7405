import type { SenderClient } from "../senders/client.ts";
import type { Event } from "../sources/event.ts";

/** What a requester is told of a run. Plain text, of which parts come from outside: each channel escapes it for its format. */
export interface Message {
  /** Sentences, each a paragraph. */
  readonly sentences: readonly string[];
  /** Where the run is on record, for those who may see it. */
  readonly link?: string;
}

/** Where a reply goes to. */
export interface Target {
  readonly system: string;
  /** The system's own id of the ticket or incident. */
  readonly id: string;
  readonly key: string;
  /** Other members that the system's API needs. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
}

/** How a system is told what became of what it asked for. */
export interface Channel {
  readonly system: string;
  /** Whether this can be answered at all. @default true */
  canReach?(target: Target): boolean;
  /**
   * Says it, as a comment or note. Left out where the system has no place for words.
   * @param visible to the requester, where the system tells that apart
   */
  comment?(client: SenderClient, target: Target, message: Message, visible: boolean): Promise<void>;
  /** The states that are moved to where `replies` in `src/config.ts` names none. @default none */
  readonly usual?: { readonly done: string; readonly notDone: string };
  /** Moves a ticket on. @param to The state, as the system names it; see `replies` in `src/config.ts` */
  move(client: SenderClient, target: Target, to: string): Promise<void>;
}

/** Where a reply to an event goes; `null` where there is nowhere to answer. */
export function targetOf(event: Event): Target | null {
  if ("ticket" in event) return event.ticket;
  if ("incident" in event) return { ...event.incident, fields: {} };
  return "worker" in event ? { ...event.worker, key: event.worker.name ?? event.worker.id } : null;
}

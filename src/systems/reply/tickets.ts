// Creates tickets, each of them once, and recognizes their events.
import { Problem } from "../../base/problem.ts";
import type { SenderEnv } from "../api/api.ts";
import { senderClient } from "../api/client.ts";
import { findApi, systems } from "../index.ts";
import type { TicketDraft } from "../system.ts";

/**
 * Returns the subject of the ticket with the draft's reference. Creates the ticket if a search finds none, so the call
 * can be repeated after a crash or a lost response.
 * @throws Problem if the system has rejected the request or is unavailable
 */
export async function createTicket(system: string, draft: TicketDraft, env: SenderEnv): Promise<string> {
  const maker = systems.get(system)?.tickets;
  if (!maker) throw new Problem("configuration_invalid", `Reeve can't create tickets in "${system}"`);
  const client = senderClient(findApi(system), env);
  const known = maker.readId(await client.call({ method: "GET", ...maker.find(draft) }));
  const id =
    known ?? maker.readId(await client.call({ method: "POST", reads: true, ...maker.create(draft) }));
  if (id === undefined) throw new Problem("sender_unavailable", `${system} returned no id for the ticket`);
  return `${system}:${id}`;
}

/** Tells the tickets of the configured site from those of another site of the same vendor. */
import { isThisMachine } from "../base/this-machine.ts";
import type { Variables } from "../env.ts";
import type { ParsedDelivery, Source } from "../systems/system.ts";

/**
 * The parsed delivery, or the reason why it means nothing here: its ticket is of another site than configured. Where a ticket
 * names no page, or no site is configured, all count. A stand-in of a vendor on this machine has no site of its own.
 */
export function ofOurSite({ siteVariable }: Source, said: ParsedDelivery, env: Variables): ParsedDelivery {
  const { event } = said;
  const site = siteVariable && env[siteVariable];
  if (!site || !("ticket" in event) || event.ticket.url === undefined) return said;
  const ours = URL.parse(site);
  const theirs = URL.parse(event.ticket.url);
  if (!ours || !theirs || isThisMachine(ours) || ours.host === theirs.host) return said;
  return {
    ...said,
    event: { ignored: `the ticket is of ${theirs.host}, and ${siteVariable} is ${ours.host}` },
  };
}

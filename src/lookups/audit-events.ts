// Looks up the audit events of paper secrets.
import * as z from "zod";
import { byName } from "../actions/names.ts";
import {
  type AuditEvent,
  type SearchAuditEventsBody,
  searchAuditEvents,
} from "../governance/contract/audit-events.ts";
import { parseVaultEvent } from "../governance/vault-event.ts";
import { defineLookup, type FoundLine, type LookupContext, PAGE_SIZE, textField } from "./lookup.ts";

/** Number of events per page that Reeve filters itself, and maximum number of such pages for one result. */
const SIFTED_SIZE = 100;
const MAX_SIFTED_PAGES = 10;

export const audit = defineLookup({
  name: "audit",
  help: "Audit events of paper secrets, by vault, actor, IP address and time.",
  input: z.strictObject({
    vault: textField("Vault", "name or id"),
    actor: textField("Actor", "email or user id"),
    ip: textField("IP address"),
    since: z.iso.datetime({ offset: true }).optional().meta({ title: "Since" }),
  }),
  reads: ["searchAuditEvents"],
  async find({ vault, actor, ip, since: from }, context, page) {
    const filters = {
      ...(vault && { vaultId: byName(context.settings.vaults, vault)?.value ?? vault }),
      ...(actor && (actor.includes("@") ? { actorEmail: actor } : { actorUserId: actor })),
      ...(ip && { clientIp: ip }),
    };
    const since = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from);
    const { events, next, partly } = await filterEvents(context, filters, since, page);
    return {
      title: events.length > 0 ? "Audit events" : "No audit events found",
      lines: events.map(formatAuditLine),
      ...(partly && { note: `${SIFTED_SIZE * MAX_SIFTED_PAGES} events were checked; there are more.` }),
      next,
    };
  },
});

interface Part {
  readonly events: readonly AuditEvent[];
  readonly next?: string | undefined;
  readonly partly?: boolean;
}

/**
 * Finds the next events since a time. The API has no such filter, so every event is checked. Events without a time are
 * included.
 */
async function filterEvents(
  { governance }: LookupContext,
  filters: Partial<SearchAuditEventsBody>,
  since: number,
  position = "0 ",
): Promise<Part> {
  const [, skipped = "0", first = ""] = /^(\d+) (.*)$/s.exec(position) ?? [];
  const events: AuditEvent[] = [];
  let skip = Number(skipped);
  let token = first;
  for (let pages = 0; pages < MAX_SIFTED_PAGES; pages += 1) {
    const body = { ...filters, pageSize: SIFTED_SIZE, ...(token && { pageToken: token }) };
    const { list, nextPageToken } = await governance.call(searchAuditEvents, { body });
    for (const [n, event] of list.entries()) {
      if (n < skip || (parseVaultEvent(event).at ?? since) < since) continue;
      if (events.length === PAGE_SIZE) return { events, next: `${n} ${token}` };
      events.push(event);
    }
    if (!nextPageToken) return { events };
    skip = 0;
    token = nextPageToken;
  }
  return { events, next: `0 ${token}`, partly: true };
}

function formatAuditLine(event: AuditEvent): FoundLine {
  const { at, person, address, activity } = parseVaultEvent(event);
  const detail = [activity ?? "Unnamed activity", person && `by ${person}`, address && `from ${address}`];
  return {
    name: detail.filter(Boolean).join(" "),
    ...(at === null ? { detail: "without a time" } : { at }),
  };
}

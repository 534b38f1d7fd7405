// Declares the lookups of MCP tools, MCP servers and audit events, and lists all lookups.
import * as z from "zod";
import { byName, requireName } from "../actions/names.ts";
import { unclear } from "../base/problem.ts";
import {
  type AuditEvent,
  type SearchAuditEventsBody,
  searchAuditEvents,
} from "../governance/contract/audit-events.ts";
import { type CatalogEntry, listMcpCatalog } from "../governance/contract/mcp.ts";
import { formatEnumValue, readTool, toolCalled, toolTraits } from "../governance/tools.ts";
import { parseVaultEvent } from "../governance/vault-event.ts";
import {
  defineLookup,
  type FoundLine,
  factLines,
  type Lookup,
  type LookupContext,
  PAGE_SIZE,
  textField,
} from "./lookup.ts";
import { people, person } from "./people.ts";

const Words = z.string().trim().min(1).max(200);

export const tool = defineLookup({
  name: "tool",
  help: "The current state of an MCP tool, by its name in the settings, or by its connector and id.",
  input: z.strictObject({
    tool: Words.meta({ title: "Tool", description: "name, or id and connector" }),
    connector: Words.optional().meta({ title: "Connector", description: "name" }),
  }),
  reads: ["getMcpTool"],
  async find({ tool: written, connector: owner }, { governance, settings }) {
    const named = owner === undefined ? requireName(settings.tools, "tool", written) : null;
    const connector = requireName(settings.connectors, "connector", owner ?? named?.value.connector ?? "");
    const { appId, connectorId, appName } = connector.value;
    const id = named?.value.id ?? byName(settings.tools, written)?.value.id ?? written;
    const found = await readTool(governance, { appId, connectorId, id });
    if (!found)
      return {
        title: named?.name ?? written,
        lines: [],
        note: `The connector ${connector.name} has no such tool${named ? " any more" : ""}.`,
      };
    const { classification, clientTypes } = toolTraits(found);
    return {
      title: toolCalled(found) ?? id,
      lines: factLines({
        Connector: `${connector.name} of ${appName}`,
        "What it does": found.description,
        "Its own name": found.toolName,
        Retired: found.deletedAt,
        State: formatEnumValue(found.state, "MCP_TOOL_STATE_"),
        Classification: classification,
        Visibility: formatEnumValue(found.visibility || found.defaultVisibility, "TOOL_VISIBILITY_"),
        "Allowed clients": clientTypes,
        Entitlement: found.appEntitlementId,
        "Last called": found.lastCalledAt,
        "Discovery hash": found.discoveryHash,
        Id: found.id,
      }),
      whole: found,
    };
  },
});

const entryCalled = ({ id, displayName, serviceName }: CatalogEntry): string =>
  displayName || serviceName || id || "a server without a name";

export const catalog = defineLookup({
  name: "catalog",
  help: "MCP servers in the tenant's catalog, by name.",
  input: z.strictObject({ words: Words.optional().meta({ title: "Name" }) }),
  reads: ["listMcpCatalog"],
  async find({ words }, { governance }, page) {
    const query = { page_size: PAGE_SIZE, ...(words && { query: words }), ...(page && { page_token: page }) };
    const { list, nextPageToken } = await governance.call(listMcpCatalog, { query });
    return {
      title: list.length > 0 ? "MCP servers" : "No MCP server found",
      lines: list.map((entry) => ({
        name: entryCalled(entry),
        detail: [entry.description, entry.stable === false && "not stable yet"].filter(Boolean).join(" · "),
        ...(entry.id && { more: { lookup: "server", input: { server: entry.id } } }),
      })),
      next: nextPageToken,
    };
  },
});

export const server = defineLookup({
  name: "server",
  help: "An MCP server in the catalog, with its addresses, scopes, sign-in and configuration.",
  input: z.strictObject({ server: Words.meta({ title: "Server", description: "id in the catalog" }) }),
  reads: ["listMcpCatalog"],
  async find({ server: id }, { governance }) {
    for await (const entry of governance.items(listMcpCatalog, { query: { page_size: 100 } })) {
      if (entry.id !== id) continue;
      const { authModes = [], configSchema, supportedOauth2Modes = [] } = entry;
      const ways = authModes.map(
        ({ authStyle, oauth2Grant, scopes = [], issuerUrl, tokenUrl, credentialUrl }) =>
          [authStyle, oauth2Grant, issuerUrl ?? tokenUrl ?? credentialUrl, scopes.join(" ")]
            .filter(Boolean)
            .join(" · "),
      );
      return {
        title: entryCalled(entry),
        lines: factLines({
          "Service name": entry.serviceName,
          "What it does": entry.description,
          Address: entry.baseUrl,
          "Authorize address": entry.defaultAuthorizeUrl,
          "Token address": entry.defaultTokenUrl,
          Scopes: entry.defaultScopes,
          "OAuth2 modes": supportedOauth2Modes.map(String),
          "Ways to sign in": ways,
          Settings: configSchema?.fields?.map(
            ({ name, required }) => `${name}${required ? " (required)" : ""}`,
          ),
          Stable: entry.stable === undefined ? undefined : entry.stable ? "yes" : "no",
          Icon: entry.iconUrl,
          Id: id,
        }),
        whole: entry,
      };
    }
    throw unclear(`The catalog has no server with the id "${id}".`);
  },
});

/** Number of audit events on a page of the API. Reeve filters these events by time. */
const SIFTED_SIZE = 100;
/** Maximum number of pages of the API that are read for one page of the result. */
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
      ...(partly && { note: `Only ${SIFTED_SIZE * MAX_SIFTED_PAGES} events were checked; there are more.` }),
      next,
    };
  },
});

/**
 * Finds the next events since a time. The API can't filter events by time, so the time of every event is checked.
 * Events without a time are included.
 */
async function filterEvents(
  { governance }: LookupContext,
  filters: Partial<SearchAuditEventsBody>,
  since: number,
  position = "0 ",
) {
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
  return { name: detail.filter(Boolean).join(" "), ...(at === null ? { detail: "without a time" } : { at }) };
}

const all: readonly Lookup[] = [people, person, tool, catalog, server, audit];

export const lookups: ReadonlyMap<string, Lookup> = new Map(all.map((lookup) => [lookup.name, lookup]));

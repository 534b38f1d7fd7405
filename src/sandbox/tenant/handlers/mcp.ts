// Handles reading, changing and deleting MCP tools, their discovery by a connector sync, and the MCP server catalog.
import { z } from "zod";
import { McpTool } from "../../../governance/contract/mcp.ts";
import { Id, Name, Timestamp } from "../../../governance/contract/primitives.ts";
import { paginate } from "../paging.ts";
import { listResources, putResources, requireOfApp, requireResource } from "../resources.ts";
import { type OnRecord, readSetting, writeSetting } from "../rows.ts";
import { dice } from "../seed/samples.ts";
import type { Switches } from "../switches/switches.ts";
import type { Handler } from "../world.ts";

/**
 * Reads a discovered tool, deleted or not. A deletion becomes visible after `visibilityLagSeconds`, and the switch
 * `hiddenLastCalls` hides the time of the last call. Source: Endpoints, 6.
 */
export const getMcpTool: Handler<"getMcpTool"> = ({ path }, { sql, now, switches }) => {
  const { deletedAt, lastCalledAt, ...tool } = requireTool(sql, path.app_id, path.connector_id, path.id);
  const shown = new Date(now().getTime() - switches.visibilityLagSeconds * 1_000).toISOString();
  return {
    tool: {
      ...tool,
      ...(lastCalledAt && !switches.hiddenLastCalls && { lastCalledAt }),
      ...(deletedAt && deletedAt <= shown && { deletedAt }),
    },
  };
};

/** Deletes softly: the tool remains, with `deletedAt`. A repeat changes nothing. Source: Endpoints, 7. */
export const deleteMcpTool: Handler<"deleteMcpTool"> = ({ path }, { sql, now }) => {
  const tool = requireTool(sql, path.app_id, path.connector_id, path.id);
  if (tool.deletedAt) return {};
  const at = now().toISOString();
  writeTool(sql, { ...tool, updatedAt: at, deletedAt: at });
  return {};
};

const Offered = z.object({
  toolName: Name.min(1),
  description: z.string().default(""),
  inputSchemaJson: z.string().default("{}"),
});

/** A connector to sync, and the tools that its server now offers. */
export const Sync = z.object({
  appId: Id,
  connectorId: Id,
  /**
   * The tools that the server offers.
   * @default the known tools, even deleted ones, except those in the state `MCP_TOOL_STATE_REMOVED`; the switch
   * `discovery` changes the last one and adds a new one
   */
  tools: z.array(Offered).optional(),
});

const list = (): string[] => [];

/**
 * Syncs a connector. Deleted or removed tools that its server offers are discovered again. New and rediscovered tools
 * wait for review, or are approved if the switch `autoEnable` is on. A changed tool gets another `discoveryHash`. It
 * keeps its state if the switch `keptReviews` is on and it was not removed; otherwise it is treated like a new tool. A
 * tool that is no longer offered becomes `MCP_TOOL_STATE_REMOVED`, unless it is deleted. Source: States and
 * transitions, MCP tool.
 * @returns the ids of the rediscovered, new, changed and removed tools, each kind in its own list; a removed tool that
 * is offered again with a change is among the changed ones
 * @throws TenantError 404 for an unknown app or connector
 */
export function syncConnector(
  sql: SqlStorage,
  now: Date,
  { appId, connectorId, tools }: z.output<typeof Sync>,
  { autoEnable, discovery, keptReviews }: Pick<Switches, "autoEnable" | "discovery" | "keptReviews">,
) {
  requireOfApp(sql, "connector", appId, connectorId);
  const known = listResources<McpTool>(sql, "MCP tool", connectorId);
  const offered = tools ?? offeredNow(known, discovery);
  const found = { rediscovered: list(), discovered: list(), changed: list(), removed: list() };
  const updatedAt = now.toISOString();
  const toReview = { state: `MCP_TOOL_STATE_${autoEnable ? "APPROVED" : "PENDING_REVIEW"}`, updatedAt };
  for (const { deletedAt, ...tool } of known) {
    const offer = offered.find(({ toolName }) => toolName === tool.toolName);
    if (!offer) {
      if (deletedAt || tool.state === "MCP_TOOL_STATE_REMOVED") continue;
      found.removed.push(tool.id);
      writeTool(sql, { ...tool, state: "MCP_TOOL_STATE_REMOVED", updatedAt });
      continue;
    }
    const hash = discoveryHash(offer);
    const hasChanged = hash !== tool.discoveryHash;
    if (!deletedAt && !hasChanged && tool.state !== "MCP_TOOL_STATE_REMOVED") continue;
    found[hasChanged && !deletedAt ? "changed" : "rediscovered"].push(tool.id);
    const isKept = keptReviews && !deletedAt && tool.state !== "MCP_TOOL_STATE_REMOVED";
    writeTool(sql, { ...tool, ...offer, discoveryHash: hash, ...(isKept ? { updatedAt } : toReview) });
  }
  for (const offer of offered) {
    if (known.some(({ toolName }) => toolName === offer.toolName)) continue;
    const id = `tool_${crypto.randomUUID()}`;
    found.discovered.push(id);
    const name = formatTitle(offer.toolName);
    writeTool(sql, {
      id,
      ...offer,
      defaultDisplayName: name,
      displayName: name,
      appId,
      connectorId,
      createdAt: updatedAt,
      ...toReview,
      discoveryHash: discoveryHash(offer),
    });
  }
  return found;
}

function offeredNow(known: readonly McpTool[], more: boolean): z.output<typeof Offered>[] {
  const before = known
    .filter(({ state }) => state !== "MCP_TOOL_STATE_REMOVED")
    .map((tool) => Offered.parse(tool));
  if (!more) return before;
  const last = before.pop();
  return [
    ...before,
    ...(last ? [{ ...last, description: `${last.description} And more.` }] : []),
    Offered.parse({ toolName: `new_tool_${known.length + 1}`, description: "Does something new." }),
  ];
}

/** The ids of a tool, its connector and its app, and the tool's properties to change. */
export const ToolChange = z.object({
  ...McpTool.pick({ toolName: true, displayName: true, description: true, inputSchemaJson: true }).shape,
  ...McpTool.pick({ createdAt: true, state: true, classification: true, visibility: true }).shape,
  ...McpTool.pick({ allowedClientTypes: true, appEntitlementId: true }).shape,
  /** The time of the last call, or `null` if the tool was never called. @default the time does not change */
  lastCalledAt: Timestamp.nullable().optional(),
  appId: Id,
  connectorId: Id,
  id: Id,
});

/**
 * Changes a tool, as its server, a call or an administrator would.
 * @throws TenantError 404 if the app, the connector or the tool does not exist
 */
export function changeTool(
  sql: SqlStorage,
  now: Date,
  { appId, connectorId, id, lastCalledAt, ...change }: z.output<typeof ToolChange>,
): McpTool {
  const { lastCalledAt: before, ...tool } = requireTool(sql, appId, connectorId, id);
  const last = lastCalledAt === undefined ? before : (lastCalledAt ?? undefined);
  const defined = { ...tool, ...change };
  const changed = {
    ...defined,
    id,
    discoveryHash: discoveryHash(defined),
    ...(last && { lastCalledAt: last }),
    updatedAt: now.toISOString(),
  };
  writeTool(sql, changed);
  return changed;
}

function requireTool(sql: SqlStorage, appId: string, connectorId: string, id: string): OnRecord<McpTool> {
  requireOfApp(sql, "connector", appId, connectorId);
  return requireResource<McpTool>(sql, "MCP tool", id, connectorId);
}

const writeTool = (sql: SqlStorage, tool: OnRecord<McpTool>): void =>
  putResources(sql, "MCP tool", [tool], ({ connectorId }) => connectorId);

const formatTitle = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

/** Returns a hash, in hex, that changes with any part of a tool's definition. */
const discoveryHash = ({
  toolName,
  description,
  inputSchemaJson,
}: Pick<McpTool, "toolName" | "description" | "inputSchemaJson">): string =>
  dice(JSON.stringify([toolName, description, inputSchemaJson])).hex(64);

type Row = { json: string; name_key: string; id: string };
const PAGE_OF_CATALOG = `
  SELECT json, name_key, id FROM mcp_catalog
  WHERE (name_key, id) > (?, ?) AND instr(name_key, ?) > 0
  ORDER BY name_key, id LIMIT ?`;

/**
 * Lists the catalog entries by display name, ignoring case; `query` matches any part of the name. If the switch
 * `changingCatalog` is on, the catalog changes before its first page is read. Source: Endpoints, 8.
 */
export const listMcpCatalog: Handler<"listMcpCatalog"> = ({ query }, { sql, switches }) => {
  if (switches.changingCatalog && !query.page_token) changeCatalog(sql);
  const wanted = (query.query ?? "").toLowerCase();
  const { rows, nextPageToken } = paginate(
    "listMcpCatalog",
    query,
    ([nameKey, id] = ["", ""], limit) =>
      sql.exec<Row>(PAGE_OF_CATALOG, nameKey ?? "", id ?? "", wanted, limit).toArray(),
    ({ name_key, id }) => [name_key, id],
    switches,
  );
  return { list: rows.map((row) => JSON.parse(row.json)), nextPageToken };
};

function changeCatalog(sql: SqlStorage): void {
  const n = Number(readSetting(sql, "catalog_changes") ?? 0) + 1;
  writeSetting(sql, "catalog_changes", String(n));
  const entry = (of: number, version: number) => ({
    id: `mcp_new_${of}`,
    displayName: `New server ${of}`,
    baseUrl: `https://new-${of}.example/v${version}`,
  });
  const changed = [entry(n, 1), ...(n > 1 ? [entry(n - 1, 2)] : [])];
  sql.exec(INSERT_CATALOG_ENTRIES, JSON.stringify(changed));
  sql.exec("DELETE FROM mcp_catalog WHERE id = ?", `mcp_new_${n - 2}`);
}

/** SQL that inserts a JSON array of catalog entries, and replaces existing entries with the same ids. */
export const INSERT_CATALOG_ENTRIES = `
  INSERT INTO mcp_catalog (id, name_key, json)
  SELECT value->>'$.id', lower(value->>'$.displayName'), value FROM json_each(?) WHERE true
  ON CONFLICT (id) DO UPDATE SET name_key = excluded.name_key, json = excluded.json`;

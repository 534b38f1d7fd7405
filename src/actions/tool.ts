// Retires and tracks MCP tools, and accepts changed ones. A request identifies a tool by its configured name, or by its
// connector and id: the API can't list tools.

import * as z from "zod";
import { canonicalJson, sha256Hex } from "../base/hash.ts";
import type { Named } from "../base/named.ts";
import { unclear } from "../base/problem.ts";
import { tryParseJson } from "../base/text.ts";
import type { ReadOnlyGovernance } from "../governance/client/index.ts";
import type { McpTool } from "../governance/contract/mcp.ts";
import {
  isGone,
  type KnownTool,
  readTool,
  ToolTraits,
  toolCalled,
  toolStanding,
  toolTraits,
} from "../governance/tools.ts";
import { defineAction } from "./define.ts";
import {
  inventoryKinds,
  putEntry,
  removeEntry,
  type ToolFingerprint,
  ToolPlace,
  toolKey,
} from "./inventory.ts";
import { ALSO_OTHERS, NAMES, nameIn, type RequestContext, requireEnabled, requireName } from "./names.ts";

/** An MCP tool in a request, identified by its configured name, or by its connector and id. */
const NamedTool = z.strictObject({
  connector: nameIn("connectors", "The tool's connector. Needed if you give the tool's id.").optional(),
  tool: z
    .string()
    .trim()
    .min(1)
    .meta({
      description: "The tool's name, or its id together with its connector.",
      [NAMES]: "tools",
      [ALSO_OTHERS]: true,
    }),
});

/**
 * Accepts the current state of a tracked tool, so that only later changes are reported.
 *
 * @example
 * export const accept = async ({ data }: InventoryEntry<"tool">, tool: McpTool) =>
 *   acceptTool({ ...data, changed: ["description"], fingerprint: await fingerprintTool(tool) });
 */
export const acceptTool = defineAction({
  name: "tool.accept",
  input: z.object({
    ...ToolPlace.shape,
    /** Names of the changed parts, such as "input schema". */
    changed: z.array(z.string()).min(1),
    /** The hashes of the tool's parts, from `fingerprintTool`. */
    fingerprint: inventoryKinds.tool.shape.fingerprint.unwrap(),
  }),
  summary: ({ tool, connector, changed }) =>
    `Accept that the MCP tool ${called(tool)} of ${connector.name} changed: ${changed.join(", ")}.`,
  unverified: ({ connector }) => [connector],
  // The target includes the new fingerprint: denying one change must not suppress the proposal of the next change.
  target: ({ app, connector, tool, fingerprint }) =>
    `tool ${app.id}/${connector.id}/${tool.id} as ${Object.values(fingerprint).join(".")}`,
  beneficiaries: () => [],
  leaves: ({ changed: _, ...tracked }) => [putEntry("tool", tracked)],
  undo: { byHand: "To undo, request the tool's retirement." },
  notAskedFor: "Only the automation `tool-changed` plans it, because only it checks tools for changes.",
});

/**
 * Soft-deletes an MCP tool. The tool returns if its connector discovers it again.
 *
 * @example
 * export const retired = (tool: string, context: Context) => retireTool.request.plan({ tool }, context);
 */
export const retireTool = defineAction({
  name: "tool.retire",
  input: z.object({
    ...ToolPlace.shape,
    /** The tool's traits at the service. @default not looked up */
    traits: ToolTraits.optional(),
    /** Number of times that a connector sync has restored the tool. @default never */
    timesBack: z.int().min(1).optional(),
  }),
  summary: ({ tool, traits, connector, app }) =>
    `Retire the MCP tool ${called(tool, traits)} of the connector ${connector.name} (app ${app.name}), and remove it from its toolsets.`,
  toolTraits: ({ traits }) => traits,
  unverified: ({ app, connector }) => [connector, app],
  target: ({ app, connector, tool }) => `tool ${app.id}/${connector.id}/${tool.id}`,
  calls: ["deleteMcpTool"],
  effects: ({ app, connector, tool }) => [
    {
      operation: "deleteMcpTool",
      input: { path: { app_id: app.id, connector_id: connector.id, id: tool.id }, body: {} },
    },
  ],
  followUp: ({ tool, connector, timesBack }) =>
    timesBack === undefined
      ? undefined
      : {
          assignees: [],
          task: `Find out why syncs of the connector ${connector.name} restore the MCP tool ${called(tool)}, and prevent it. The tool has been restored ${timesBack === 1 ? "once" : `${timesBack} times`}.`,
          done: "It won't come back",
          isRead: true,
        },
  // A tool belongs to nobody: all its users lose it alike.
  beneficiaries: () => [],
  leaves: ({ traits: _, timesBack: __, ...place }) => [
    putEntry("retired_tool", place),
    removeEntry("tool", toolKey(place)),
  ],
  undo: {
    byHand:
      "To undo, sync the connector: the tool is discovered again, and may be usable immediately, without a review. Then add it to its toolsets again, because the service removed it from them.",
    // If the entry `retired_tool` stayed, the tool would be retired again after a sync restored it.
    forgets: true,
  },
  request: {
    description:
      "Retire an MCP tool. It is deleted, and permanently removed from its toolsets. If its connector discovers it again, it might be usable immediately.",
    input: NamedTool,
    reads: ["getMcpTool"],
    async lookUp(input, context) {
      const { place, tool } = await namedTool(input, context);
      return { ...place, traits: toolTraits(tool) };
    },
  },
});

/**
 * Tracks an MCP tool in its present state, to find out whether it is used and whether it changes.
 *
 * @example
 * export const tracked = (tool: string, context: Context) => trackTool.request.plan({ tool }, context);
 */
export const trackTool = defineAction({
  name: "tool.track",
  input: z.object({ ...ToolPlace.shape, fingerprint: inventoryKinds.tool.shape.fingerprint.unwrap() }),
  summary: ({ tool, connector, app }) =>
    `Track the MCP tool ${called(tool)} of the connector ${connector.name} (app ${app.name}), as it is now.`,
  unverified: ({ app, connector }) => [connector, app],
  target: ({ app, connector, tool }) => `tracking of tool ${app.id}/${connector.id}/${tool.id}`,
  beneficiaries: () => [],
  leaves: (tracked) => [putEntry("tool", tracked)],
  undo: { byHand: "To undo, remove the tool from the inventory." },
  request: {
    description: "Track an MCP tool to find out whether it is used and whether it changes.",
    input: NamedTool,
    reads: ["getMcpTool"],
    async lookUp(input, context) {
      requireEnabled(context.settings, "tool-changed", "stale-tools");
      const { place, tool } = await namedTool(input, context);
      // Tracking the tool again would accept changes that nobody has reviewed.
      if (await context.history.entry("tool", toolKey(place)))
        throw unclear(`The tool ${place.tool.name} is already tracked.`);
      return { ...place, fingerprint: await fingerprintTool(tool) };
    },
  },
});

/**
 * Reads the named tool from the service, with its connector and app.
 * @throws Problem `request_unclear` if the tool or its connector is unknown, or if the tool is retired
 */
async function namedTool(
  { connector: owner, tool: written }: z.output<typeof NamedTool>,
  { governance, settings }: Pick<RequestContext, "governance" | "settings">,
): Promise<{ readonly place: ToolPlace; readonly tool: McpTool }> {
  const { connector, id } =
    owner === undefined
      ? requireName(settings.tools, "tool", written).value
      : { connector: owner, id: written };
  const { name: ofConnector, value } = requireName(settings.connectors, "connector", connector);
  const { appId, connectorId } = value;
  const tool = await readTool(governance, { appId, connectorId, id });
  if (!tool) throw unclear(`The connector ${ofConnector} has no tool with the id "${id}".`);
  const name = toolCalled(tool) ?? tool.id;
  if (tool.deletedAt) throw unclear(`The tool ${name} is already retired.`);
  return {
    place: {
      app: { id: value.appId, name: value.appName },
      connector: { id: value.connectorId, name: ofConnector },
      tool: withStanding({ id: tool.id, name }, tool),
    },
    tool,
  };
}

/**
 * Formats a tool's name for a sentence, with its status at the service or, without one, its classification, if known.
 */
function called({ name, standing }: ToolPlace["tool"], traits?: ToolTraits): string {
  const { classification = "unspecified" } = traits ?? {};
  const held = standing ?? (classification === "unspecified" ? null : `classified as ${classification}`);
  return held === null ? name : `${name} (${held})`;
}

/**
 * Returns a tool's id and name, with its status at the service if it shows one. The summaries of plans mention the
 * status.
 *
 * @example
 * export const retire = (tool: Named, now: McpTool) =>
 *   retireTool({ app, connector, tool: withStanding(tool, now), traits: toolTraits(now) });
 */
export function withStanding({ id, name }: Named, now: McpTool): ToolPlace["tool"] {
  const standing = toolStanding(now);
  return { id, name, ...(standing && { standing }) };
}

/**
 * Reads a tool from the service. Returns `null` if the tool does not exist, was deleted, or was removed by its server.
 *
 * @example
 * export const isRetired = async ({ data }: InventoryEntry<"retired_tool">, { governance }: Context) =>
 *   (await toolNow(data, governance)) === null;
 */
export async function toolNow(
  { app, connector, tool: { id } }: ToolPlace,
  governance: ReadOnlyGovernance,
): Promise<KnownTool | null> {
  const tool = await readTool(governance, { appId: app.id, connectorId: connector.id, id });
  return tool && isGone(tool) ? null : tool;
}

/**
 * Returns the hashes (SHA-256, hex) of a tool's parts. If one of these parts changes, a person must accept the change.
 *
 * @example
 * export const track = async (tool: McpTool) =>
 *   trackTool({
 *     app,
 *     connector,
 *     tool: { id: tool.id ?? "", name: toolCalled(tool) ?? "a tool" },
 *     fingerprint: await fingerprintTool(tool),
 *   });
 */
export async function fingerprintTool(tool: McpTool): Promise<ToolFingerprint> {
  const hash = (part: unknown) => sha256Hex(canonicalJson([part]));
  return {
    name: await hash([tool.toolName, tool.displayName]),
    description: await hash(tool.description),
    inputSchema: await hash(normalizeJson(tool.inputSchemaJson)),
    clientTypes: await hash((tool.allowedClientTypes ?? []).map(String).sort()),
    entitlement: await hash(tool.appEntitlementId),
    discovered: await hash(tool.discoveryHash),
  };
}

/**
 * Parses the text of a schema, so that the order of its properties makes no difference. Returns invalid JSON as it is.
 */
const normalizeJson = (json: string | undefined): unknown => {
  const parsed = json && tryParseJson(json);
  return parsed === undefined ? json : parsed;
};

const PARTS = {
  name: "name",
  description: "description",
  inputSchema: "input schema",
  clientTypes: "allowed clients",
  entitlement: "entitlement",
  discovered: "a part that the API does not show",
} as const;

/**
 * Names the parts of a tool that differ from the accepted state. Names the discovery hash only if nothing else differs.
 *
 * @example
 * export const listChanges = async ({ data }: InventoryEntry<"tool">, tool: McpTool): Promise<string[]> =>
 *   data.fingerprint ? compareFingerprints(data.fingerprint, await fingerprintTool(tool)) : [];
 */
export function compareFingerprints(agreed: ToolFingerprint, now: ToolFingerprint): string[] {
  const parts = (Object.keys(PARTS) as (keyof typeof PARTS)[]).filter((part) => agreed[part] !== now[part]);
  const shown = parts.filter((part) => part !== "discovered");
  return (shown.length > 0 ? shown : parts).map((part) => PARTS[part]);
}

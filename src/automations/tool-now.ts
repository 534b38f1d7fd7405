import { canonicalJson } from "../base/canonical-json.ts";
import { sha256Hex } from "../base/sha256.ts";
import type { ReadOnlyGovernance } from "../governance/client/index.ts";
import { getMcpTool, type McpTool } from "../governance/contract/mcp-tools.ts";
import { ifThere } from "../governance/if-there.ts";
import type { ToolFingerprint, ToolPlace } from "../watches/watch.ts";

/** A tool as it is now; `null` where it is retired, or gone with its connector. */
export async function toolNow(
  { app, connector, tool: { id } }: ToolPlace,
  governance: ReadOnlyGovernance,
): Promise<McpTool | null> {
  const path = { app_id: app.id, connector_id: connector.id, id };
  const answer = await ifThere(governance.call(getMcpTool, { path }));
  return answer && !answer.tool.deletedAt ? answer.tool : null;
}

/** A tool by its parts, as they were agreed to: a SHA-256 (hex) of each. */
export async function fingerprintOf({
  toolName,
  displayName,
  description,
  inputSchemaJson,
}: McpTool): Promise<ToolFingerprint> {
  const hash = (part: unknown) => sha256Hex(canonicalJson([part]));
  return {
    name: await hash([toolName, displayName]),
    description: await hash(description),
    inputSchema: await hash(inputSchemaJson && meaningOf(inputSchemaJson)),
  };
}

/** What a schema's text says, whichever way it is written: another order of its members is no other schema. */
function meaningOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

const PARTS = { name: "name", description: "description", inputSchema: "input schema" } as const;

/** The parts of a tool that are not what was agreed to, in words. */
export const changesOf = (agreed: ToolFingerprint, now: ToolFingerprint): string[] =>
  (Object.keys(PARTS) as (keyof typeof PARTS)[]).flatMap((part) =>
    agreed[part] === now[part] ? [] : [PARTS[part]],
  );

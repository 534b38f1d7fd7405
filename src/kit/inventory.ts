// Reads and changes the inventory for automations: their snapshots, the known ownerships, and the tracked MCP tools
// with their present state.
import type * as z from "zod";
import type { PlannedAction } from "../actions/action.ts";
import { removeEntitlementOwner, removeUserEntitlementOwner } from "../actions/entitlement-owner.ts";
import {
  type InventoryChange,
  type InventoryEntry,
  type Ownership,
  putEntry,
  removeEntry,
} from "../actions/inventory.ts";
import { ownerRoleSlug } from "../actions/names.ts";
import { toolNow } from "../actions/tool.ts";
import type { McpTool } from "../governance/contract/mcp.ts";
import type { Context, History } from "./automation.ts";
import { counted, type Notice, type Proposal } from "./proposal.ts";
import type { Settings } from "./settings.ts";
import { type Seen, type Swept, sweep } from "./sweep.ts";

/**
 * Returns the snapshot of an automation's last run, or `null` if no snapshot with the shape exists.
 *
 * @example
 * export const readCount = async ({ history }: Context): Promise<number> =>
 *   (await lastSnapshot(history, "kiosk-report", z.object({ kiosks: z.int() })))?.kiosks ?? 0;
 */
export async function lastSnapshot<Seen>(
  history: Pick<History, "entry">,
  key: string,
  shape: z.ZodType<Seen>,
): Promise<Seen | null> {
  const entry = await history.entry("snapshot", key);
  return shape.safeParse(entry?.data.value).data ?? null;
}

/**
 * Returns the inventory change that saves a value for the next run.
 *
 * @param key A name that no other automation uses
 * @param value A JSON value that fits into a ledger row, which can have at most 2 MB
 * @example
 * export const proposal: Proposal = { ignore: "3 kiosks", leaves: [putSnapshot("kiosk-report", { kiosks: 3 })] };
 */
export const putSnapshot = (key: string, value: unknown): InventoryChange =>
  putEntry("snapshot", { value }, key);

const OWNERSHIPS_PER_PAGE = 250;

/**
 * Lists the known ownerships.
 *
 * @param of `person`: id of the governance user to whom the list is limited
 * @example
 * export const countOwned = async (person: GovernancePerson, { history }: Context): Promise<number> =>
 *   (await listOwnerships(history, { person: person.id })).length;
 */
export async function listOwnerships(
  history: Pick<History, "inventory">,
  of: { readonly person?: string } = {},
): Promise<InventoryEntry<"ownership">[]> {
  const owned: InventoryEntry<"ownership">[] = [];
  for (let after = ""; ; ) {
    const entries = await history.inventory("ownership", { ...of, after, limit: OWNERSHIPS_PER_PAGE });
    owned.push(...entries);
    const last = entries.at(-1);
    if (!last || entries.length < OWNERSHIPS_PER_PAGE) return owned;
    after = last.key;
  }
}

/**
 * Returns true if an ownership makes its user an owner: it has the role `defaultOwnerRole`, not another role, such as a
 * reviewer's. Without this setting, any role makes the user an owner.
 *
 * @example
 * export const listOwners = async ({ history, settings }: Context) =>
 *   (await listOwnerships(history)).filter(({ data }) => countsAsOwner(data, settings));
 */
export const countsAsOwner = ({ roleSlug }: Ownership, settings: Settings): boolean =>
  settings.defaultOwnerRole === undefined || roleSlug === ownerRoleSlug(settings);

/** An ownership of an app or account through an entitlement. The API can end such an ownership. */
export type EntitlementOwnership = Exclude<Ownership, { of: "connector" }>;

/**
 * Plans the end of an ownership that the inventory lists. The action is also treated as applied if a person has already
 * ended the ownership manually.
 *
 * @example
 * export const removals = async (person: GovernancePerson, { history }: Context) =>
 *   (await listOwnerships(history, { person: person.id })).flatMap(({ data }) =>
 *     data.of === "connector" ? [] : proposeRemoval(data),
 *   );
 */
export const proposeRemoval = (ownership: EntitlementOwnership): PlannedAction =>
  ownership.of === "app" ? removeEntitlementOwner(ownership) : removeUserEntitlementOwner(ownership);

type Verdict = Extract<Proposal, { actions: unknown } | { ignore: string }>;

/**
 * Checks the current state of every tracked tool. A retired or removed tool is no longer tracked, and people are
 * notified.
 *
 * @param check Checks one tool, up to six at the same time
 * @param conclude Builds the proposal from the findings, of which there are at most 200; `more` counts the others
 * @example
 * export const retireDangerous = (context: Context): Promise<Proposal> =>
 *   sweepTools(
 *     context,
 *     (entry, tool) => {
 *       const found = { ...findTool(entry, tool, context.settings), traits: toolTraits(tool) };
 *       return found.traits.classification === "dangerous" ? { finding: retireTool(found) } : {};
 *     },
 *     ({ found: [first, ...others], of }) =>
 *       first ? { actions: [first, ...others] } : { ignore: noneText(of, "tracked tool", "is dangerous") },
 *   );
 */
export function sweepTools<Finding>(
  context: Pick<Context, "governance" | "history" | "progress">,
  check: (entry: InventoryEntry<"tool">, tool: McpTool) => Promise<Seen<Finding>> | Seen<Finding>,
  conclude: (swept: Swept<Finding>) => Verdict,
): Promise<Proposal> {
  return sweep(
    context,
    "tool",
    "tracked tools",
    async (entry): Promise<Seen<{ readonly gone: InventoryEntry<"tool"> } | { readonly of: Finding }>> => {
      const tool = await toolNow(entry.data, context.governance);
      if (!tool) return { finding: { gone: entry } };
      const { finding, change } = await check(entry, tool);
      return { ...(finding !== undefined && { finding: { of: finding } }), ...(change && { change }) };
    },
    ({ found, ...counts }) => {
      const proposal = conclude({ ...counts, found: found.flatMap((one) => ("of" in one ? [one.of] : [])) });
      const gone = found.flatMap((one) => ("gone" in one ? [one.gone] : []));
      return gone.length > 0 ? withUntracked(proposal, gone) : proposal;
    },
  );
}

function withUntracked(proposal: Verdict, gone: readonly InventoryEntry<"tool">[]): Verdict {
  const { notice = { title: "Tracked tools", summary: "", lines: [] } } = proposal;
  const extended: Notice = {
    ...notice,
    summary:
      `${notice.summary} Retired or removed, and no longer tracked: ${counted(gone.length, "tool")}.`.trim(),
    lines: [
      ...notice.lines,
      ...gone.map(({ data }) => ({ name: toolName(data), detail: "retired or removed; no longer tracked" })),
    ],
  };
  return {
    ...proposal,
    notice: extended,
    leaves: [...(proposal.leaves ?? []), ...gone.map(({ key }) => removeEntry("tool", key))],
  };
}

/**
 * Formats a tool's name with its connector, since tools of several connectors can have the same name.
 *
 * @example
 * export const toLines = (entries: readonly InventoryEntry<"tool">[]) =>
 *   entries.map(({ data }) => ({ name: toolName(data) }));
 */
export const toolName = ({ tool, connector }: InventoryEntry<"tool">["data"]): string =>
  `${tool.name} of ${connector.name}`;

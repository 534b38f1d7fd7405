import { Problem } from "../base/problem.ts";
import { listMcpCatalog } from "../governance/contract/mcp-catalog.ts";
import { automation } from "./automation.ts";
import { CatalogSeen, changedParts, seenOf } from "./catalog-seen.ts";
import { counted } from "./counted.ts";
import { lastLook, rememberLook } from "./last-look.ts";
import { atMost } from "./notice-lines.ts";
import { schedule } from "./schedule.ts";

const LOOK = "mcp-catalog";
/** What a look may take, in UTF-16 units of JSON: a row of the ledger holds 2 MB, and 2,000 entries take a fifth of one. */
const MOST = 1_500_000;

/**
 * Each morning: what is new in the catalog of MCP servers, what has changed, and what is gone. All of it is read before
 * anything is remembered: a page that fails fails the run.
 */
export const catalogWatch = automation({
  name: "catalog-watch",
  on: schedule("15 6 * * *", { timeZone: "Europe/Berlin" }),
  async decide(_, { governance, record }) {
    const before = await lastLook(record, LOOK, CatalogSeen);
    const entries = await Array.fromAsync(governance.items(listMcpCatalog, { query: { page_size: 100 } }));
    const now = new Map(
      await Promise.all(entries.map(async (entry) => [entry.id, await seenOf(entry)] as const)),
    );
    const seen = Object.fromEntries(now);
    if (JSON.stringify(seen).length > MOST)
      throw new Problem(
        "configuration_invalid",
        `the catalog has ${now.size} entries, more than can be remembered; take catalog-watch out of \`enabled\``,
      );
    const memories = [rememberLook(LOOK, seen)];
    if (!before) {
      const summary = `${counted(now.size, "server")}; what changes from now on is told here.`;
      return { ignore: summary, memories, notice: { title: "MCP catalog", summary, lines: [] } };
    }
    const then = new Map(Object.entries(before));
    const changed = [...now].flatMap(([id, entry]) => {
      const parts = changedParts(then.get(id) ?? entry, entry);
      return parts.length > 0 ? [{ name: entry.name, detail: `changed: ${parts.join(", ")}` }] : [];
    });
    const added = [...now].filter(([id]) => !then.has(id));
    const removed = [...then].filter(([id]) => !now.has(id));
    const summary = `${added.length} new, ${changed.length} changed, ${removed.length} removed; ${counted(now.size, "server")} in all.`;
    const lines = [
      ...changed,
      ...added.map(([id, { name }]) => ({ name, detail: `new: ${id}` })),
      ...removed.map(([id, { name }]) => ({ name, detail: `removed: ${id}` })),
    ];
    if (lines.length === 0) return { ignore: summary };
    return { ignore: summary, memories, notice: { title: "MCP catalog", summary, lines: atMost(lines) } };
  },
});

// Notifies people of entries that are new, changed or gone in the catalog of MCP servers.
import * as z from "zod";
import { canonicalJson, sha256Hex } from "../base/hash.ts";
import { Problem } from "../base/problem.ts";
import { needed } from "../governance/client/index.ts";
import { type CatalogEntry, listMcpCatalog } from "../governance/contract/mcp-catalog.ts";
import { automation } from "./kit/automation.ts";
import { atMost, counted } from "./kit/notice.ts";
import { schedule } from "./kit/schedule.ts";
import { lastSnapshot, putSnapshot } from "./kit/snapshot.ts";

/** The compared parts of an entry, the most security-relevant first. */
const PARTS = ["addresses", "sign-in", "scopes", "configuration", "other members", "texts"] as const;
type Part = (typeof PARTS)[number];

/** Hex digits kept of each part's hash, 64 bits: enough to find changes. */
const HASH_LENGTH = 16;
const MAX_NAME_LENGTH = 80;

/** An entry of the catalog in the snapshot. */
const EntrySeen = z.object({ name: z.string(), parts: z.array(z.string()).length(PARTS.length) });
type EntrySeen = z.output<typeof EntrySeen>;

/** The catalog in the snapshot, by the ids of its entries. */
const CatalogSeen = z.record(z.string(), EntrySeen);

/** An entry as the snapshot keeps it: each member belongs to one part, unknown members too. */
async function toSeen(entry: CatalogEntry): Promise<EntrySeen> {
  const parts = splitParts(entry);
  return {
    name: (entry.displayName || entry.serviceName || (entry.id ?? "")).slice(0, MAX_NAME_LENGTH),
    parts: await Promise.all(
      PARTS.map(async (part) => (await sha256Hex(canonicalJson([parts[part]]))).slice(0, HASH_LENGTH)),
    ),
  };
}

/** The parts of an entry that differ. */
const changedParts = (before: EntrySeen, after: EntrySeen): readonly Part[] =>
  PARTS.filter((_, n) => before.parts[n] !== after.parts[n]);

function splitParts({
  id: _,
  displayName,
  serviceName,
  description,
  iconUrl,
  baseUrl,
  defaultAuthorizeUrl,
  defaultTokenUrl,
  defaultScopes,
  supportedOauth2Modes,
  authModes = [],
  configSchema,
  ...others
}: CatalogEntry): Readonly<Record<Part, unknown>> {
  const modes = authModes.map(
    ({
      authorizeUrl,
      tokenUrl,
      credentialUrl,
      issuerUrl,
      jwtAudience,
      scopes,
      description: text,
      ...how
    }) => ({
      where: [{ authorizeUrl, tokenUrl, credentialUrl, issuerUrl, jwtAudience }],
      scopes: scopes?.toSorted(),
      text,
      how,
    }),
  );
  return {
    addresses: [{ baseUrl, defaultAuthorizeUrl, defaultTokenUrl }, modes.map(({ where }) => where)],
    "sign-in": [supportedOauth2Modes, modes.map(({ how }) => how)],
    scopes: [defaultScopes?.toSorted(), modes.map(({ scopes }) => scopes)],
    configuration: configSchema,
    "other members": others,
    texts: [displayName, serviceName, description, iconUrl, modes.map(({ text }) => text)],
  };
}

const LOOK = "mcp-catalog";
/** Largest snapshot, in UTF-16 units of JSON: a row of the ledger holds 2 MB, and 2,000 entries take a fifth of one. */
const MAX_SNAPSHOT_CHARACTERS = 1_500_000;

/**
 * Each morning: reports what is new, changed and gone in the catalog of MCP servers. The whole catalog is read before a
 * snapshot is kept: a page that fails fails the run.
 */
export const catalogChanges = automation({
  name: "catalog-changes",
  does: "Reports what is new, changed or gone in the catalog of MCP servers.",
  on: schedule("15 6 * * *"),
  reads: ["listMcpCatalog"],
  async propose(_, { governance, history }) {
    const before = await lastSnapshot(history, LOOK, CatalogSeen);
    const entries = await Array.fromAsync(governance.items(listMcpCatalog, { query: { page_size: 100 } }));
    const now = new Map(
      await Promise.all(
        entries.map(
          async (entry, n) =>
            [needed(entry.id, listMcpCatalog, `list.${n}.id`), await toSeen(entry)] as const,
        ),
      ),
    );
    const seen = Object.fromEntries(now);
    if (JSON.stringify(seen).length > MAX_SNAPSHOT_CHARACTERS)
      throw new Problem(
        "configuration_invalid",
        `the catalog has ${now.size} entries, more than a snapshot holds; remove catalog-changes from settings.automations in src/config.ts`,
      );
    const leaves = [putSnapshot(LOOK, seen)];
    if (!before) {
      const summary = `${counted(now.size, "server")}; changes from now on are reported here.`;
      return { ignore: summary, leaves, notice: { title: "MCP catalog", summary, lines: [] } };
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
    return { ignore: summary, leaves, notice: { title: "MCP catalog", summary, lines: atMost(lines) } };
  },
});

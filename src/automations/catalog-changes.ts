// Notifies people of new, changed and removed entries in the catalog of MCP servers.
import * as z from "zod";
import {
  AuthMode,
  automation,
  CatalogEntry,
  ConfigField,
  canonicalJson,
  counted,
  lastSnapshot,
  limitLines,
  listMcpCatalog,
  needed,
  Problem,
  putSnapshot,
  schedule,
  sha256Hex,
} from "../kit/index.ts";

/** Maximum characters of a value that is stored unchanged. A longer value is stored as its beginning and a hash. */
const MAX_VALUE_LENGTH = 120;
/** Number of hex digits of a hash that are kept. Their 64 bits are enough to detect changes. */
const HASH_LENGTH = 16;
const MAX_NAME_LENGTH = 80;
const MAX_NAMED = 6;

/**
 * A catalog entry as the snapshot stores it: its name, and the values of each property. The keys of nested properties
 * are paths such as `authModes.0.tokenUrl`.
 */
const EntrySeen = z.object({ name: z.string(), members: z.record(z.string(), z.array(z.string())) });
type EntrySeen = z.output<typeof EntrySeen>;

/** Properties that are not relevant to security. They are compared by one hash of all of them, not value by value. */
const TEXTS = new Set(["displayName", "serviceName", "description", "iconUrl"]);
/**
 * Patterns of property names, in the order in which changes are listed: the most security-relevant properties first.
 */
const ORDER = [
  /(Url|Audience)$/,
  /scopes$/i,
  /^(authModes|supportedOauth2Modes)/,
  /^configSchema/,
  /^(?!texts$)/,
];

/**
 * The entries of a catalog, and the names of the properties that the contract does not define. Such properties are not
 * compared.
 */
const CatalogSeen = z.object({ entries: z.record(z.string(), EntrySeen), unknown: z.array(z.string()) });

/**
 * Lists the properties of an object that are set and that the schema defines. Adds the names of properties that the
 * schema does not define to `unknown`.
 */
const listKnown = ({ shape }: z.ZodObject, object: object, unknown: Set<string>) =>
  Object.entries(object).filter(([name, value]) => {
    if (!Object.hasOwn(shape, name)) unknown.add(name);
    // The service sends "", 0, false, null or …_UNSPECIFIED for a property that is not set.
    const isSet = Boolean(value) && !String(value).endsWith("_UNSPECIFIED");
    return Object.hasOwn(shape, name) && isSet && canonicalJson(value).length > "[]".length;
  });

async function toSeen(
  { id = "", authModes = [], configSchema, ...entry }: CatalogEntry,
  unknown: Set<string>,
): Promise<EntrySeen> {
  const all = [
    ...listKnown(CatalogEntry, entry, unknown),
    ...authModes.flatMap((mode, n) =>
      listKnown(AuthMode, mode, unknown).map(([name, value]) => [`authModes.${n}.${name}`, value] as const),
    ),
    ...(configSchema?.fields ?? []).map(({ name, ...field }, n) => {
      const known = Object.fromEntries(listKnown(ConfigField, field, unknown));
      return [`configSchema.${name || n}`, known] as const;
    }),
  ];
  const isText = ([name]: readonly [string, unknown]) => TEXTS.has(name.replace(/^authModes\.\d+\./, ""));
  const members = all.filter((member) => !isText(member));
  const texts = all.filter(isText).map(([name, value]) => [name, value]);
  const kept = new Map<string, string[]>();
  for (const [name, value] of members)
    kept.set(name, (await Promise.all([value].flat().map(keepValue))).sort());
  return {
    name: (entry.displayName || entry.serviceName || id).slice(0, MAX_NAME_LENGTH),
    members: { ...Object.fromEntries(kept), texts: [await hash(texts)] },
  };
}

const hash = async (value: unknown): Promise<string> =>
  (await sha256Hex(canonicalJson([value]))).slice(0, HASH_LENGTH);

async function keepValue(value: unknown): Promise<string> {
  const text = typeof value === "string" ? value : canonicalJson(value);
  return text.length <= MAX_VALUE_LENGTH
    ? text
    : `${text.slice(0, MAX_VALUE_LENGTH / 2)}… (${await hash(text)})`;
}

/** Returns the position of a property in `ORDER`. The property `texts` is last. */
function place(name: string): number {
  const found = ORDER.findIndex((pattern) => pattern.test(name));
  return found === -1 ? ORDER.length : found;
}

/**
 * Describes the properties that differ between two versions of an entry, with the added and removed values. Returns an
 * empty list if the versions are equal.
 */
function namedChanges({ members: before }: EntrySeen, { members: after }: EntrySeen): string[] {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return names
    .toSorted((a, b) => place(a) - place(b))
    .flatMap((name) => {
      const [was, is] = [before[name] ?? [], after[name] ?? []];
      const [added, gone] = [is.filter((one) => !was.includes(one)), was.filter((one) => !is.includes(one))];
      if (added.length + gone.length === 0) return [];
      if (name === "texts") return ["texts"];
      const words = [...added.map((one) => `+ ${one}`), ...gone.map((one) => `− ${one}`)];
      return [`${name}: ${words.join(", ")}`];
    });
}

const LOOK = "mcp-catalog";
/** Maximum size of a snapshot's JSON, in UTF-16 code units: a ledger row can have at most 2 MB. */
const MAX_SNAPSHOT_CHARACTERS = 1_500_000;

/** Reports changes to the MCP catalog every morning. Saves a snapshot only after it has read the whole catalog. */
export const catalogChanges = automation({
  name: "catalog-changes",
  description: "Reports new, changed and removed entries in the catalog of MCP servers.",
  on: schedule("15 6 * * *"),
  reads: ["listMcpCatalog"],
  async propose(_, { governance, history }) {
    const before = await lastSnapshot(history, LOOK, CatalogSeen);
    const entries = await Array.fromAsync(governance.items(listMcpCatalog, { query: { page_size: 100 } }));
    const now = new Map<string, EntrySeen>();
    const unknown = new Set<string>();
    for (const [n, entry] of entries.entries())
      now.set(needed(entry.id, listMcpCatalog, `list.${n}.id`), await toSeen(entry, unknown));
    const seen = { entries: Object.fromEntries(now), unknown: [...unknown] };
    if (JSON.stringify(seen).length > MAX_SNAPSHOT_CHARACTERS)
      throw new Problem(
        "configuration_invalid",
        `the catalog has ${now.size} entries, more than a snapshot can store; remove catalog-changes from settings.automations in src/config.ts`,
      );
    const leaves = [putSnapshot(LOOK, seen)];
    if (!before) {
      const summary = `The catalog has ${counted(now.size, "server")}. Later changes are reported here.`;
      return { ignore: summary, leaves, notice: { title: "MCP catalog", summary, lines: [] } };
    }
    const then = new Map(Object.entries(before.entries));
    const fresh = [...unknown].filter((name) => !before.unknown.includes(name));
    const changed = [...now].flatMap(([id, entry]) => {
      const changes = namedChanges(then.get(id) ?? entry, entry);
      const more = changes.length > MAX_NAMED ? [`and ${changes.length - MAX_NAMED} more`] : [];
      const detail = `changed: ${[...changes.slice(0, MAX_NAMED), ...more].join("; ")}`;
      return changes.length > 0 ? [{ name: entry.name, detail }] : [];
    });
    const added = [...now].filter(([id]) => !then.has(id));
    const removed = [...then].filter(([id]) => !now.has(id));
    const summary = `${added.length} new, ${changed.length} changed, ${removed.length} removed; ${counted(now.size, "server")} in total.`;
    const lines = [
      ...changed,
      ...added.map(([id, { name }]) => ({ name, detail: `new: ${id}` })),
      ...removed.map(([id, { name }]) => ({ name, detail: `removed: ${id}` })),
      ...(fresh.length > 0
        ? [{ name: "New properties", detail: `unsupported, so not compared: ${fresh.join(", ")}` }]
        : []),
    ];
    if (lines.length === 0) return { ignore: summary };
    return { ignore: summary, leaves, notice: { title: "MCP catalog", summary, lines: limitLines(lines) } };
  },
});

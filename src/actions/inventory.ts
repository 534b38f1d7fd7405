// The inventory: what Reeve keeps an eye on beyond the run that learned of it, and what an action leaves in it.
import * as z from "zod";
import { plainWords } from "../base/configured.ts";
import { Identifier, Named } from "../base/named.ts";

/** An MCP tool by id and name, and how the service holds it, in words: see `toolStanding`. */
const NamedTool = z.object({
  ...Named.shape,
  standing: z.string().min(1).max(200).optional(),
});
/** An MCP tool with where it belongs. */
export const ToolPlace = z.strictObject({ app: Named, connector: Named, tool: NamedTool });
export type ToolPlace = Readonly<z.output<typeof ToolPlace>>;

/** A tool as somebody agreed to it: a hash of each part; see `fingerprintOf` in the automations. */
const ToolFingerprint = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  inputSchema: z.string().min(1),
});
export type ToolFingerprint = Readonly<z.output<typeof ToolFingerprint>>;

const owned = () => ({
  app: Named,
  roleSlug: Identifier,
  /** The last day of it, `YYYY-MM-DD`. */
  until: z.iso.date().optional(),
  /** The last day that they have been told is coming. */
  warned: z.iso.date().optional(),
});
const Entitlement = z.strictObject({ ...Named.shape, appId: Identifier });

/**
 * An ownership that somebody has: of a connector, or, for who holds an entitlement, of an app or of an account in one.
 * @param user Says who owns by it, or whose account it is
 */
export const ownershipBy = <User extends z.ZodType>(user: User) =>
  z.discriminatedUnion("of", [
    z.strictObject({ of: z.literal("connector"), ...owned(), user, connector: Named }),
    z.strictObject({ of: z.literal("app"), ...owned(), user, entitlement: Entitlement }),
    z.strictObject({
      of: z.literal("account"),
      ...owned(),
      user,
      entitlement: Entitlement,
      appUser: Named,
    }),
  ]);
/** A person is the id of their governance user, so that what they own is one entry whoever says it, and how. */
const Ownership = ownershipBy(Named);
export type Ownership = Readonly<z.output<typeof Ownership>>;

/** Data of an entry, by its kind. */
export const inventoryKinds = {
  /** A tracked MCP tool: whether it is in use, and whether it is still what was agreed to. */
  tool: z.strictObject({
    ...ToolPlace.shape,
    /** The tool when it was agreed to. @default the tool at its first look */
    fingerprint: ToolFingerprint.optional(),
  }),
  /** An MCP tool that Reeve has retired; its runs say when, and how often. */
  retired_tool: ToolPlace,
  ownership: Ownership,
  /** A session policy that ends. */
  session_policy: z.strictObject({
    policy: Named,
    /** The last day of it, `YYYY-MM-DD`. */
    until: z.iso.date(),
  }),
  /** An access review campaign that Reeve has started; its key is its name. */
  campaign: z.strictObject({ name: z.string().min(1) }),
  /** An automation's last look; the automation knows its shape. */
  snapshot: z.strictObject({ value: z.unknown() }),
} as const;

export type InventoryKind = keyof typeof inventoryKinds;
export const INVENTORY_KINDS = Object.keys(inventoryKinds) as [InventoryKind, ...InventoryKind[]];

export type InventoryData<Kind extends InventoryKind> = z.output<(typeof inventoryKinds)[Kind]>;

/** Most runs that an entry names, so that one that is repeated daily does not grow. */
export const RUNS_KEPT = 20;

/** On whose word an entry stands: a run's, by id, or a person's, by email. */
export const Author = z.union([z.strictObject({ run: z.string() }), z.strictObject({ person: z.string() })]);
export type Author = Readonly<z.output<typeof Author>>;

/** Something that Reeve keeps track of beyond the run that learned of it. */
export interface InventoryEntry<Kind extends InventoryKind = InventoryKind> {
  readonly kind: Kind;
  /** Its key within its kind; see {@link keyOf}. */
  readonly key: string;
  readonly data: InventoryData<Kind>;
  /** The last {@link RUNS_KEPT} runs that did what it says, and when (Unix milliseconds). */
  readonly runs: Readonly<Record<string, number>>;
  /** Author. A run that only adds to what it found leaves this; see {@link amendEntry}. */
  readonly changedBy: Author;
  /** Unix milliseconds. */
  readonly changedAt: number;
}

/** Which entries of a kind are read: in the order of their keys, those behind `after`. */
export interface EntryQuery {
  readonly after?: string;
  readonly limit: number;
  /** Those of a person: the id of their governance user. */
  readonly person?: string;
  /** Those that end on this day (`YYYY-MM-DD`) or before. */
  readonly untilBy?: string;
}

/** A change of the inventory. `data` null: the entry is removed. Plain data; made by {@link putEntry} and {@link removeEntry}. */
export interface InventoryChange {
  readonly kind: InventoryKind;
  readonly key: string;
  readonly data: unknown;
  /** Author that it keeps if a run only adds to it. @default the run */
  readonly by?: Author;
}

/**
 * Puts an entry into the inventory, in the place of the one with its key.
 * @throws ZodError where it is not as its kind has it
 */
export function putEntry<Kind extends InventoryKind>(
  kind: Kind,
  data: z.input<(typeof inventoryKinds)[Kind]>,
  key = keyOf(kind, data as InventoryData<Kind>),
): InventoryChange {
  return { kind, key, data: inventoryKinds[kind].parse(data, { error: plainWords }) };
}

/** Changes what an entry holds; it stays the word of whoever wrote it. */
export const amendEntry = <Kind extends InventoryKind>(
  { kind, key, changedBy: by }: InventoryEntry<Kind>,
  data: z.input<(typeof inventoryKinds)[Kind]>,
): InventoryChange => ({ ...putEntry(kind, data, key), by });

/** Email of the person on whose word an entry stands; none if a run wrote it. */
export const writersOf = ({ changedBy }: Pick<InventoryEntry, "changedBy">): readonly string[] =>
  "person" in changedBy ? [changedBy.person] : [];

/** Removes an entry from the inventory. */
export const removeEntry = (kind: InventoryKind, key: string): InventoryChange => ({ kind, key, data: null });

/** The key of an entry within its kind. A snapshot's key is its automation's to choose. */
const keyOf = <Kind extends InventoryKind>(kind: Kind, data: InventoryData<Kind>): string => KEYS[kind](data);

const KEYS: { readonly [Kind in InventoryKind]: (data: InventoryData<Kind>) => string } = {
  tool: (place) => toolKey(place),
  retired_tool: (place) => toolKey(place),
  ownership: (ownership) => ownershipKey(ownership),
  session_policy: ({ policy }) => policy.id,
  campaign: ({ name }) => name,
  snapshot: () => {
    throw new TypeError("a snapshot has a key of its own");
  },
};

/** Key of a tool, tracked or retired. */
export const toolKey = ({ app, connector, tool }: ToolPlace): string =>
  [app.id, connector.id, tool.id].map(encodeURIComponent).join("/");

/** Key of an ownership. */
export function ownershipKey(ownership: OwnershipTarget): string {
  const { of, app, roleSlug } = ownership;
  const what =
    of === "connector"
      ? [ownership.connector.id, ownership.user.id]
      : [
          ...(of === "account" ? [ownership.appUser.id] : []),
          ownership.entitlement.appId,
          ownership.entitlement.id,
        ];
  return [of, app.id, ...what, roleSlug].map(encodeURIComponent).join("/");
}

interface Id {
  readonly id: string;
}
type Source = { readonly entitlement: Id & { readonly appId: string } };
/** As much of an ownership as tells it from others. */
export type OwnershipTarget = { readonly app: Id; readonly roleSlug: string } & (
  | { readonly of: "connector"; readonly connector: Id; readonly user: Id }
  | ({ readonly of: "app" } & Source)
  | ({ readonly of: "account"; readonly appUser: Id } & Source)
);

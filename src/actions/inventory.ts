// The inventory: objects that Reeve tracks beyond the run that added them, as they are stored and as people write them,
// and the changes that actions make to it.
import * as z from "zod";
import { formatIssue } from "../base/configured.ts";
import { formatDay, LAST_POSSIBLE_DAY } from "../base/days.ts";
import { Identifier, Named } from "../base/named.ts";

/** The id and name of an MCP tool, and a description of its status at the service; see `toolStanding`. */
const NamedTool = z.object({ ...Named.shape, standing: z.string().min(1).max(200).optional() });
export const ToolPlace = z.strictObject({ app: Named, connector: Named, tool: NamedTool });
export type ToolPlace = Readonly<z.output<typeof ToolPlace>>;

/** The accepted state of a tool: a hash of each part; see `fingerprintTool`. */
const ToolFingerprint = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  inputSchema: z.string().min(1),
  clientTypes: z.string().min(1),
  entitlement: z.string().min(1),
  discovered: z.string().min(1),
});
export type ToolFingerprint = Readonly<z.output<typeof ToolFingerprint>>;

const explainDay = (day: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(day) ? "there is no such day" : "write the day as YYYY-MM-DD";
/**
 * A day in a request or an inventory entry, at most {@link LAST_POSSIBLE_DAY}. If an entry has no end, its last day is
 * omitted, so a distant day is a mistake.
 */
export const PossibleDay = z.iso
  .date({ error: ({ input }) => explainDay(String(input)), abort: true })
  .refine((day) => day <= LAST_POSSIBLE_DAY, `the last possible day is ${LAST_POSSIBLE_DAY}`);

const ending = {
  /** The day of the most recent notice before the end. */
  warned: z.iso.date().optional(),
  /** The requester's email, for the notices before the end. */
  requester: z.string().optional(),
};
const owned = () => ({ app: Named, roleSlug: Identifier, until: PossibleDay.optional(), ...ending });
const Entitlement = z.strictObject({ ...Named.shape, appId: Identifier });

/**
 * Builds the schema of an ownership. A user owns a connector directly, and an app or an account through an entitlement.
 * @param user The schema of the connector's owner, of the holder of the entitlement that owns an app, or of the
 * account's holder
 */
export const ownershipBy = <User extends z.ZodType>(user: User) =>
  z.discriminatedUnion("of", [
    z.strictObject({ of: z.literal("connector"), ...owned(), user, connector: Named }),
    z.strictObject({ of: z.literal("app"), ...owned(), user, entitlement: Entitlement }),
    z.strictObject({ of: z.literal("account"), ...owned(), user, entitlement: Entitlement, appUser: Named }),
  ]);
/**
 * The schema of a stored ownership. It identifies the user by the id of a governance user, so that each ownership has
 * one entry, regardless of its source.
 */
const Ownership = ownershipBy(Named);
/**
 * An ownership in the inventory: of a connector or, through an entitlement, of an app or an account. It identifies the
 * user by the id of a governance user.
 *
 * @example
 * export const isOver = ({ until }: Ownership, today: string): boolean => until !== undefined && until < today;
 */
export type Ownership = Readonly<z.output<typeof Ownership>>;

/** The schema of an entry's data, by kind. */
export const inventoryKinds = {
  /** An MCP tool that is tracked to find out whether it is unused or has changed since it was accepted. */
  tool: z.strictObject({
    ...ToolPlace.shape,
    /** The accepted state of the tool. @default its state at the first check */
    fingerprint: ToolFingerprint.optional(),
  }),
  retired_tool: ToolPlace,
  ownership: Ownership,
  /** A session policy with a last day. */
  session_policy: z.strictObject({ policy: Named, until: PossibleDay, ...ending }),
  /**
   * Access or an object that an action gave until a last day, unless it has an entry of another kind. The key of the
   * entry is the action's target.
   */
  grant: z.strictObject({
    action: z.string(),
    /** The action's input, from which its undo is planned. */
    input: z.unknown(),
    summary: z.string(),
    /** The person who has the grant, and is notified before the last day. */
    user: Named.optional(),
    until: PossibleDay,
    ...ending,
  }),
  /** An access review campaign that Reeve created or that a person recorded. Its key is its name. */
  campaign: z.strictObject({
    name: z.string().min(1),
    /** The owners that Reeve set when it created the campaign, or that a person recorded. */
    owners: z.array(Named).optional(),
    /** The campaign's id, state and dates, as the service returned them when it created the campaign. */
    id: z.string().min(1).optional(),
    state: z.string().optional(),
    scheduledStartDate: z.string().optional(),
    completionDate: z.string().optional(),
  }),
  /** The state that an automation saved on its last run. The automation defines the shape of the state. */
  snapshot: z.strictObject({ value: z.unknown() }),
} as const;

export type InventoryKind = keyof typeof inventoryKinds;
export const INVENTORY_KINDS = Object.keys(inventoryKinds) as [InventoryKind, ...InventoryKind[]];

/** The kind and key that identify an entry. */
export const EntryKey = z.strictObject({ kind: z.enum(INVENTORY_KINDS), key: z.string().min(1).max(2_000) });
export type EntryKey = z.output<typeof EntryKey>;

export type InventoryData<Kind extends InventoryKind> = z.output<(typeof inventoryKinds)[Kind]>;

/** Maximum runs that an entry lists, so that the entry does not grow with daily repetitions. */
export const RUNS_KEPT = 20;

/** The author of an entry: a run, by id, or a person, by email. */
export const Author = z.union([z.strictObject({ run: z.string() }), z.strictObject({ person: z.string() })]);
export type Author = Readonly<z.output<typeof Author>>;

/**
 * An object that Reeve tracks beyond the run that added it.
 *
 * @example
 * export const isHandWritten = ({ changedBy }: InventoryEntry): boolean => "person" in changedBy;
 */
export interface InventoryEntry<Kind extends InventoryKind = InventoryKind> {
  readonly kind: Kind;
  /** The entry's key within its kind; see {@link KEYS}. */
  readonly key: string;
  readonly data: InventoryData<Kind>;
  /**
   * The last {@link RUNS_KEPT} runs that added or confirmed the entry, by id, each with its time in Unix milliseconds.
   */
  readonly runs: Readonly<Record<string, number>>;
  /** The entry's author. A run that only amends an entry does not become its author; see {@link amendEntry}. */
  readonly changedBy: Author;
  /** The time of the last change, in Unix milliseconds. */
  readonly changedAt: number;
}

/**
 * A query for entries of a kind, sorted by key, starting after the key `after`. `person` is the id of a governance
 * user, and limits the result to the entries of that user.
 */
export interface EntryQuery {
  readonly after?: string;
  readonly limit: number;
  readonly person?: string;
  /** Limits the result to entries that end on or before this day (`YYYY-MM-DD`). */
  readonly untilBy?: string;
}

/**
 * An inventory change, as plain data. It removes the entry if `data` is `null`.
 *
 * @example
 * export const forget = (keys: readonly string[]): InventoryChange[] => keys.map((key) => removeEntry("tool", key));
 */
export interface InventoryChange {
  readonly kind: InventoryKind;
  readonly key: string;
  readonly data: unknown;
  /** The author to keep if a run only amends the entry. @default the run */
  readonly by?: Author;
}

/**
 * Returns the change that adds an entry to the inventory, or replaces the entry with the same key. A tracked tool keeps
 * its fingerprint if the data contains none.
 *
 * @param key The entry's key within its kind. Grants and snapshots need it, because their data does not identify them
 * @throws ZodError if the data is invalid
 * @example
 * export const scheduled = putEntry("session_policy", { policy, until: "2027-01-31" });
 */
export function putEntry<Kind extends InventoryKind>(
  kind: Kind,
  data: z.input<(typeof inventoryKinds)[Kind]>,
  key = KEYS[kind](data as InventoryData<Kind>),
): InventoryChange {
  return { kind, key, data: inventoryKinds[kind].parse(data, { error: formatIssue }) };
}

/**
 * Returns the change that replaces the data of an entry and keeps its author, so that a person remains the requester of
 * deletes based on the entry.
 *
 * @example
 * export const noteWarning = (entry: InventoryEntry<"ownership">, day: string): InventoryChange =>
 *   amendEntry(entry, { ...entry.data, warned: day });
 */
export const amendEntry = <Kind extends InventoryKind>(
  { kind, key, changedBy: by }: InventoryEntry<Kind>,
  data: z.input<(typeof inventoryKinds)[Kind]>,
): InventoryChange => ({ ...putEntry(kind, data, key), by });

export const findWriters = ({ changedBy }: Pick<InventoryEntry, "changedBy">): readonly string[] =>
  "person" in changedBy ? [changedBy.person] : [];

/**
 * Returns the change that removes an inventory entry.
 *
 * @example
 * export const forgotten = removeEntry("session_policy", policy.id);
 */
export const removeEntry = (kind: InventoryKind, key: string): InventoryChange => ({ kind, key, data: null });

export const toolKey = ({ app, connector, tool }: ToolPlace): string =>
  [app.id, connector.id, tool.id].map(encodeURIComponent).join("/");

/**
 * Functions that compute an entry's key within its kind. The keys of grants and snapshots can't be computed from their
 * data.
 */
const KEYS: { readonly [Kind in InventoryKind]: (data: InventoryData<Kind>) => string } = {
  tool: toolKey,
  retired_tool: toolKey,
  ownership: ownershipKey,
  session_policy: ({ policy }) => policy.id,
  grant: () => {
    throw new TypeError("the key of a grant is the target of its action");
  },
  campaign: ({ name }) => name,
  snapshot: () => {
    throw new TypeError("the key of a snapshot can't be derived from its data");
  },
};

/**
 * Returns the inventory key of an ownership.
 *
 * @example
 * export const findKnown = ({ history }: Context) =>
 *   history.entry("ownership", ownershipKey({ of: "connector", app, connector, roleSlug: "owner", user }));
 */
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

/** Returns the last day in the data of an inventory entry or change, or `undefined` if the data has none. */
export function lastDayIn(data: unknown): string | undefined {
  const until: unknown = Reflect.get(Object(data), "until");
  return typeof until === "string" ? until : undefined;
}

/** Formats a last day as the end of a phrase: ` until 29 Nov 2026`. Returns `""` if there is no last day. */
export const formatUntil = (day: string | undefined): string =>
  day === undefined ? "" : ` until ${formatDay(day)}`;

interface WithId {
  readonly id: string;
}
type Source = { readonly entitlement: WithId & { readonly appId: string } };
/** The properties that identify an ownership. */
export type OwnershipTarget = { readonly app: WithId; readonly roleSlug: string } & (
  | { readonly of: "connector"; readonly connector: WithId; readonly user: WithId }
  | ({ readonly of: "app" } & Source)
  | ({ readonly of: "account"; readonly appUser: WithId } & Source)
);

/**
 * Describes an entry for people: `Ada Marsh, owner of the connector GitHub MCP (app GitHub)`.
 *
 * @example
 * export const toLines = (entries: readonly InventoryEntry[]) =>
 *   entries.map((entry) => ({ name: describeEntry(entry) }));
 */
export function describeEntry({ data, key }: Pick<InventoryEntry, "data" | "key">): string {
  if ("of" in data) return describeOwnership(data);
  if ("summary" in data) return data.summary;
  const names = [data, ...Object.values(data)].flatMap((one) => {
    const name: unknown = Reflect.get(Object(one), "name");
    return typeof name === "string" ? name : [];
  });
  return names.join(", ") || key;
}

function describeOwnership(owned: Ownership): string {
  const { of, app, user, roleSlug } = owned;
  switch (of) {
    case "connector":
      return `${user.name}, ${roleSlug} of the connector ${owned.connector.name} (app ${app.name})`;
    case "app":
      return `${user.name}, ${roleSlug} of the app ${app.name} through the entitlement ${owned.entitlement.name}`;
    case "account":
      return `The entitlement ${owned.entitlement.name}, ${roleSlug} of the account of ${user.name} in ${app.name}`;
    default:
      return of satisfies never;
  }
}

/** Maximum length of an entry that a person writes, as JSON, in characters. Ids and names take a few hundred. */
const MAX_ENTRY_CHARS = 10_000;

const Owner = z
  .strictObject({
    id: Identifier.optional(),
    email: z.email().optional(),
    name: z.string().min(1).optional(),
  })
  .refine(({ id, email }) => id ?? email, "must have an id or an email");

const { snapshot: _, ...kinds } = inventoryKinds;

/**
 * An entry as people write it. Its key is derived from its data. People can't write grants and snapshots: actions leave
 * grants, and automations save snapshots.
 */
export const WrittenEntry = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("tool"), data: kinds.tool }),
    z.strictObject({ kind: z.literal("retired_tool"), data: kinds.retired_tool }),
    z.strictObject({ kind: z.literal("ownership"), data: ownershipBy(Owner) }),
    z.strictObject({ kind: z.literal("session_policy"), data: kinds.session_policy }),
    z.strictObject({ kind: z.literal("campaign"), data: kinds.campaign }),
  ])
  .refine(
    (entry) => JSON.stringify(entry).length <= MAX_ENTRY_CHARS,
    `must have at most ${MAX_ENTRY_CHARS} characters`,
  );
export type WrittenEntry = z.output<typeof WrittenEntry>;

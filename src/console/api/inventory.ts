/** Routes of the API for the inventory, and for running scheduled automations. */
import * as z from "zod";
import { Author, INVENTORY_KINDS, removeEntry } from "../../actions/inventory.ts";
import { WrittenEntry } from "../../actions/written-entry.ts";
import { enabledNames } from "../../automations/settings.ts";
import type { Configured } from "../../define-config.ts";
import { createGovernance, readOnly } from "../../governance/client/index.ts";
import { changing, listInventory } from "../../ledger/inventory.ts";
import { dueByHand, editInventory } from "../../operate/operators.ts";
import { type Asker, requireMay } from "../../operate/person.ts";
import { DueRequest, InventoryQuery, ReasonText } from "../../operate/requests.ts";
import { entryChanges, personId } from "../owners.ts";
import { json, pageSchema, route } from "./route.ts";

/** Maximum entries in one change of the inventory, well within D1's limits. */
const MOST = 500;

/** Entries to put, replacing those of the same kind and key. More than {@link MOST} are written in several changes. */
const EntriesWritten = z.strictObject({ entries: z.array(WrittenEntry).min(1), reason: ReasonText });

const WriteQuery = z.strictObject({
  dryRun: z.literal("true").optional().meta({ description: "`true`: only says what would change." }),
});

export const EntriesRemoved = z.strictObject({
  entries: z
    .array(z.strictObject({ kind: z.enum(INVENTORY_KINDS), key: z.string().min(1) }))
    .min(1)
    .max(MOST),
  reason: ReasonText,
});

const InventoryRecord = z
  .object({
    kind: z.enum(INVENTORY_KINDS),
    key: z.string(),
    data: z.unknown().meta({ description: "What it says; each kind has its own shape." }),
    runs: z.record(z.string(), z.int()).meta({
      description: "The runs that did what it says, and when (Unix milliseconds).",
    }),
    changedBy: Author.meta({ description: "The author: a run's id, or a person's email." }),
    changedAt: z.int().meta({ description: "Unix milliseconds." }),
  })
  .meta({ id: "InventoryEntry" });

export const inventory = [
  route({
    id: "listInventory",
    path: "/api/inventory",
    summary: "The inventory: tracked tools, known ownerships, what ends when, snapshots",
    act: "read",
    query: InventoryQuery,
    answer: json("A page of entries.", pageSchema(InventoryRecord)),
    async handle({ env, query: { limit, cursor, sort, person, ...filter } }) {
      const of = { ...filter, person: await personId(env, person) };
      return listInventory(env.LEDGER, of, { limit, cursor, sort });
    },
  }),
  route({
    id: "writeInventory",
    path: "/api/inventory",
    summary: "Add entries to the inventory, or change them",
    act: "inventory",
    query: WriteQuery,
    body: EntriesWritten,
    answer: json(
      "How many entries changed, and how many said the same before.",
      z.object({ written: z.int(), unchanged: z.int() }),
    ),
    handle: ({ body, ...asked }) => writeEntries(asked, body),
  }),
  route({
    id: "removeEntries",
    path: "/api/inventory/removed",
    summary: "Remove entries from the inventory, snapshots too",
    act: "inventory",
    body: EntriesRemoved,
    answer: json("How many were named.", z.object({ removed: z.int() })),
    handle: async (asked) => ({ removed: await removeEntries(asked, asked.body) }),
  }),
  route({
    id: "haveDue",
    path: "/api/automations/{name}/due",
    summary: "Run a scheduled automation now",
    act: "due",
    params: { name: z.string() },
    body: DueRequest,
    answer: json("Its event.", z.object({ event: z.string() })),
    status: 202,
    problems: ["decision_conflict"],
    handle: async (asked) => ({
      event: await haveDue(asked, { automation: asked.params.name, ...asked.body }),
    }),
  }),
];

/** Writes entries, or with `dryRun` only counts the changes. */
async function writeEntries(
  asked: Asker & { readonly query: z.output<typeof WriteQuery> },
  { entries: said, reason }: z.output<typeof EntriesWritten>,
): Promise<{ written: number; unchanged: number }> {
  const { env, query } = asked;
  const entries = await entryChanges(said, readOnly(createGovernance(env)));
  const by = asked.person.email;
  const now = Date.now();
  let written = 0;
  for (let n = 0; n < entries.length; n += MOST) {
    const some = entries.slice(n, n + MOST);
    const changes = some.map((change) => ({ ...change, by: { person: by } }));
    written += query.dryRun
      ? (await changing(env.LEDGER, changes)).length
      : await editInventory(env, some, { by, reason }, now);
  }
  return { written, unchanged: entries.length - written };
}

/** Runs a scheduled automation now. @returns the id of its event, which is recorded a moment later */
export async function haveDue(
  { env, person, config }: Asker & Configured,
  { automation, reason }: { readonly automation: string; readonly reason: string },
): Promise<string> {
  requireMay(person, "due");
  const due = { automation, by: person.email, reason };
  return (await dueByHand(env, due, enabledNames(config.settings), Date.now())).eventId;
}

/** Removes entries from the inventory. @returns the number of named entries */
export async function removeEntries(
  { env, person }: Asker,
  { entries: named, reason }: z.output<typeof EntriesRemoved>,
): Promise<number> {
  requireMay(person, "inventory");
  const changes = named.map(({ kind, key }) => removeEntry(kind, key));
  await editInventory(env, changes, { by: person.email, reason }, Date.now());
  return changes.length;
}

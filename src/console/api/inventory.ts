// API routes for the inventory, and for running scheduled automations.
import * as z from "zod";
import { Author, INVENTORY_KINDS } from "../../actions/inventory.ts";
import { listInventory } from "../../ledger/inventory.ts";
import { haveDue, removeEntries, writeEntries } from "../../operate/operators.ts";
import { personId } from "../../operate/owners.ts";
import { DueRequest, EntriesRemoved, EntriesWritten, InventoryQuery } from "../../operate/requests.ts";
import { json, pageSchema, route } from "./route.ts";

const WriteQuery = z.strictObject({
  dryRun: z.literal("true").optional().meta({ description: "`true` to only report what would change." }),
});

const InventoryRecord = z
  .object({
    kind: z.enum(INVENTORY_KINDS),
    key: z.string(),
    data: z.unknown().meta({ description: "The content; each kind has its own shape." }),
    runs: z.record(z.string(), z.int()).meta({
      description: "The runs that made the change, and when (Unix milliseconds).",
    }),
    changedBy: Author.meta({ description: "The author: a run's id, or a person's email." }),
    changedAt: z.int().meta({ description: "Unix milliseconds." }),
  })
  .meta({ id: "InventoryEntry" });

export const inventory = [
  route({
    id: "listInventory",
    path: "/api/inventory",
    summary: "The inventory: tracked tools, known ownerships, end dates, snapshots",
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
    summary: "Add or change entries of the inventory",
    act: "inventory",
    query: WriteQuery,
    body: EntriesWritten,
    answer: json(
      "The number of entries that changed, and of those that did not.",
      z.object({ written: z.int(), unchanged: z.int() }),
    ),
    handle: (asked) => writeEntries(asked, asked.body, asked.query.dryRun === "true"),
  }),
  route({
    id: "removeEntries",
    path: "/api/inventory/removed",
    summary: "Remove entries from the inventory, snapshots too",
    act: "inventory",
    body: EntriesRemoved,
    answer: json("The number of entries named in the request.", z.object({ removed: z.int() })),
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
    handle: async (asked) => ({ event: await haveDue(asked, asked.params.name, asked.body.reason) }),
  }),
];

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
    data: z.unknown().meta({ description: "The content, in a format that depends on the kind." }),
    runs: z.record(z.string(), z.int()).meta({
      description: "Ids of the last runs that confirmed the entry, and their times (Unix milliseconds).",
    }),
    changedBy: Author.meta({ description: "Id of the run, or email of the person, that made the change." }),
    changedAt: z.int().meta({ description: "Unix milliseconds." }),
  })
  .meta({ id: "InventoryEntry" });

export const inventory = [
  route({
    id: "listInventory",
    path: "/api/inventory",
    summary: "The inventory: tracked tools, known ownerships, end dates and snapshots",
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
    summary: "Add or change inventory entries",
    act: "inventory",
    query: WriteQuery,
    body: EntriesWritten,
    answer: json(
      "The numbers of changed and unchanged entries.",
      z.object({ written: z.int(), unchanged: z.int() }),
    ),
    handle: (asked) => writeEntries(asked, asked.body, asked.query.dryRun === "true"),
  }),
  route({
    id: "removeEntries",
    path: "/api/inventory/removed",
    summary: "Remove entries from the inventory, including snapshots",
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

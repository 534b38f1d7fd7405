// API routes that change the inventory, and for running scheduled automations.
import * as z from "zod";
import { haveDue, removeEntries, writeEntries } from "../../operate/operators.ts";
import { DueRequest, EntriesRemoved, EntriesWritten } from "../../operate/requests.ts";
import { json, route } from "./route.ts";

const WriteQuery = z.strictObject({
  dryRun: z.literal("true").optional().meta({ description: "`true` to only report what would change." }),
});

export const inventory = [
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

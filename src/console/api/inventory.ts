/** Routes of the API for the inventory, and for running scheduled automations. */

import * as z from "zod";
import { INVENTORY_KINDS, removeEntry } from "../../actions/inventory.ts";
import { WrittenEntry } from "../../actions/written-entry.ts";
import { enabledNames } from "../../automations/settings.ts";
import type { Configured } from "../../define-config.ts";
import { dueByHand, editInventory } from "../../desk/operate/operators.ts";
import type { Env } from "../../env.ts";
import { createGovernance, readOnly } from "../../governance/client/index.ts";
import { listInventory } from "../../ledger/inventory-list.ts";
import { DueRequest, Reason } from "../decision-requests.ts";
import { entryChanges, personId } from "../owners.ts";
import { type Person, requireMay, type Signed } from "../person.ts";
import { InventoryQuery } from "../queries.ts";
import { json, pageOf, route } from "./route.ts";

/** Most entries in one request: what D1 takes in one go with ease. */
const MOST = 500;

/** Entries to be there from now on, in the place of those of the same kind and key. */
const EntriesWritten = z.strictObject({
  entries: z.array(WrittenEntry).min(1).max(MOST),
  reason: Reason,
});

/** Entries to be removed. */
export const EntriesRemoved = z.strictObject({
  entries: z
    .array(z.strictObject({ kind: z.enum(INVENTORY_KINDS), key: z.string().min(1) }))
    .min(1)
    .max(MOST),
  reason: Reason,
});

/** An entry, as the API gives it. */
const InventoryRecord = z
  .object({
    kind: z.enum(INVENTORY_KINDS),
    key: z.string(),
    data: z.unknown().meta({ description: "What it says; each kind has its own shape." }),
    runs: z.record(z.string(), z.int()).meta({
      description: "The runs that did what it says, and when (Unix milliseconds).",
    }),
    changedBy: z.string().meta({ description: "A run's id, or a person's email." }),
    changedAt: z.int().meta({ description: "Unix milliseconds." }),
  })
  .meta({ id: "InventoryEntry" });

export const inventory = [
  route({
    id: "listInventory",
    method: "GET",
    path: "/api/inventory",
    summary: "The inventory: tracked tools, known ownerships, what ends when, snapshots",
    act: "read",
    query: InventoryQuery,
    answer: json("A page of entries.", pageOf(InventoryRecord)),
    async handle({ env, query: { limit, cursor, person, ...filter } }) {
      const of = { ...filter, person: await personId(env, person) };
      return listInventory(env.LEDGER, of, { limit, cursor });
    },
  }),
  route({
    id: "writeInventory",
    method: "POST",
    path: "/api/inventory",
    summary: "Add entries to the inventory, or change them",
    act: "inventory",
    body: EntriesWritten,
    answer: json(
      "How many entries changed, and how many said the same before.",
      z.object({ written: z.int(), unchanged: z.int() }),
    ),
    async handle({ env, person, body: { entries: said, reason } }) {
      const entries = await entryChanges(said, readOnly(createGovernance(env)));
      const written = await editInventory(env, entries, { by: person.email, reason }, Date.now());
      return { written, unchanged: entries.length - written };
    },
  }),
  route({
    id: "removeEntries",
    method: "POST",
    path: "/api/inventory/removed",
    summary: "Remove entries from the inventory, snapshots too",
    act: "inventory",
    body: EntriesRemoved,
    answer: json("How many were named.", z.object({ removed: z.int() })),
    handle: async ({ env, person, body }) => ({ removed: await removeEntries(env, person, body) }),
  }),
  route({
    id: "haveDue",
    method: "POST",
    path: "/api/automations/{name}/due",
    summary: "Run a scheduled automation now",
    act: "due",
    params: { name: z.string() },
    body: DueRequest,
    answer: json("Its event.", z.object({ event: z.string() })),
    status: 202,
    problems: ["decision_conflict"],
    handle: async ({ env, person, config, params, body }) => ({
      event: await haveDue(env, { person, config }, { automation: params.name, ...body }),
    }),
  }),
];

/** Runs a scheduled automation now. @returns the id of its event, which is on record a moment later */
export async function haveDue(
  env: Env,
  { person, config }: Signed & Configured,
  { automation, reason }: { readonly automation: string; readonly reason: string },
): Promise<string> {
  requireMay(person, "due");
  const { eventId } = await dueByHand(
    env,
    { automation, by: person.email, reason },
    enabledNames(config.settings),
    Date.now(),
  );
  return eventId;
}

/** Removes entries from the inventory. @returns how many were named */
export async function removeEntries(
  env: Env,
  person: Person,
  { entries: named, reason }: z.output<typeof EntriesRemoved>,
): Promise<number> {
  requireMay(person, "inventory");
  const changes = named.map(({ kind, key }) => removeEntry(kind, key));
  await editInventory(env, changes, { by: person.email, reason }, Date.now());
  return changes.length;
}

// Lists the inventory, a page at a time.
import type { InventoryEntry, InventoryKind } from "../actions/inventory.ts";
import { ENTRY, parsedEntry, type StoredEntry } from "./inventory.ts";
import { type Page, type PageRequest, readPage } from "./page.ts";

/** Which entries are wanted. */
interface InventoryFilter {
  readonly kind?: InventoryKind | undefined;
  /** Those of a person: the id of their governance user. */
  readonly person?: string | undefined;
  /** Those that end on this day (`YYYY-MM-DD`) or before. */
  readonly untilBy?: string | undefined;
}

/** A page of entries, by kind and key, the last first. */
export async function listInventory(
  db: D1Database,
  { kind, person, untilBy }: InventoryFilter,
  request: PageRequest,
): Promise<Page<InventoryEntry>> {
  const { rows, next } = await readPage<StoredEntry>(
    db,
    {
      select: `SELECT ${ENTRY} FROM inventory`,
      conditions: [
        ["kind = ?", kind],
        ["person = ?", person],
        ["until <= ?", untilBy],
      ],
      order: ["kind", "key"],
      position: ({ kind: of, key }) => [of, key],
    },
    request,
  );
  return { items: rows.map((row) => parsedEntry(row)), next };
}

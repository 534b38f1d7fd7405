// Counts the requests of each operation, for whoever tests a client.
import { type OperationId, operations } from "../../governance/contract/index.ts";

/** Counts a request, whatever becomes of it. */
export function countReceived(sql: SqlStorage, operation: OperationId): void {
  sql.exec(
    "INSERT INTO calls VALUES (?, 1, 0) ON CONFLICT (operation) DO UPDATE SET received = received + 1",
    operation,
  );
}

/** Counts a request answered with 400 or above. */
export function countRefused(sql: SqlStorage, operation: OperationId): void {
  sql.exec("UPDATE calls SET refused = refused + 1 WHERE operation = ?", operation);
}

/** Requests per operation since the last reset: all of them, and those refused. */
export function callCounts(sql: SqlStorage) {
  const rows = sql
    .exec<{ operation: string; received: number; refused: number }>("SELECT * FROM calls")
    .toArray();
  const column = (name: "received" | "refused") =>
    Object.fromEntries(
      Object.keys(operations).map((id) => [id, rows.find(({ operation }) => operation === id)?.[name] ?? 0]),
    );
  return { calls: column("received"), refused: column("refused") };
}

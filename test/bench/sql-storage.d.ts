/** As much of a Durable Object's database as the tenant's searches use; see `tenant-in-node.ts`. */
interface SqlStorage {
  exec<Row extends Record<string, unknown>>(statement: string, ...values: unknown[]): SqlRows<Row>;
}

interface SqlRows<Row> extends Iterable<Row> {
  readonly rowsWritten: number;
  toArray(): Row[];
  one(): Row;
}

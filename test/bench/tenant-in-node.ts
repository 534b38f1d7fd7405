import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { SearchUsersBody } from "../../src/governance/contract/users.ts";
import { searchUsers } from "../../src/tenant/handlers/users.ts";
import { createTables } from "../../src/tenant/schema.ts";
import { seed } from "../../src/tenant/seed/index.ts";
import { loadIndex } from "../../src/tenant/users/store.ts";

/** The tenant's search as it runs in a Durable Object, on Node's clock, which does not stand still while it works. */
export interface TenantInNode {
  /** One page, as the text of the answer. */
  search(body: unknown): string;
}

/** Seeds a tenant in memory. Its data, and so its page tokens, are those of any tenant seeded as large. */
export function tenantInNode(users: number): TenantInNode {
  const sql = sqlStorage(new DatabaseSync(":memory:"));
  createTables(sql);
  sql.exec("BEGIN");
  seed(sql, { users });
  sql.exec("COMMIT");
  const world = {
    sql,
    users: loadIndex(sql),
    now: () => new Date(),
    hostname: "localhost",
    address: "127.0.0.1",
    caller: { clientId: "bench", userId: "" },
  };
  return {
    search: (body) =>
      JSON.stringify(searchUsers({ path: {}, query: undefined, body: SearchUsersBody.parse(body) }, world)),
  };
}

/** Node's SQLite in the shape of a Durable Object's. */
function sqlStorage(db: DatabaseSync): SqlStorage {
  const prepared = new Map<string, StatementSync>();
  const rows = <Row>(all: Row[]) => ({
    rowsWritten: 0,
    toArray: () => all,
    one: () => {
      const [row] = all;
      if (all.length !== 1 || row === undefined) throw new Error(`${all.length} rows instead of one`);
      return row;
    },
    [Symbol.iterator]: () => all[Symbol.iterator](),
  });
  return {
    exec<Row>(text: string, ...values: unknown[]) {
      // Only what has no values may be several statements.
      if (values.length === 0 && !/^\s*SELECT/i.test(text)) {
        db.exec(text);
        return rows<Row>([]);
      }
      const statement = prepared.get(text) ?? db.prepare(text);
      prepared.set(text, statement);
      return rows(statement.all(...(values as SQLInputValue[])) as Row[]);
    },
  };
}

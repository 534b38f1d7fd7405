// Handles the list of MCP servers, and stores new entries.
import { paginate } from "../paging.ts";
import { readSetting, writeSetting } from "../rows.ts";
import type { Handler } from "../world.ts";

type Row = { json: string; name_key: string; id: string };

/**
 * Lists the catalog entries by display name, ignoring case; `query` matches any part of the name. Source: Endpoints, 8.
 */
export const listMcpCatalog: Handler<"listMcpCatalog"> = ({ query }, { sql, switches }) => {
  if (switches.changingCatalog && !query.page_token) changeCatalog(sql);
  const wanted = (query.query ?? "").toLowerCase();
  const { rows, nextPageToken } = paginate(
    "listMcpCatalog",
    query,
    ([nameKey, id] = ["", ""], limit) =>
      sql
        .exec<Row>(
          `SELECT json, name_key, id FROM mcp_catalog
           WHERE (name_key, id) > (?, ?) AND instr(name_key, ?) > 0
           ORDER BY name_key, id LIMIT ?`,
          nameKey ?? "",
          id ?? "",
          wanted,
          limit,
        )
        .toArray(),
    ({ name_key, id }) => [name_key, id],
    switches,
  );
  return { list: rows.map((row) => JSON.parse(row.json)), nextPageToken };
};

function changeCatalog(sql: SqlStorage): void {
  const n = Number(readSetting(sql, "catalog_changes") ?? 0) + 1;
  writeSetting(sql, "catalog_changes", String(n));
  const entry = (of: number, version: number) => ({
    id: `mcp_new_${of}`,
    displayName: `New server ${of}`,
    baseUrl: `https://new-${of}.example/v${version}`,
  });
  const changed = [entry(n, 1), ...(n > 1 ? [entry(n - 1, 2)] : [])];
  sql.exec(INSERT_CATALOG_ENTRIES, JSON.stringify(changed));
  sql.exec("DELETE FROM mcp_catalog WHERE id = ?", `mcp_new_${n - 2}`);
}

/** Inserts entries, and replaces existing ones with the same ids. */
export const INSERT_CATALOG_ENTRIES = `
  INSERT INTO mcp_catalog (id, name_key, json)
  SELECT value->>'$.id', lower(value->>'$.displayName'), value FROM json_each(?) WHERE true
  ON CONFLICT (id) DO UPDATE SET name_key = excluded.name_key, json = excluded.json`;

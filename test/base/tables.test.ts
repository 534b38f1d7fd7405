import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { openTables } from "../../src/base/tables.ts";
import { CONTROL } from "../desk/bindings.ts";

const MADE = "CREATE TABLE things (name TEXT NOT NULL) STRICT; CREATE INDEX things_name ON things (name);";
const WIDER = "ALTER TABLE things ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey';";

const withSql = (work: (sql: SqlStorage) => void) =>
  runInDurableObject(CONTROL.getByName(crypto.randomUUID()), (_, { storage }) => work(storage.sql));

describe("tables", () => {
  it("are migrated to the newest version exactly once, with all their rows", () =>
    withSql((sql) => {
      openTables(sql, "test", [MADE]).exec("INSERT INTO things VALUES (?)", "a kettle");
      for (let opened = 0; opened < 2; opened++) {
        const things = openTables(sql, "test", [MADE, WIDER]).exec("SELECT * FROM things").toArray();
        expect(things).toEqual([{ name: "a kettle", colour: "grey" }]);
      }
    }));

  it("of two stores in one database have separate versions", () =>
    withSql((sql) => {
      openTables(sql, "test", [MADE, WIDER]);
      const other = openTables(sql, "other", ["CREATE TABLE others (n INTEGER) STRICT"]);
      expect(other.exec("SELECT * FROM others").toArray()).toEqual([]);
    }));

  it("of a newer version of Reeve are rejected by an older version", () =>
    withSql((sql) => {
      openTables(sql, "test", [MADE, WIDER]);
      expect(() => openTables(sql, "test", [MADE])).toThrow(
        "the tables of test have version 2, but this version of Reeve supports at most version 1: deploy the newer version again",
      );
    }));
});

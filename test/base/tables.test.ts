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

describe("the limits of the platform's databases", () => {
  const opened = (work: (exec: ReturnType<typeof openTables>["exec"]) => void) =>
    withSql((sql) => {
      const tables = openTables(sql, "test", ["CREATE TABLE pairs (one TEXT, other TEXT) STRICT"]);
      work((...given) => tables.exec(...given));
    });

  it("are two million bytes of UTF-8 for all bound values together", () =>
    opened((exec) => {
      const fits = ["x".repeat(1_000_000), "é".repeat(500_000)] as const;
      exec("INSERT INTO pairs VALUES (?, ?)", ...fits);
      expect(() => exec("INSERT INTO pairs VALUES (?, ?)", fits[0], `${fits[1]}!`)).toThrow(
        "string or blob too big: SQLITE_TOOBIG (2000001 bytes)",
      );
    }));

  it("are 100 bound values and 100,000 bytes of SQL per statement", () =>
    opened((exec) => {
      const many = Array.from({ length: 101 }, () => "x");
      expect(() => exec(`SELECT ${many.map(() => "?").join()}`, ...many)).toThrow("too many SQL variables");
      expect(() => exec(`SELECT '${"x".repeat(100_000)}'`)).toThrow("statement too long");
    }));
});

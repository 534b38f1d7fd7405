import { beforeAll, describe, expect, it } from "vitest";
import { LEDGER, migrateLedger } from "./ledger.ts";

beforeAll(() => migrateLedger());

describe("the D1 of the tests", () => {
  it("has Cloudflare's limits: values of 2,000,000 bytes, and statements of 100,000 bytes", async () => {
    const length = (text: string) => LEDGER.prepare("SELECT octet_length(?1) AS n").bind(text);
    expect(await length("é".repeat(1_000_000)).first()).toEqual({ n: 2_000_000 });
    expect(() => length(`${"é".repeat(1_000_000)}!`)).toThrow(
      "D1_ERROR: string or blob too big: SQLITE_TOOBIG (2000001 bytes)",
    );
    expect(() => LEDGER.prepare(`SELECT '${"x".repeat(100_000)}'`)).toThrow(
      "D1_ERROR: statement too long: SQLITE_TOOBIG",
    );
  });
});

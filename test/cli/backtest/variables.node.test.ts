import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readingVariables } from "../../../src/cli/backtest/backtest.ts";
import { dataFolder, keepStackVariables } from "../../../src/cli/start/data-folder.ts";

/** A port at which no stack runs. */
const PORT = 19_741;
const REEVE = new URL(`http://127.0.0.1:${PORT}`);
const STACK = {
  LOCAL_STACK: "yes",
  GOVERNANCE_CLIENT_ID: "local@localhost/reeve",
  BAMBOOHR_API_KEY: "local",
};

afterEach(() => rmSync(dataFolder(PORT), { recursive: true, force: true }));

describe("the variables of a back-test", () => {
  it("are read from the local stack's private file, unless the user sets other values", () => {
    keepStackVariables(dataFolder(PORT), STACK);
    expect(statSync(join(dataFolder(PORT), "variables.json")).mode & 0o777).toBe(0o600);
    const own = { HIBOB_USER_ID: "own", BAMBOOHR_API_KEY: "" };
    expect(readingVariables([own], REEVE)).toEqual({
      env: { ...STACK, HIBOB_USER_ID: "own" },
      isSample: true,
    });
    expect(readingVariables([{ BAMBOOHR_API_KEY: "own" }], REEVE).env["BAMBOOHR_API_KEY"]).toBe("own");
  });

  it("can't be read if no local stack runs, or if the stack uses the user's own tenant", () => {
    expect(() => readingVariables([], REEVE)).toThrow(/no local stack at http:\/\/127.0.0.1:\d+/);
    keepStackVariables(dataFolder(PORT), {});
    expect(() => readingVariables([], REEVE)).toThrow(/no local stack at http:\/\/127.0.0.1:\d+/);
  });

  it("are read from the environment, or else from .dev.vars, and never combine parts of a credential from both", () => {
    keepStackVariables(dataFolder(PORT), STACK);
    const [environment, devVars] = ["first@acme.example.com/reeve", "second@acme.example.com/reeve"].map(
      (id) => ({ GOVERNANCE_CLIENT_ID: id }),
    );
    const elsewhere = { ...devVars, GOVERNANCE_BASE_URL: "https://elsewhere.example.com" };
    const read = (...places: Record<string, string>[]) => readingVariables(places, REEVE);
    expect(read({ ...environment }, elsewhere)).toEqual({ env: environment, isSample: false });
    expect(read({ GOVERNANCE_CLIENT_ID: "" }, elsewhere)).toEqual({ env: elsewhere, isSample: false });
    expect(read({ ...environment }, { HIBOB_USER_ID: "own" }).env).toEqual({
      ...environment,
      HIBOB_USER_ID: "own",
    });
  });

  it("don't include the local stack's values if the ledger is a deployment's", () => {
    keepStackVariables(dataFolder(PORT), STACK);
    const deployment = new URL(`https://reeve.example.com:${PORT}`);
    expect(() => readingVariables([], deployment)).toThrow("GOVERNANCE_CLIENT_ID is not set");
  });
});

import { beforeAll, expect, it } from "vitest";
import { record } from "../../src/ledger/record.ts";
import { retiredTools } from "../../src/ledger/retired-tools.ts";
import { eventRow, LEDGER, migrateLedger, runRow } from "./ledger.ts";

const named = (id: string) => ({ id, name: id.toUpperCase() });
const input = (tool: string) => ({ app: named("app"), connector: named("con"), tool: named(tool) });
const retirement = (tools: readonly string[], state: string, effect: string) => ({
  state,
  plan: {
    hash: "h",
    actions: tools.map((tool) => ({ action: "tool.retire", summary: "…", target: tool, input: input(tool) })),
  },
  journal: tools.map(() => ({ operation: "deleteMcpTool", state: effect, attempts: 1 })),
});

beforeAll(async () => {
  await migrateLedger();
  await record(
    LEDGER,
    [1, 2, 3, 4].map((n) => eventRow(n)),
    [
      runRow(1, retirement(["a", "b"], "done", "applied")),
      runRow(2, retirement(["a"], "done", "applied")),
      runRow(3, retirement(["c"], "failed", "refused")),
      runRow(4, retirement(["d"], "dry_run", "planned")),
    ],
  );
});

it("has each tool that was retired, with how often, the last ones first, and none that was not", async () => {
  expect(await retiredTools(LEDGER)).toEqual([
    { ...input("a"), times: 2 },
    { ...input("b"), times: 1 },
  ]);
});

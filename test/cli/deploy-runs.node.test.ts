import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { unfinishedRuns } from "../../src/cli/deploy/runs.ts";
import type { Wrangler } from "../../src/cli/deploy/wrangler.ts";
import { root } from "../../src/cli/shared/bundle.ts";
import { OPEN_RUN_STATES, RUN_STATES } from "../../src/ledger/states.ts";
import { wranglerOver } from "./ledger-wrangler.ts";

const sqlite = new DatabaseSync(":memory:");
let queries = 0;
const answer = wranglerOver(() => sqlite);
const wrangler: Wrangler = (args) => {
  queries++;
  return answer(args);
};

it("the runs that are not over are read page by page, and none where there is no ledger yet", async () => {
  expect(await unfinishedRuns(wrangler)).toEqual([]);
  const folder = root("src/ledger/migrations");
  for (const name of readdirSync(folder).sort()) sqlite.exec(readFileSync(`${folder}/${name}`, "utf8"));
  expect(await unfinishedRuns(wrangler)).toEqual([]);

  const insert = sqlite.prepare(
    "INSERT INTO runs VALUES (?, 'evt_1', 'leaver', 'jira:1', ?, 1, 1, 1, NULL, '[]', ?)",
  );
  const stateOf = (n: number) => RUN_STATES[n % RUN_STATES.length] ?? "done";
  const isOpen = (n: number) => OPEN_RUN_STATES.includes(stateOf(n));
  const planned = [{ action: "tool.retire", input: { a: 1 }, effects: [] }];
  const ids = Array.from({ length: RUN_STATES.length * 20 }, (_, n) => {
    const id = `run_${String(n).padStart(4, "0")}`;
    const plan = n % 2 ? { actions: planned } : null;
    insert.run(id, stateOf(n), JSON.stringify({ plan }));
    return id;
  });
  queries = 0;
  const runs = await unfinishedRuns(wrangler);
  expect(runs.map(({ id }) => id)).toEqual(ids.filter((_, n) => isOpen(n)));
  // A hundred runs make a page.
  expect(queries).toBe(Math.ceil(runs.length / 100));
  expect(runs.map(({ actions }) => actions)).toEqual(
    ids.flatMap((_, n) => (isOpen(n) ? [n % 2 ? planned : null] : [])),
  );
});

import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, it } from "vitest";
import { requireDesks } from "../../src/cli/deploy/steps.ts";
import { root } from "../../src/cli/shared/bundle.ts";
import { wranglerOver } from "./ledger-wrangler.ts";

let sqlite: DatabaseSync;
const check = (DESKS?: unknown) =>
  requireDesks(
    wranglerOver(() => sqlite),
    DESKS,
  );

beforeEach(() => {
  sqlite = new DatabaseSync(":memory:");
  const folder = root("src/ledger/migrations");
  for (const name of readdirSync(folder).sort()) sqlite.exec(readFileSync(`${folder}/${name}`, "utf8"));
});

it("a deploy may have any number of desks where nothing is deployed yet, in text or as number", async () => {
  expect(await check("4")).toBe("desks: 4");
  expect(await check(2)).toBe("desks: 2");
  sqlite.exec("DROP TABLE audit");
  expect(await check()).toBe("desks: 1");
  await expect(check("many")).rejects.toThrow("DESKS must be a whole number");
});

it("a deploy with another number is stopped, with a subject that would move, and the same number is not", async () => {
  const run = sqlite.prepare(
    "INSERT INTO runs VALUES (?, 'evt_1', 'leaver', ?, 'done', 1, 1, 1, NULL, '[]', '{}')",
  );
  const entry = sqlite.prepare(
    "INSERT INTO audit VALUES (?, ?, ?, 1, ?, NULL, NULL, ' run.done ', 'a', '[{}]')",
  );
  // Where these subjects are among four, and an entry that is of no run.
  for (const [seq, [subject, desk]] of [
    ["jira:1", "desk-0"],
    ["jira:2", "desk-1"],
    ["jira:3", "desk-2"],
    ["jira:4", "desk-3"],
  ].entries()) {
    run.run(`run_${seq}`, subject ?? "");
    entry.run(desk ?? "", seq + 1, seq + 1, `run_${seq}`);
  }
  entry.run("desk-0", 9, 9, null);
  expect(await check("4")).toBe("desks: 4");
  await expect(check()).rejects.toThrow(/DESKS is 1, .* is at desk-\d, and would come in at desk-0/);
  await expect(check("8")).rejects.toThrow(
    "Set DESKS in wrangler.toml back to the number of the first deployment.",
  );
});

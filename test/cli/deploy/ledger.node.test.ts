// Reads a deployed ledger, through a `wrangler d1 execute` on a database of this process.
import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, it } from "vitest";
import { requireDesks } from "../../../src/cli/deploy/deploy.ts";
import { unfinishedRuns } from "../../../src/cli/deploy/runs.ts";
import { type Wrangler, WranglerFailed } from "../../../src/cli/deploy/wrangler.ts";
import { root } from "../../../src/cli/shared/bundle.ts";
import { OPEN_RUN_STATES, RUN_STATES } from "../../../src/runs/states.ts";

let sqlite: DatabaseSync;
let queries = 0;
/** Responds like wrangler, and fails like it if D1 rejects the statement. */
const wrangler: Wrangler = async (args) => {
  queries++;
  try {
    return JSON.stringify([{ results: sqlite.prepare(args.at(-1) ?? "").all(), success: true }]);
  } catch (error) {
    throw new WranglerFailed(`wrangler d1 execute ended with 1:\n${error}`);
  }
};
const insertRun = (id: string, subject: string, state: string, run: object) =>
  sqlite
    .prepare(
      "INSERT INTO runs VALUES (?, 'evt_1', 'leaver', ?, ?, 1, 1, 1, NULL, NULL, NULL, NULL, '[]', ?, NULL)",
    )
    .run(id, subject, state, JSON.stringify(run));

beforeEach(() => {
  sqlite = new DatabaseSync(":memory:");
  const folder = root("src/ledger/migrations");
  for (const name of readdirSync(folder).sort()) sqlite.exec(readFileSync(`${folder}/${name}`, "utf8"));
});

it("a first deployment accepts the configured number of desks, given as a string or a number", async () => {
  expect(await requireDesks(wrangler, "4")).toBe("desks: 4");
  expect(await requireDesks(wrangler, 2)).toBe("desks: 2");
  sqlite.exec("DROP TABLE audit");
  expect(await requireDesks(wrangler, undefined)).toBe("desks: 4");
  await expect(requireDesks(wrangler, "many")).rejects.toThrow("DESKS must be a whole number");
});

it("a deployment is stopped if its number of desks would move a subject", async () => {
  const entry = sqlite.prepare(
    "INSERT INTO audit VALUES (?3, ?1, ?2, ?3, 1, ?4, NULL, NULL, ' run.done ', 'a', '[{}]', NULL)",
  );
  // The desks of the subjects jira:1 to jira:4 among four desks, and an entry without a run.
  for (let n = 1; n <= 4; n++) {
    insertRun(`run_${n}`, `jira:${n}`, "done", {});
    entry.run(`desk-${n - 1}`, n, n, `run_${n}`);
  }
  entry.run("desk-0", 9, 9, null);
  for (const same of ["4", undefined]) expect(await requireDesks(wrangler, same)).toBe("desks: 4");
  await expect(requireDesks(wrangler, "1")).rejects.toThrow(
    /DESKS is 1, .* belongs to desk-\d, and would now be delivered to desk-0/,
  );
  await expect(requireDesks(wrangler, "8")).rejects.toThrow(
    "Set DESKS in wrangler.toml back to the number of the first deployment.",
  );
});

it("the list of unfinished runs is read page by page, and is empty without a ledger", async () => {
  expect(await unfinishedRuns(wrangler)).toEqual([]);
  const pickState = (n: number) => RUN_STATES[n % RUN_STATES.length] ?? "done";
  const isOpen = (n: number) => OPEN_RUN_STATES.includes(pickState(n));
  const planned = [{ action: "tool.retire", input: { a: 1 } }];
  const ids = Array.from({ length: RUN_STATES.length * 20 }, (_, n) => {
    const id = `run_${String(n).padStart(4, "0")}`;
    insertRun(id, "jira:1", pickState(n), { mode: "live", plan: n % 2 ? { actions: planned } : null });
    return id;
  });
  queries = 0;
  const runs = await unfinishedRuns(wrangler);
  expect(runs.map(({ id }) => id)).toEqual(ids.filter((_, n) => isOpen(n)));
  // A page has a hundred runs.
  expect(queries).toBe(Math.ceil(runs.length / 100));
  expect(runs.map(({ actions }) => actions)).toEqual(
    ids.flatMap((_, n) => (isOpen(n) ? [n % 2 ? planned : null] : [])),
  );
  sqlite = new DatabaseSync(":memory:");
  expect(await unfinishedRuns(wrangler)).toEqual([]);
});

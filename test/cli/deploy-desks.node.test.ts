import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { requireDesks } from "../../src/cli/deploy/desks.ts";
import { root } from "../../src/cli/shared/bundle.ts";
import { deskNames } from "../../src/desk/desk-count.ts";
import { wranglerOver } from "./ledger-wrangler.ts";

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);

let sqlite: DatabaseSync;
const wrangler = wranglerOver(() => sqlite);
const check = (DESKS: string | undefined, day: number) => requireDesks(wrangler, DESKS, START + day * DAY);

beforeEach(() => {
  sqlite = new DatabaseSync(":memory:");
  const folder = root("src/ledger/migrations");
  for (const name of readdirSync(folder).sort()) sqlite.exec(readFileSync(`${folder}/${name}`, "utf8"));
});
const noted = (desks: string, day: number) =>
  sqlite.prepare("INSERT INTO desk_counts VALUES (?, ?)").run(desks, START + day * DAY);
function open(id: string, subject: string, desk: string | null): void {
  sqlite
    .prepare("INSERT INTO runs VALUES (?, 'evt_1', 'leaver', ?, 'held', 1, 1, 1, NULL, '[]', '{}')")
    .run(id, subject);
  if (desk)
    sqlite
      .prepare("INSERT INTO audit VALUES (?, 1, 1, 1, ?, NULL, NULL, ' run.held ', 'a', '[{}]')")
      .run(desk, id);
}

describe("a deploy with another DESKS", () => {
  it("may have any where nothing is deployed, and the same or a longer list after that", async () => {
    expect(await check("4", 0)).toBe("desks: 4");
    sqlite.exec("DROP TABLE desk_counts");
    expect(await check(undefined, 0)).toBe("desks: 1");
    sqlite.exec("CREATE TABLE desk_counts (desks TEXT NOT NULL, since INTEGER NOT NULL) STRICT");
    noted("1", 0);
    expect(await check(undefined, 100)).toBe("desks: 1");
    expect(await check("1,4", 100)).toBe("desks: 4");
  });

  it("is stopped where it leaves out the number that is in force, and told what to write", async () => {
    noted("1", 0);
    await expect(check("4", 100)).rejects.toThrow(/leaves out 1, which is in use.*DESKS = "1,4"/s);
    await expect(check("2,8", 100)).rejects.toThrow('DESKS = "1,2,8"');
  });

  it("is stopped for 30 days after a number was in force, and while runs at its desks are not over", async () => {
    noted("1", 0);
    noted("1,4", 10);
    await expect(check("4", 39)).rejects.toThrow("was in use until 2026-01-11");
    const [moved = "", before = ""] =
      ["jira:1", "jira:2", "jira:3"]
        .map((subject) => [subject, ...deskNames([4, 1], subject)])
        .find(([, , earlier]) => earlier !== undefined) ?? [];
    open("run_1", moved, before);
    expect(await check("4", 41)).toBe("desks: 4");
    open("run_2", moved, "desk-0");
    await expect(check("4", 41)).rejects.toThrow("1 runs at those desks are not over");
    sqlite.exec("DELETE FROM runs WHERE id = 'run_2'");
    open("run_3", moved, null);
    await expect(check("4", 41)).rejects.toThrow("1 runs");
  });
});

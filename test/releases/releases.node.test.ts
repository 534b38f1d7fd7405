// Tests that the present code can read the data of each release, and that no migration or table version has changed.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";
import type { RunningWorker } from "../../src/cli/shared/runtime.ts";
import { startReeve } from "../../src/cli/start/stack.ts";
import { verify } from "../../src/ledger/audit-verify.ts";
import type { Run } from "../../src/runs/run.ts";
import { until } from "../support/until.ts";
import { hashSteps, RELEASES, restore, STORES } from "./dump.ts";

const releases = readdirSync(RELEASES, { withFileTypes: true }).flatMap((one) =>
  one.isDirectory() ? [one.name] : [],
);
const ROWS = /^INSERT INTO "(events|runs|audit)" .*? VALUES \((?:\d+, )?'((?:evt|run)_[\w-]+)?/gm;

describe.each(releases)("the record of release %s", (version) => {
  const kept = join(RELEASES, version);
  const dumps = readdirSync(kept, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".sql"),
  );
  /** Lists the ids of the recorded rows of a table. */
  const ids = (table: string): string[] =>
    dumps
      .filter((path) => path.startsWith("d1/"))
      .flatMap((path) => Array.from(readFileSync(join(kept, path), "utf8").matchAll(ROWS)))
      .flatMap(([, of, id = ""]) => (of === table ? [id] : []))
      .sort();

  let folder: string;
  let reeve: RunningWorker;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "reeve-release-"));
    for (const path of dumps)
      restore(readFileSync(join(kept, path), "utf8"), join(folder, "reeve", path.slice(0, -".sql".length)));
    reeve = await startReeve({ persist: folder });
  });
  afterAll(async () => {
    await reeve.stop();
    rmSync(folder, { recursive: true });
  });
  const get = async (path: string, accept = "application/json") => {
    const response = await fetch(new URL(path, reeve.url), { headers: { accept } });
    expect([path, response.status]).toEqual([path, 200]);
    return response;
  };
  const list = async <Item>(path: string): Promise<Item[]> => {
    const { items } = (await (await get(path)).json()) as { items: Item[] };
    return items;
  };

  it("has the migrations and table versions of the release", () => {
    const said =
      "append a step instead of changing one; if nobody has the release yet, run npm run reeve -- record:release";
    expect(hashSteps(), said).toMatchObject(JSON.parse(readFileSync(join(kept, "steps.json"), "utf8")));
  });

  it.each(["events", "runs"])(
    "has %s that can all be read, and that are listed and found by a word",
    async (name) => {
      const found = await list<{ id: string }>(`/api/${name}?limit=100`);
      expect(found.length).toBeGreaterThan(5);
      // Lists omit ignored runs.
      expect(ids(name)).toEqual(expect.arrayContaining(found.map(({ id }) => id)));
      for (const id of ids(name)) {
        await get(`/api/${name}/${id}`);
        await get(`/${name}/${id}`, "text/html");
      }
      expect((await list(`/api/${name}?q=ada`)).length).toBeGreaterThan(0);
    },
  );

  it.each([
    "/",
    "/approvals",
    "/changes",
    "/inventory",
    "/audit",
    "/automations",
    "/sources",
    "/settings",
    "/person?email=ada.marsh@example.com",
  ])("can be shown at %s", async (path) => {
    expect(await (await get(path, "text/html")).text()).toContain("</html>");
  });

  it("has an audit trail that passes verification", async () => {
    const text = await (await get("/api/audit.ndjson")).text();
    const lines = async function* () {
      yield* text.split("\n").filter(Boolean);
    };
    const outcome = await verify(lines());
    // A row contains all entries of a step.
    expect(outcome.ok && outcome.value.entries).toBeGreaterThanOrEqual(ids("audit").length);
  });

  it("includes the state of Durable Objects: a pause, and a waiting run that can be ended", async () => {
    expect(await (await get("/api/control")).json()).toMatchObject({
      pauses: [{ automation: "stale-tools" }],
    });
    const [waiting] = await list<Run>("/api/runs?state=awaiting_approval");
    if (!waiting) throw new Error("no run was waiting when the release was recorded");
    await fetch(new URL(`/api/runs/${waiting.id}/decisions`, reeve.url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"decision":"cancelled","reason":"the release is old"}',
    });
    // The waiting period for its approval might have passed by now.
    expect(
      await until("its end", async () => {
        const { state } = (await (await get(`/api/runs/${waiting.id}`)).json()) as Run;
        return state !== "awaiting_approval" && state;
      }),
    ).toMatch(/^(cancelled|expired)$/);
  });
});

it("every release in CHANGELOG.md has a record", () => {
  const versions = readFileSync(root("CHANGELOG.md"), "utf8").matchAll(/^## (\d\S*)/gm);
  expect(releases.sort()).toEqual(Array.from(versions, ([, version]) => version).sort());
});

it("the records include every store of tables in Durable Objects", () => {
  const source = readdirSync(root("src"), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const opened = source.flatMap((file) =>
    Array.from(
      readFileSync(root(`src/${file}`), "utf8").matchAll(/openTables\(\w+, "(\w+)"/g),
      ([, name]) => name,
    ),
  );
  expect(opened.sort()).toEqual(Object.keys(STORES).sort());
});

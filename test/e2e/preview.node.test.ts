// Tests previews of the changes that an automation would make now, from the API, the console and the command.
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";
import { control } from "../../src/cli/start/stack.ts";
import { operations } from "../../src/governance/contract/index.ts";
import { Preview } from "../../src/operate/preview.ts";
import { connectorOwner } from "../automations/owned.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { inDays } from "./tickets.ts";

const reeve = RuledReeve.forFile({ sample: true });

const read = async (name: string, cursor?: string | null): Promise<Preview> => {
  const query = cursor ? `?cursor=${encodeURIComponent(cursor)}` : "";
  return Preview.parse(await reeve.get(`automations/${name}/preview${query}`));
};

it("a preview plans users' last days in parts without repeating a user, shows the needed approvals, and changes nothing", async () => {
  const before = await control<object>(reeve.tenant, "GET", "owners");
  const parts = [await read("leaver")];
  while (parts.length < 4) parts.push(await read("leaver", parts.at(-1)?.next));
  const people = parts.flatMap(({ items }) => items.map(({ person }) => person));
  expect(new Set(people).size).toBe(40);
  expect(people).toContain("Ada Marsh <ada.marsh@example.com>");
  const ada = parts.flatMap(({ items }) => items).find(({ person }) => person?.startsWith("Ada Marsh"));
  expect(ada).toMatchObject({
    actions: expect.arrayContaining([expect.stringContaining("Create the access review campaign")]),
    approvalReasons: expect.arrayContaining([expect.stringContaining("Ada Marsh is still enabled")]),
    approvers: [expect.stringContaining("approver")],
    reason: null,
  });

  // Nothing was changed or recorded.
  expect(await control<object>(reeve.tenant, "GET", "owners")).toEqual(before);
  for (const { id, effect } of Object.values(operations))
    if (effect !== "read" && id !== "createToken") expect(await reeve.calls(id), id).toBe(0);
  for (const list of ["runs", "events"]) expect(await reeve.get(list)).toMatchObject({ items: [] });
});

it("a preview of a scheduled automation uses the inventory, in the API, on its page and with the command", async () => {
  const NAME = "last-day-tasks";
  expect(await read(NAME)).toMatchObject({
    items: [{ actions: [], reason: "no person has to end an entry today" }],
    next: null,
  });
  const data = connectorOwner({ user: { id: "usr_ada_marsh", name: "Ada <b>Marsh" }, until: inDays(-2) });
  await reeve.addEntries({ kind: "ownership", data });
  const sentence = "without an API call: remove Ada <b>Marsh as owner of the connector GitHub MCP";
  const { items } = await read(NAME);
  expect(items).toMatchObject([
    { person: null, actions: [expect.stringContaining(sentence)], approvalReasons: [] },
  ]);
  const page = await reeve.page(`/automations/${NAME}/preview`);
  expect(page).toContain("remove Ada &lt;b&gt;Marsh as owner");
  expect(await reeve.page(`/automations/${NAME}`)).toContain(`href="/automations/${NAME}/preview"`);
  const args = [root("src/cli/reeve.ts"), "backtest", NAME, "--now", "--reeve", reeve.url.href];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect([status, stdout]).toEqual([0, expect.stringContaining(sentence)]);
  expect(await reeve.get("runs")).toMatchObject({ items: [] });
});

it("a preview explains why there is nothing to preview, and rejects an invalid cursor", async () => {
  const status = async (path: string) => (await fetch(new URL(`/api/automations/${path}`, reeve.url))).status;
  expect(await status("stale-tool/preview")).toBe(404);
  expect(await reeve.get("automations/stale-tool/preview")).toMatchObject({
    detail:
      "this Reeve has no automation stale-tool; did you mean stale-tools? (npm start runs your working tree)",
  });
  expect(await status("leaver/preview?cursor=x")).toBe(422);
  expect(await reeve.get("automations/requested-action/preview")).toMatchObject({
    detail: expect.stringContaining("nothing to preview: npm run reeve -- backtest requested-action shows"),
  });
  expect(await reeve.page("/automations/requested-action/preview")).toContain("nothing to preview");
});

// Types the commands of docs/operate/incident.md as printed, during the incidents that they are for.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { DAY_MS, toIsoDay } from "../../../src/base/days.ts";
import { makeFolder } from "../../cli/fork.ts";
import { RuledReeve } from "../ruled-reeve.ts";
import { GITA, IRIS } from "../tickets.ts";
import { findOutput, listBlocks, readSection, typeCommands } from "./docs-page.ts";

const PAGE = "docs/operate/incident.md";
const [stop = "", goOn = ""] = listBlocks(readSection(PAGE), "sh");
const setting = stop.split("\n")[0] ?? "";
const reeve = RuledReeve.forFile({ sample: true });

/** The folder in which the commands are typed, run npm scripts and write files. */
const folder = makeFolder(afterAll, { linked: ["package.json", "node_modules", "src", "test"] });

/** Types a block, and compares the output that the page prints after it. */
async function type(commands: string): Promise<string> {
  const printed = await typeCommands(`${setting}\n${commands}`, reeve.url, { folder });
  expect(printed, commands).toMatch(findOutput(readSection(PAGE), commands));
  return printed;
}
const blocks = (title: string) => listBlocks(readSection(PAGE, title), "sh");

it("the commands of docs/operate/incident.md stop all automations, and let them continue", async () => {
  await type(stop);
  const event = await reeve.report("jira", "issue_updated.transitioned");
  const run = await reeve.runOf(event, "connector-owner-from-ticket", "acting", "planning");
  expect(await reeve.roles()).toEqual([]);
  await type(goOn);
  await reeve.until(run.id, ({ state }) => state === "done");
});

it("the commands of docs/operate/incident.md retry failed runs, and settle runs with an unknown outcome", async () => {
  const [look = "", retry = "", settle = ""] = blocks("The API is down");
  await reeve.fault("createConnectorOwner", { status: 403 });
  const own = { user: "ada.marsh@example.com", connector: "GitHub MCP", role: "Reviewer" };
  const failed = await reeve.runOf(
    await reeve.request("connector-owner.add", own),
    "requested-action",
    "failed",
  );
  const review = { name: "Doubtful", policy: "Manager reviews", owners: [GITA], users: "all" };
  const waits = await reeve.runOf(
    await reeve.request("campaign.create", review),
    "requested-action",
    "awaiting_approval",
  );
  await reeve.fault("createCampaign", { drop: "after" });
  expect(await reeve.approve(waits, IRIS)).toMatchObject({ status: 200 });
  await reeve.until(waits.id, ({ state }) => state === "needs_review");

  await reeve.minute();
  expect(await type(look)).toContain(failed.id);
  const printed = await type(retry);
  expect(printed).toContain('"runs": 1');
  expect(printed).toContain(waits.id);
  await reeve.until(failed.id, ({ state }) => state === "done");
  await type(settle.replace("run_…", waits.id));
  await reeve.until(waits.id, ({ state }) => state === "awaiting_follow_up");
  expect(await reeve.campaigns("Doubtful")).toHaveLength(1);
});

it("the commands of docs/operate/incident.md pause a faulty automation, and cancel its waiting and scheduled runs", async () => {
  const [pause = "", end = ""] = blocks("A wrong automation is live");
  const run = await reeve.runOf(await reeve.report("workday", "terminated"), "leaver", "awaiting_approval");
  const nextWeek = toIsoDay(Date.now() + 7 * DAY_MS, "UTC");
  const laterEvent = await reeve.report("workday", "terminated", (body) => {
    const { worker, ...notice } = JSON.parse(body);
    const other = { ...worker, id: "later", name: "Hugo Pike", email: "hugo.pike@example.com" };
    return JSON.stringify({ ...notice, id: "later", effectiveOn: nextWeek, worker: other });
  });
  const later = await reeve.runOf(laterEvent, "leaver", "scheduled");
  await type(pause);
  expect(await type(end)).toContain('"runs": 2');
  for (const { id } of [run, later]) await reeve.until(id, ({ state }) => state === "cancelled");
  expect(await reeve.get("control")).toMatchObject({ pauses: [{ automation: "leaver" }] });
});

it("the commands of docs/operate/incident.md remove the entries of a wrong import, and import the right entries", async () => {
  const [look = "", repair = ""] = blocks("A wrong import");
  const right = readSection("docs/set-up/inventory.csv");
  const [head = "", ...rows] = right.trim().split("\n");
  const file = join(folder, "inventory.csv");
  writeFileSync(file, [head, ...rows].join("\n").replaceAll("ada.marsh@", "hugo.pike@"));
  await type('npm run reeve -- inventory:import inventory.csv --reason "from the register"');
  await expect.poll(() => type(look)).toContain("usr_hugo_pike");
  writeFileSync(file, right);
  await type(repair);
  expect(JSON.parse(readFileSync(join(folder, "wrong.json"), "utf8")).entries).toHaveLength(rows.length);
  const owners = (await reeve.inventory("ownership")).map(({ data }) => JSON.stringify(data));
  expect(owners.filter((data) => data.includes("usr_hugo_pike"))).toEqual([]);
  expect(owners.filter((data) => data.includes("usr_ada_marsh")).length).toBeGreaterThan(0);
});

it("the commands of docs/operate/incident.md show the uses of a leaked secret, and the reason why a source is silent", async () => {
  await fetch(new URL("/hooks/jira", reeve.url), { method: "POST", body: "{}" });
  let printed = "";
  for (const commands of [...blocks("A secret has leaked"), ...blocks("A source is silent")])
    printed += await type(commands);
  expect(printed).toContain('"type": "ticket.transitioned"');
  expect(printed).toContain('"type": "inventory.edited"');
  expect(printed).toContain('"check": "signature_missing"');
});

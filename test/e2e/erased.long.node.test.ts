/**
 * Erases a person who is named in tickets, HR events, decisions and the inventory: no byte of the name is left, and the
 * trail passes verification.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";
import { control } from "../../src/cli/start/stack.ts";
import type { PersonData } from "../../src/ledger/shapes.ts";
import { connectorOwner } from "../automations/owned.ts";
import { startProcess } from "../cli/process.ts";
import { until } from "../support/until.ts";
import { findOutput, listBlocks, readSection, typeCommands } from "./docs/docs-page.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { GITA, NORA } from "./tickets.ts";

const MAREK = "marek.waterfall@example.com";
const MAREK_ID = "VjpAxuE3Avr7WyUGUKxScZIeKr6";
const CAMPAIGN = "test-start-campaign";
const IRIS = "iris.vale@example.com";
/** Matches his email, his name, and parts of the name, ignoring case. */
const HIS = /marek|waterfall/i;

const reeve = RuledReeve.forFile({
  enabled: [CAMPAIGN, "leaver", "requested-action"],
  policy: {
    approvals: [{ when: "operation", operations: ["createCampaign"] }],
    unknownRequestersFrom: ["workday"],
  },
  keeps: true,
});

/** Runs `npm run reeve -- person`. */
async function person(...args: readonly string[]) {
  const env = { ...process.env, REEVE_URL: String(reeve.url) };
  const { ended, text } = startProcess([process.execPath, root("src/cli/reeve.ts"), "person", ...args], {
    env,
  });
  return { status: await ended, text: text() };
}

const exported = async (): Promise<PersonData> => JSON.parse((await person("export", MAREK)).text);
const erase = () => person("erase", MAREK, "--reason", "Marek Waterfall asked for it", "--yes");

it("a person's data is erased everywhere, and other people's data is kept", async () => {
  // He owns a campaign without the role that the service requires.
  await control(reeve.tenant, "POST", "switches", { ownerRoles: false });
  const his = (webhook: ReturnType<typeof JSON.parse>) => {
    webhook.issue.fields.reporter = {
      ...webhook.issue.fields.reporter,
      emailAddress: MAREK,
      displayName: "Marek Waterfall",
    };
    webhook.issue.fields.summary = "Marek's review";
  };
  const review = { review: `Review of ${MAREK}`, reviewOwner: MAREK };
  const asked = await reeve.planned(CAMPAIGN, review, undefined, his);
  const left = await reeve.runOf(
    await reeve.report("workday", "terminated", (body) => {
      const notice = JSON.parse(body);
      const worker = { ...notice.worker, id: "w-7", name: "Marek Waterfall", email: MAREK };
      return JSON.stringify({ ...notice, effectiveOn: null, worker });
    }),
    "leaver",
    "awaiting_approval",
  );
  const other = await reeve.planned(CAMPAIGN, { review: "Others" });
  const data = connectorOwner({ user: { id: MAREK_ID, name: "Marek Waterfall" } });
  await reeve.addEntries({ kind: "ownership", data });
  await reeve.post("pauses", { automation: "leaver", reason: "marek found a mistake" }, MAREK, {
    "reeve-roles": "admin",
  });
  expect(await erase()).toMatchObject({ status: 1, text: expect.stringContaining(asked.id) });

  const yes = { decision: "approved", hash: asked.plan?.hash, reason: "Mr. Waterfall may" };
  expect(await reeve.decide(asked, yes, NORA)).toMatchObject({ status: 200 });
  expect(
    await reeve.decide(left, { decision: "cancelled", reason: "He stays, says Marek" }, GITA),
  ).toMatchObject({ status: 200 });
  expect(await reeve.decide(other, { decision: "cancelled", reason: "Not now" }, GITA)).toMatchObject({
    status: 200,
  });
  for (const { id } of [asked, left, other])
    await reeve.until(id, ({ state }) => state === "done" || state === "cancelled");
  await until("nothing is in progress for him", async () => (await exported()).waits.length === 0);

  const before = await exported();
  expect(before.names).toContain("Marek Waterfall");
  const places = new Set(before.held.map(({ place }) => place));
  expect(places).toEqual(places.union(new Set(["events", "runs", "inventory", "audit", "Control switches"])));
  expect(JSON.stringify(before.held)).toContain("Mr. Waterfall may");
  const trail = await reeve.audit();
  expect(trail.some(({ actor }) => actor === MAREK)).toBe(true);

  // The service's data about him is recorded with the runs that read it.
  const readOf = async ({ id }: { readonly id: string }) =>
    JSON.parse(await reeve.page(`/api/runs/${id}`)).facts;
  expect(JSON.stringify(await readOf(asked))).toMatch(HIS);
  expect((await readOf(other)).answers.length).toBeGreaterThan(0);

  // The commands of docs/trust/security.md, with --yes because there is no terminal.
  const page = readSection("docs/trust/security.md", "A person's data");
  const [commands = ""] = listBlocks(page, "sh");
  const printed = await typeCommands(`${commands.trim()} --yes`, reeve.url);
  expect(printed).toMatch(findOutput(page, commands));
  expect(printed).toContain("Mr. Waterfall may");
  expect(printed).toContain("no longer tracked");
  expect(printed).not.toContain("still contains");
  expect((await exported()).held).toEqual([]);

  expect(await readOf(asked)).toMatchObject({ asked: [], answers: [] });
  expect((await readOf(other)).answers.length).toBeGreaterThan(0);

  const after = await reeve.audit();
  // Each desk's chain continues after its previous entries.
  const known = new Set(trail.map(({ hash }) => hash));
  expect(after.flatMap(({ hash }) => (known.has(hash) ? hash : []))).toEqual(trail.map(({ hash }) => hash));
  expect(after.findLast(({ hash }) => !known.has(hash))).toMatchObject({
    type: "person.erased",
    actor: IRIS,
    detail: {
      reason: expect.stringContaining("[erased] asked for it"),
      for: expect.stringContaining("per_"),
    },
  });
  const approval = after.find(({ type, runId }) => type === "approval.granted" && runId === asked.id);
  expect(approval).toMatchObject({ actor: NORA, detail: { reason: "erased" } });
  expect(after.find(({ type, runId }) => type === "run.cancelled" && runId === other.id)).toMatchObject({
    actor: GITA,
    detail: { reason: "Not now" },
  });
  expect(JSON.stringify(after)).not.toMatch(HIS);

  const pages = [
    "/runs",
    "/events",
    "/audit",
    "/inventory",
    "/changes",
    "/changes.csv",
    "/pauses",
    `/runs/${asked.id}`,
    `/runs/${left.id}`,
    `/events/${asked.eventId}`,
    `/api/audit.ndjson`,
    "/runs?q=review",
  ];
  for (const path of pages) expect(await reeve.page(path), path).not.toMatch(HIS);
  expect(await reeve.page("/audit")).toContain(NORA);
  expect(await reeve.page(`/runs/${asked.id}`)).toContain("[erased]");
  expect(await reeve.page("/runs?q=waterfall")).not.toContain(asked.id);

  const folder = await reeve.kill();
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /sqlite/.test(file),
  );
  expect(files.length).toBeGreaterThan(3);
  const still: string[] = [];
  for (const file of files) {
    const database = new DatabaseSync(join(folder, file));
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    for (const { name } of tables)
      for (const row of database.prepare(`SELECT * FROM "${name}"`).all()) {
        const text = Object.values(row)
          .map((value) =>
            value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value),
          )
          .join("\n");
        if (HIS.test(text)) still.push(`${file} ${name}: ${text.slice(0, 300)}`);
      }
    database.close();
  }
  expect(still).toEqual([]);
});

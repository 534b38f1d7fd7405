// Types the commands of docs/operate/uninstall.md as printed, on a Reeve with a waiting run, and on a stub of
// Cloudflare.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { actions } from "../../../src/actions/index.ts";
import { automations } from "../../../src/automations/index.ts";
import { deploy } from "../../../src/cli/deploy/deploy.ts";
import config from "../../../src/config.ts";
import { verify } from "../../../src/ledger/audit-verify.ts";
import { makeFolder } from "../../cli/fork.ts";
import { cloudflareVariables, startCloudflare } from "../../vendors/cloudflare.ts";
import { RuledReeve } from "../ruled-reeve.ts";
import { listBlocks, readSection, typeCommands } from "./docs-page.ts";

const [stop = "", keep = "", remove = ""] = listBlocks(readSection("docs/operate/uninstall.md"), "sh");
const setting = stop.split("\n")[0] ?? "";
const reeve = RuledReeve.forFile({ sample: true });

/** A fork of the repository with its own `wrangler.toml`. */
const folder = makeFolder(afterAll, {
  copied: ["wrangler.toml"],
  linked: ["src", "node_modules", "package.json"],
});
const cloudflare = await startCloudflare();
afterAll(() => cloudflare.stop());

it("the commands of docs/operate/uninstall.md cancel waiting runs, and save the trail and the inventory", async () => {
  const waits = await reeve.runOf(await reeve.report("workday", "terminated"), "leaver", "awaiting_approval");
  expect(await typeCommands(stop, reeve.url, { folder })).toContain('"runs": 1');
  await reeve.until(waits.id, ({ state }) => state === "cancelled");
  await typeCommands(`${setting}\n${keep}`, reeve.url, { folder });
  const trail = readFileSync(join(folder, "audit.ndjson"), "utf8").split("\n");
  expect(await verify(trail)).toMatchObject({ ok: true });
  expect(JSON.parse(readFileSync(join(folder, "inventory.json"), "utf8"))).toHaveProperty("items");
});

it("the commands of docs/operate/uninstall.md remove all parts of Reeve from Cloudflare", async () => {
  const env = { ...process.env, ...cloudflareVariables(cloudflare.url), WRANGLER_LOG_PATH: folder };
  const secretsFile = join(folder, "secrets.env");
  const names = ["GOVERNANCE_CLIENT_ID", "GOVERNANCE_CLIENT_SECRET", "ACCESS_TEAM_DOMAIN", "ACCESS_AUD"];
  writeFileSync(secretsFile, names.map((name) => `${name}=value-of-${name}\n`).join(""));
  const tree = { config, automations, actions };
  await deploy({ tree, folder, evenSo: false, secretsFile, env, print: () => {} });
  const { account } = cloudflare;
  expect([account.databases.length, account.namespaces.length, account.secrets.size]).toEqual([1, 1, 4]);
  await typeCommands(remove, reeve.url, { folder, env });
  expect(account).toMatchObject({ databases: [], namespaces: [], script: null, schedules: null });
  expect(account.secrets.size).toBe(0);
  const deleted = cloudflare.asked.filter(({ method }) => method === "DELETE");
  expect(deleted[0]?.path).toMatch(/\/workers\/services\/reeve$/);
  expect(cloudflare.unknown).toEqual([]);
});

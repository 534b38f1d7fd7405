// Tests that docs/operate/secrets.md lists every secret, and that its commands, typed in order, lose no delivery.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { control } from "../../../src/cli/start/stack.ts";
import { variables } from "../../../src/env.ts";
import { makeFolder } from "../../cli/fork.ts";
import { sendAsJira } from "../../vendors/jira.ts";
import { RuledReeve } from "../ruled-reeve.ts";
import { listBlocks, readSection, typeCommands } from "./docs-page.ts";

const PAGE = "docs/operate/secrets.md";
const RETIRE = "test-retire-tools";
const OLD = "the-old-secret-of-the-webhook";
const NEW = "the-new-secret-of-the-webhook";
const reeve = RuledReeve.forFile({ enabled: [RETIRE], keeps: true });

/** A folder with a stand-in for `npx wrangler secret`, and a file for each secret that is set. */
const folder = makeFolder(afterAll);
beforeAll(() => {
  const script = '#!/bin/sh\n[ "$3" = put ] && cat > "$SECRETS/$4.secret" || rm "$SECRETS/$4.secret"\n';
  writeFileSync(join(folder, "npx"), script, { mode: 0o755 });
});

/** Types commands that set secrets, and restarts Reeve with the resulting secrets. */
async function type(commands: string, values: Readonly<Record<string, string>>): Promise<void> {
  const path = `${folder}:${process.env["PATH"]}`;
  const env = { ...process.env, ...values, PATH: path, SECRETS: folder };
  await typeCommands(commands, reeve.url, { folder, env });
  const files = readdirSync(folder).filter((file) => file.endsWith(".secret"));
  const bindings = files.map((file) => [
    file.replace(".secret", ""),
    readFileSync(join(folder, file), "utf8").trim(),
  ]);
  await reeve.restart({ bindings: Object.fromEntries(bindings) });
}

const send = async (secret: string, tool = "tool_none"): Promise<number> => {
  const { body } = reeve.ticket({ tools: [tool] });
  return (await sendAsJira(reeve.url, body, { id: crypto.randomUUID(), secret })).status;
};

it("docs/operate/secrets.md and the table of sources together list every declared secret", () => {
  const page = readSection(PAGE) + readSection("docs/reference/sources.md");
  const secrets = variables().filter(({ secret }) => secret);
  expect(secrets.length).toBeGreaterThan(30);
  expect(secrets.filter(({ name }) => !page.includes(`\`${name}\``)).map(({ name }) => name)).toEqual([]);
});

it("the commands of docs/operate/secrets.md replace a sender's secret without a rejected delivery", async () => {
  const [both = "", alone = ""] = listBlocks(readSection(PAGE, "Webhook secrets of senders"), "sh");
  await type(both, { NEW, OLD });
  expect(await send(OLD)).toBe(202);
  expect(await send(NEW)).toBe(202);
  await type(alone, { NEW });
  expect(await send(NEW)).toBe(202);
  expect(await send(OLD)).toBe(401);
});

it("the commands of docs/operate/secrets.md replace the governance credential without a failed run", async () => {
  type Issued = Readonly<Record<"id" | "clientId" | "clientSecret", string>>;
  const issue = () => control<Issued>(reeve.tenant, "POST", "credentials", { displayName: "of the test" });
  const acts = async (tool: string) => {
    expect(await send(NEW, tool)).toBe(202);
    await expect.poll(async () => (await reeve.tools()).retired).toContain(tool);
  };
  const [beside = "", only = ""] = listBlocks(readSection(PAGE, "The governance credential"), "sh");
  const older = await issue();
  const set = (name: string, value: string) => writeFileSync(join(folder, `${name}.secret`), value);
  set("GOVERNANCE_CLIENT_ID", older.clientId);
  set("GOVERNANCE_CLIENT_SECRET", older.clientSecret);
  const newer = await issue();
  const values = { NEW_ID: newer.clientId, NEW_SECRET: newer.clientSecret };
  await type(beside, values);
  await acts("tool_slack_post_message");
  await type(only, values);
  await control(reeve.tenant, "DELETE", `credentials/${older.id}`);
  await acts("tool_github_create_issue");
  expect(readdirSync(folder).filter((file) => file.startsWith("GOVERNANCE_NEW"))).toEqual([]);
});

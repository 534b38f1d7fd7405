// Writes the files of docs/extend/own-operations.md to the paths on that page in a fork of this tree, and runs them
// there.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { DAY_MS } from "../../../src/base/days.ts";
import { type Bundle, bundle, root } from "../../../src/cli/shared/bundle.ts";
import { BEFORE, run } from "../../../src/cli/shared/runtime.ts";
import { control, type Stack } from "../../../src/cli/start/stack.ts";
import type { Run } from "../../../src/runs/run.ts";
import { type Fork, makeFork } from "../../cli/fork.ts";
import { freePort } from "../../cli/process.ts";
import { RuledReeve } from "../ruled-reeve.ts";
import { ADA, GITA, HUGO, inDays, NORA } from "../tickets.ts";
import { listBlocks, readSection } from "./docs-page.ts";

const FILES = globSync("**/*.ts", { cwd: root("docs/extend/own") }).map((path) => ({
  path: `src/own/${path}`,
  code: readFileSync(root(`docs/extend/own/${path}`), "utf8"),
}));
const NEW = [
  ["operation", "delete-connector-owner"],
  ["operation", "search-mcp-tools"],
  ["operation", "get-campaign"],
  ["action", "connector-owner.end"],
  ["action", "connector-owner.lend"],
  ["automation", "unused-tools"],
  ["automation", "access-from-ticket"],
  ...["update-mcp-tool", "grant-access", "revoke-access", "offboard-user"].map(
    (name) => ["operation", name] as const,
  ),
  ...["tool.set-state", "access.revoke", "access.grant", "user.offboard"].map(
    (name) => ["action", name] as const,
  ),
] as const;

/** An action with the lines of docs/set-up/access-that-ends.md that give it a last day. */
const LEND = `// connector-owner.lend: makes a person an owner of a connector for some days.
import * as z from "zod";
import { defineAction, Named, personByEmail } from "../../kit/index.ts";
import { connectorOwnerEnd } from "./connector-owner-end.ts";

const Owned = z.object({ app: Named, connector: Named, roleSlug: z.string().min(1), user: Named });

export const connectorOwnerLend = defineAction({
  name: "connector-owner.lend",
  summary: ({ user, connector }) => \`Make \${user.name} an owner of \${connector.name}.\`,
  unverified: ({ app, connector }) => [connector, app],
  target: ({ connector, user }) => \`\${connector.id} \${user.id}\`,
  calls: ["createConnectorOwner"],
  effects: ({ app, connector, roleSlug, user: { id } }) => [
    {
      operation: "createConnectorOwner",
      input: {
        path: { app_id: app.id, connector_id: connector.id, role_slug: roleSlug, user_ref_id: id },
        body: { userRef: { id } },
      },
    },
  ],
  beneficiaries: ({ user }) => [user.id],
${listBlocks(readSection("docs/set-up/access-that-ends.md", "Own actions"), "ts").join("").replace(/^/gm, "  ").trimEnd()}
  request: {
    description: "Make a person a reviewer of GitHub MCP for some days.",
    input: z.strictObject({ user: z.email(), until: z.iso.date().optional() }),
    reads: ["searchUsers"],
    lookUp: async ({ user, ...last }, { governance }) => ({
      app: { id: "app_github", name: "GitHub" },
      connector: { id: "con_github_mcp", name: "GitHub MCP" },
      roleSlug: "reviewer",
      user: await personByEmail(governance, user),
      ...last,
    }),
  },
});
`;

let fork: Fork;
let tenant: Stack["tenant"];
/** The fork's Reeve, and the same code with a clock that is four days behind, like the tenant's. */
let code: Bundle;
let earlier: Bundle;
const AGO_MS = 4 * DAY_MS;
const REVIEWS = "recurring-campaigns";

beforeAll(async () => {
  let removeFork = () => {};
  fork = makeFork((remove) => {
    removeFork = remove;
  });
  for (const [kind, name] of NEW)
    expect(fork.run("src/cli/reeve.ts", "new", kind, name)).toMatchObject({ status: 0 });
  const lend = { path: "src/own/actions/connector-owner-lend.ts", code: LEND };
  for (const { path, code: text } of [...FILES, lend]) writeFileSync(join(fork.folder, path), text);
  const at = (path: string) => join(fork.folder, path);
  const clock = at("clock.ts");
  writeFileSync(clock, `import "./${BEFORE}";\nconst now = Date.now;\nDate.now = () => now() - ${AGO_MS};\n`);
  const entry = at("test/support/reeve-with-rules.ts");
  [code, earlier] = await Promise.all([bundle(entry, BEFORE), bundle(entry, clock)]);
  const started = await run({
    name: "reeve-tenant",
    config: "src/sandbox/tenant/wrangler.toml",
    entry: "src/sandbox/tenant/worker.ts",
    code: await bundle(at("src/sandbox/tenant/worker.ts"), clock),
    bindings: { CONTROL: "on" },
  });
  tenant = { ...started, stop: async () => {} };
  return async () => {
    removeFork();
    await started.stop();
  };
});

/** Starts the fork's Reeve on the tenant with its sample data, until the test ends. */
async function start(rules: Parameters<typeof RuledReeve.start>[0]): Promise<RuledReeve> {
  await control(tenant, "POST", "seed", {});
  if (!rules.code) await control(tenant, "POST", "clock", { advanceSeconds: AGO_MS / 1_000 });
  const reeve = await RuledReeve.start({ code, tenant, keeps: true, ...rules });
  onTestFinished(() => reeve.stop());
  return reeve;
}

/** Requests an action for Gita by script. @returns its run once it is done or waits for an approval */
async function request(reeve: RuledReeve, action: string, input: object): Promise<Run> {
  const event = await reeve.request(action, input);
  const run = await reeve.runOf(event, "requested-action", "done", "awaiting_approval", "failed");
  expect(run.problem).toBeNull();
  return run;
}

/** Returns a tool from the tenant's data. */
async function findTool(id: string) {
  const { tools } = await control<{ tools: { id: string }[] }>(tenant, "GET", "tools");
  return tools.find((tool) => tool.id === id);
}

it("the files in docs/extend/own-operations.md compile, and pass the tests that `npm run new` wrote and the rules of src/own", () => {
  for (const program of [
    ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "src/own"],
    ["node_modules/typescript/bin/tsc", "-p", "tsconfig.json"],
    ["node_modules/vitest/vitest.mjs", "run", "src/own", "test/laws/own.node", "test/laws/imports.node"],
  ] as readonly (readonly [string, ...string[]])[]) {
    const { status, output } = fork.run(...program);
    expect([program[0], status], output).toEqual([program[0], 0]);
  }
});

it("a connector ownership ends after an approval and without a task, even if the response to the call is lost", async () => {
  const operations = ["deleteConnectorOwner" as never];
  const reeve = await start({
    enabled: ["last-days", "last-day-tasks"],
    policy: {
      approvals: [{ when: "operation", operations }],
      budgets: [{ name: "owners a day", effects: operations, per: "all", limit: 1, windowMinutes: 1440 }],
    },
  });
  const { connectorOwners } = await control<{ connectorOwners: Readonly<Record<string, string>>[] }>(
    tenant,
    "GET",
    "owners",
  );
  const [owned, other] = connectorOwners;
  const entry = ({ appId = "", connectorId = "", roleSlug = "", userId = "" } = {}) => ({
    kind: "ownership",
    data: {
      of: "connector",
      app: { id: appId, name: appId },
      connector: { id: connectorId, name: connectorId },
      roleSlug,
      user: { id: userId, name: "Hugo Pike" },
      until: inDays(-2),
    },
  });
  await reeve.addEntries(entry(owned));
  const NAME = "last-days";
  await reeve.runOf(await reeve.due("last-day-tasks"), "last-day-tasks", "ignored");
  const waiting = await reeve.runOf(await reeve.due(NAME), NAME, "awaiting_approval");
  expect(waiting.approvalReasons).toContain("it calls deleteConnectorOwner");
  expect(await reeve.approve(waiting, HUGO)).toMatchObject({ status: 403 });
  // The call arrives and its response is lost, so the call is sent again and its target is missing.
  await reeve.fault("deleteConnectorOwner", { drop: "after", times: 1 });
  const done = await reeve.approved(waiting);
  expect(done.journal).toMatchObject([{ operation: "deleteConnectorOwner", state: "applied" }]);
  expect(await reeve.calls("deleteConnectorOwner")).toBe(2);
  const after = await control<typeof connectorOwners>(tenant, "GET", "owners");
  expect(JSON.stringify(after)).not.toContain(JSON.stringify(owned));
  await expect.poll(() => reeve.inventory("ownership")).toEqual([]);
  expect(JSON.stringify(await reeve.get(`runs/${done.id}/receipt`))).not.toContain("not_found");
  const trail = await (await fetch(new URL("/api/audit.ocsf.ndjson", reeve.url))).text();
  expect(trail).toContain("deleteConnectorOwner");

  await reeve.addEntries(entry(other));
  const next = await reeve.runOf(await reeve.due(NAME), NAME, "awaiting_approval");
  expect(await reeve.approved(next, "held")).toMatchObject({ hold: { budget: "owners a day" } });
});

it("access given by a custom action is announced and ends after its last day, unless it is requested again without a last day", async () => {
  const reeve = await start({ enabled: ["requested-action", "last-days", "last-day-tasks"] });
  const lend = async (last: { readonly until?: string }) => {
    const run = await request(reeve, "connector-owner.lend", { user: ADA, ...last });
    expect(run.state).toBe("done");
    return run;
  };
  const grants = async () => (await reeve.inventory("grant")).map(({ data }) => data);
  const NAME = "last-days";
  const { plan } = await lend({ until: inDays(3) });
  expect(plan?.actions[0]?.summary).toContain("Make Ada Marsh an owner of GitHub MCP. Its last day is ");
  await expect.poll(grants).toMatchObject([{ until: inDays(3), user: { name: "Ada Marsh" } }]);
  const announced = await reeve.runOf(await reeve.due(NAME), NAME, "done");
  expect(announced.notice).toMatchObject({
    people: [ADA, GITA],
    lines: [{ detail: expect.stringMatching(/^ends on .+; extend it, or end it now$/) }],
  });

  await lend({});
  await expect.poll(grants).toEqual([]);

  await lend({ until: inDays(-1) });
  await expect.poll(grants).toHaveLength(1);
  expect(await reeve.roles()).toContain("reviewer");
  const ended = await reeve.runOf(await reeve.due(NAME), NAME, "done");
  expect(ended.journal).toMatchObject([{ operation: "deleteConnectorOwner", state: "applied" }]);
  expect(await reeve.roles()).not.toContain("reviewer");
  await expect.poll(grants).toEqual([]);
});

it("the actions of docs/extend/own-operations.md change a tool's state, and create access tasks at the service", async () => {
  const reeve = await start({ enabled: ["requested-action"] });
  const carryOut = async (action: string, input: object) => {
    const run = await request(reeve, action, input);
    return run.state === "done" ? run : reeve.approved(run);
  };
  for (const state of ["DISABLED", "APPROVED"]) {
    await carryOut("tool.set-state", { tool: "Create issue", state });
    expect(await findTool("tool_github_create_issue")).toHaveProperty("state", `MCP_TOOL_STATE_${state}`);
  }
  const access = { entitlement: "GitHub admin", user: ADA };
  expect(await carryOut("access.grant", { ...access, days: 7 })).toMatchObject({
    plan: { actions: [{ effects: [{ input: { body: { grantDuration: "604800s" } } }] }] },
  });
  await carryOut("access.revoke", access);
  await carryOut("user.offboard", { user: ADA });
  for (const id of ["grantAccess", "revokeAccess", "offboardUser"])
    expect(await reeve.calls(id as never)).toBe(1);
});

it("unused tools are disabled with an owner's approval, can be enabled again, and are deleted with a second approval", async () => {
  const NAME = "stale-tools";
  const at = { appId: "app_github", connectorId: "con_github_mcp", id: "tool_github_create_issue" };
  const settings = { unusedDays: 90, askAgainDays: 60, retire: "disable", deleteAfterDays: 1 } as const;
  const stages = [{ from: ["owner"], otherwise: ["approver"] }];
  const reeve = await start({
    enabled: [NAME, "requested-action"],
    automations: { [NAME]: settings },
    policy: {
      approvals: [{ when: "always", automations: [NAME], stages }],
    },
    code: earlier,
  });
  await control(tenant, "POST", "switches", { hiddenLastCalls: false });
  onTestFinished(() => control(tenant, "POST", "switches", { hiddenLastCalls: true }).then(() => {}));
  await control(tenant, "POST", "tools", { ...at, lastCalledAt: `${inDays(-200)}T08:00:00Z` });
  const ask = async () => reeve.runOf(await reeve.due(NAME), NAME, "awaiting_approval", "ignored");
  const decide = async (run: Awaited<ReturnType<typeof ask>>) => {
    expect(await reeve.approve(run)).toMatchObject({ status: 403 });
    expect(await reeve.approve(run, HUGO)).toMatchObject({ status: 200 });
    return reeve.until(run.id, ({ state }) => state === "done");
  };
  const [app, connector] = [at.appId, at.connectorId].map((id) => ({ id, name: id }));
  const own = (roleSlug: string, email: string) => ({
    kind: "ownership",
    data: { of: "connector", app, connector, roleSlug, user: { email } },
  });
  // Nora can't approve, because a reviewer is no owner.
  await reeve.addEntries(
    { kind: "tool", data: { app, connector, tool: { id: at.id, name: "Create issue" } } },
    own("reviewer", NORA),
    own("owner", HUGO),
  );
  const disabled = await decide(await ask());
  expect(disabled.plan?.actions).toMatchObject([
    { summary: expect.stringMatching(/from APPROVED to DISABLED. Nobody can call it then, until /) },
  ]);
  expect(disabled.notice?.lines).toMatchObject([{ detail: expect.stringMatching(/; to be disabled$/) }]);
  expect(await findTool(at.id)).toMatchObject({ state: "MCP_TOOL_STATE_DISABLED" });
  const none = "of 1 tracked tool, none is due for retirement";
  expect((await ask()).ignored).toBe(none);
  const { body } = await reeve.post("changes/undo", { run: disabled.id, steps: "0", reason: "used" }, GITA);
  await reeve.runOf(String(body.event), "requested-action", "done");
  expect(await findTool(at.id)).toMatchObject({ state: "MCP_TOOL_STATE_APPROVED" });
  expect((await ask()).ignored).toBe(none);
  await control(tenant, "POST", "tools", { ...at, state: "MCP_TOOL_STATE_DISABLED" });
  await control(tenant, "POST", "clock", { advanceSeconds: AGO_MS / 1_000 });
  await reeve.restart({ code });
  const asked = await ask();
  expect(asked.plan?.actions).toMatchObject([{ action: "tool.retire" }]);
  expect(asked.notice).toMatchObject({
    summary: "1 tool of 1 tracked not in use; 1 in this plan.",
    lines: [{ detail: expect.stringMatching(/; disabled, and unchanged since .*; to be retired$/) }],
  });
  await decide(asked);
  expect(await findTool(at.id)).toHaveProperty("deletedAt");
});

it.for([
  ["grants an entitlement for the days in its field", [], "done"],
  ["grants nothing if policy.dryRun lists its automation", ["access-from-ticket"], "dry_run"],
] as const)("an approved ticket %s", async ([, dryRun, end]) => {
  const NAME = "access-from-ticket";
  const fields = {
    requestType: "customfield_10010",
    entitlement: "customfield_10065",
    user: "customfield_10061",
    days: "customfield_10090",
  };
  const reeve = await start({ enabled: [NAME], policy: { dryRun: [...dryRun] }, fields: { jira: fields } });
  const ticket = async (days: string) => {
    const asked = { [fields.requestType]: "Access", [fields.entitlement]: "GitHub admin" };
    const event = await reeve.send({}, undefined, ({ issue }) =>
      Object.assign(issue.fields, { ...asked, [fields.user]: ADA, [fields.days]: days }),
    );
    return reeve.runOf(event, NAME, end, "failed");
  };
  expect((await ticket("soon")).problem?.message).toContain("days");
  const run = await ticket("30");
  expect(run.plan?.actions).toMatchObject([
    { summary: "Create a task that grants GitHub admin to Ada Marsh for 30 days." },
  ]);
  expect(await reeve.calls("grantAccess")).toBe(end === "done" ? 1 : 0);
});

it("tools that were not called for a while are found with the added operation searchMcpTools, and proposed for retirement", async () => {
  const reeve = await start({ enabled: ["unused-tools"] });
  const event = await reeve.due("unused-tools");
  const run = await reeve.runOf(event, "unused-tools", "awaiting_approval");
  expect(run.plan?.actions.map(({ target }) => target)).not.toEqual([]);
  expect(run.reads?.made[0]).toMatchObject({ operation: "searchMcpTools" });
  expect(await reeve.calls("getMcpTool")).toBe(0);
});

it("the follow-up of a campaign ends once Reeve reads that the campaign was started", async () => {
  const review = {
    ...{ name: "Grants", every: "month" as const, policy: "Manager reviews", ownerEmails: [GITA] },
    ...{ scope: { allGrants: {} }, openDays: 30 },
  };
  const reeve = await start({
    enabled: [REVIEWS],
    automations: { [REVIEWS]: { campaigns: [review] } },
    code: earlier,
  });
  const { id } = await reeve.runOf(await reeve.due(REVIEWS), REVIEWS, "awaiting_follow_up");
  const read = async () => Object((await reeve.inventory("campaign"))[0]?.data) as { readonly id?: string };
  await expect.poll(read).toHaveProperty("id");
  const { id: campaign } = await read();
  await control(tenant, "POST", "clock", { advanceSeconds: AGO_MS / 1_000 });
  await control(tenant, "POST", `campaigns/${campaign}`, {});
  await reeve.restart({ code });
  await reeve.minute();
  const run = await reeve.until(id, ({ state }) => state === "done");
  expect(run.followUps).toMatchObject([
    { end: { by: "reeve", verdict: "done", reason: "Reeve read that the campaign was started" } },
  ]);
});

// This test must be last, because it breaks the fork.
it("an operation prevents the start, and causes errors in doctor and the type check, if its response declares a value that JSON can't contain", async () => {
  const path = join(fork.folder, "src/own/operations/search-mcp-tools.ts");
  writeFileSync(path, readFileSync(path, "utf8").replace("nextPageToken:", "at: z.date(), $&"));
  const why = "contains a value that JSON can't contain: declare what the service sends";
  for (const command of [["start", "--port", String(await freePort())], ["doctor"]])
    expect(fork.run("src/cli/reeve.ts", ...command).output).toContain(
      `src/own/operations, searchMcpTools: response.at (z.date) ${why}`,
    );
  expect(fork.run("node_modules/typescript/bin/tsc", "-p", "tsconfig.json").output).toContain(why);
});

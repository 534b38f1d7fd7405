// Writes the files of docs/own-operations.md to the paths on that page in a fork of this tree, and runs them there.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { DAY_MS } from "../../../src/base/days.ts";
import { type Bundle, bundle } from "../../../src/cli/shared/bundle.ts";
import { BEFORE, run } from "../../../src/cli/shared/runtime.ts";
import { control, type Stack } from "../../../src/cli/start/stack.ts";
import { type Fork, makeFork } from "../../cli/fork.ts";
import { RuledReeve } from "../ruled-reeve.ts";
import { HUGO, inDays, NORA } from "../tickets.ts";
import { readSection } from "./docs-page.ts";

const PAGE = readSection("docs/own-operations.md");
const FILES = Array.from(
  PAGE.matchAll(/^```ts (src\/own\/\S+)\n(.*?)^```/gms),
  ([, path = "", code = ""]) => ({
    path,
    code,
  }),
);
const NEW = [
  ["operation", "delete-connector-owner"],
  ["operation", "search-mcp-tools"],
  ["operation", "get-campaign"],
  ["action", "connector-owner.end"],
  ["automation", "end-connector-owners"],
  ["automation", "unused-tools"],
] as const;

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
  for (const { path, code: text } of FILES) writeFileSync(join(fork.folder, path), text);
  // The generated tests only cover the generated files, so delete them.
  fork.git("clean", "-fq", "src/own/**/*.test.ts");
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

/** Starts the fork's Reeve on a tenant with its sample data. */
async function start(
  enabled: readonly string[],
  policy: Parameters<typeof RuledReeve.start>[0]["policy"] = {},
) {
  await control(tenant, "POST", "seed", {});
  await control(tenant, "POST", "clock", { advanceSeconds: AGO_MS / 1_000 });
  return RuledReeve.start({ enabled, policy, code, tenant, keeps: true });
}

it("the files in docs/own-operations.md are formatted, compile and follow the rules of src/own", () => {
  for (const program of [
    ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "src/own"],
    ["node_modules/typescript/bin/tsc", "-p", "tsconfig.json"],
    ["node_modules/vitest/vitest.mjs", "run", "--project", "node", "test/laws/own", "test/laws/imports"],
  ] as readonly (readonly [string, ...string[]])[]) {
    const { status, output } = fork.run(...program);
    expect([program[0], status], output).toEqual([program[0], 0]);
  }
});

it("a connector ownership ends after an approval and without a task, even if the response to the call is lost", async () => {
  const reeve = await start(["end-connector-owners"], {
    approvals: [{ when: "operation", operations: ["deleteConnectorOwner" as never] }],
    budgets: [
      {
        name: "owners a day",
        effects: ["deleteConnectorOwner" as never],
        per: "all",
        limit: 1,
        windowMinutes: 1440,
      },
    ],
  });
  try {
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
    const NAME = "end-connector-owners";
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
  } finally {
    await reeve.stop();
  }
});

it("tools that were not called for a while are proposed for retirement, based on the added operation searchMcpTools", async () => {
  const reeve = await start(["unused-tools"]);
  try {
    const event = await reeve.due("unused-tools");
    const run = await reeve.runOf(event, "unused-tools", "awaiting_approval");
    expect(run.plan?.actions.map(({ target }) => target)).not.toEqual([]);
    expect(run.reads?.made[0]).toMatchObject({ operation: "searchMcpTools" });
    expect(await reeve.calls("getMcpTool")).toBe(0);
  } finally {
    await reeve.stop();
  }
});

it("the follow-up of a campaign ends once Reeve reads that the campaign was started", async () => {
  await control(tenant, "POST", "seed", {});
  const review = {
    ...{ name: "Grants", every: "month" as const, policy: "Manager reviews", ownerEmails: [NORA] },
    ...{ scope: { allGrants: {} }, openDays: 30 },
  };
  const reeve = await RuledReeve.start({
    enabled: [REVIEWS],
    automations: { [REVIEWS]: { campaigns: [review] } },
    code: earlier,
    tenant,
    keeps: true,
  });
  try {
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
  } finally {
    await reeve.stop();
  }
});

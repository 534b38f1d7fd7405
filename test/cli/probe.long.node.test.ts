// The probe names departures of a live service from the contract, without values of responses.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { probe, writeReport } from "../../src/cli/probe/probe.ts";
import { compareWithSpec } from "../../src/cli/probe/spec.ts";
import { root } from "../../src/cli/shared/bundle.ts";
import type { RunningWorker } from "../../src/cli/shared/runtime.ts";
import { control, newCredential, startTenant, tenantOrigin } from "../../src/cli/start/stack.ts";
import { governanceOpenApi } from "../../src/governance/contract/openapi.ts";
import { samples } from "../../src/sandbox/tenant/seed/samples.ts";
import { type DepartingTenant, type DepartureName, startDepartingTenant } from "./departing-tenant.ts";
import { startProcess } from "./process.ts";

let tenant: RunningWorker;
let departing: DepartingTenant;
let env: Record<string, string>;
beforeAll(async () => {
  tenant = await startTenant({ chaos: false });
  departing = await startDepartingTenant(tenantOrigin(tenant));
  env = { ...(await newCredential(tenant, "probe")), GOVERNANCE_BASE_URL: departing.url };
});
afterAll(async () => {
  departing.stop();
  await tenant.stop();
});
beforeEach(async () => {
  await control(tenant, "DELETE", "switches");
  departing.plant([]);
});

const { appId, connectorId, id } = samples.tools.deleteBranch;
const TOOL = `${appId}/${connectorId}/${id}`;
async function departures(): Promise<string[]> {
  const findings = await probe(env, TOOL);
  return findings.flatMap(({ is, where, what }) => (is === "departure" ? [`${where} ${what}`] : []));
}

it("the probe finds no departures in the embedded tenant, whether or not the tenant is limited to the specification", async () => {
  expect(await departures()).toEqual([]);
  await control(tenant, "POST", "specification");
  expect(await departures()).toEqual([]);
});

/** Departures that can be planted together, with the finding of each. */
const PLANTED: readonly Partial<Record<DepartureName, RegExp>>[] = [
  {
    local_times: /searchUsers\.list\.\*\.user\.createdAt is not an ISO 8601 date-time in UTC/,
    plain_audit_events: /searchAuditEvents \d+ of \d+ events lack a time or a user/,
    repeated_rows: /searchUsers paging \d+ of \d+ rows were repeated/,
    exact_emails: /searchUsers email finds nobody/,
    missing_is_400: /getUser of an unknown id is not rejected with 404/,
    text_flags: /listMcpCatalog fails with governance_bad_response/,
  },
  {
    numeric_user_ids: /searchUsers\.list\.\*\.user\.id is of type number, not string/,
    repeated_tokens: /searchUsers fails with governance_bad_response/,
  },
  { html_errors: /getUser of an unknown id is not rejected with 404/ },
];

describe("the probe of a tenant in chaos mode", () => {
  it.for(PLANTED)("reports each planted departure from the contract: %o", async (planted) => {
    await control(tenant, "POST", "chaos");
    departing.plant(Object.keys(planted) as DepartureName[]);
    const found = await departures();
    for (const [name, named] of Object.entries(planted))
      expect(found, name).toContainEqual(expect.stringMatching(named));
  });

  it("reports unknown enum values and property names, but no other value from a response", async () => {
    await control(tenant, "POST", "chaos");
    await control(tenant, "POST", "switches", { unknown: 1 });
    departing.plant(["numeric_user_ids", "text_flags", "new_members"]);
    const report = writeReport(await probe(env, TOOL));
    expect(report).toContain("`getMcpTool.tool.visibility` has the new value TOOL_VISIBILITY_OF_TOMORROW");
    expect(report).toContain("`getMcpTool.tool.ofTomorrow` is an unknown property");
    expect(report).toContain("`searchUsers.list.*.shoeSize` is an unknown property");
    for (const { id, name, email } of Object.values(samples.users))
      for (const value of [id, name, email, "example.com", env["GOVERNANCE_CLIENT_ID"] ?? "", connectorId])
        expect(report).not.toContain(value);
  });
});

describe("an OpenAPI description", () => {
  type Schema = Record<string, unknown>;
  /** Returns the departures of a changed contract from the original. */
  const differ = (change: (properties: (name: string) => Record<string, Schema>) => void) => {
    const document = structuredClone(governanceOpenApi("https://acme.example.com"));
    const { schemas } = document["components"] as { schemas: Record<string, Schema> };
    change((name) => schemas[name]?.["properties"] as Record<string, Schema>);
    return compareWithSpec(document).flatMap(({ is, where, what }) =>
      is === "departure" ? [`${where} ${what}`] : [],
    );
  };

  it("equal to the contract has no departures", () => {
    expect(differ(() => {})).toEqual([]);
  });

  it("that differs from the contract has departures in this order: enumerations, types, used properties", () => {
    const [first, ...others] = differ((properties) => {
      const user = properties("User");
      user["jobTitle"] = { type: "integer" };
      delete user["managerIds"];
      delete user["username"];
      properties("MCPTool")["state"] = { type: "string", enum: ["MCP_TOOL_STATE_RESTING"] };
    });
    expect(first).toBe("tenant getMcpTool.tool.state has the new value MCP_TOOL_STATE_APPROVED");
    expect(others.join("\n")).toMatch(
      /user\.jobTitle is string, described as number[\s\S]*user\.managerIds exists only in the contract/,
    );
    expect(others.join("\n")).not.toContain("username");
  });
});

describe("npm run reeve -- probe", () => {
  const PROBE = [process.execPath, root("src/cli/reeve.ts"), "probe"];
  const command = async (args: readonly string[], more: NodeJS.ProcessEnv = env) => {
    const { ended, text } = startProcess(args, { cwd: root(), env: { ...process.env, ...more } });
    return { status: await ended, text: text() };
  };

  it("reports departures as text or as JSON, and exits 1", async () => {
    departing.plant(["exact_emails"]);
    const { status, text } = await command(PROBE);
    expect(status).toBe(1);
    expect(text).toContain("# Departures: 1");
    expect(text).toContain("`getMcpTool` needs --tool");
    const asJson = await command([...PROBE, "--json"]);
    expect([asJson.status, JSON.parse(asJson.text)]).toEqual([
      1,
      expect.objectContaining({
        ok: false,
        findings: expect.arrayContaining([
          { is: "departure", where: "searchUsers email", what: expect.stringContaining("finds nobody") },
        ]),
      }),
    ]);
  });

  it("refers to .dev.vars.example if there is no credential", async () => {
    const { status, text } = await command(PROBE, { GOVERNANCE_CLIENT_ID: "" });
    expect(status).toBe(1);
    expect(text).toContain("GOVERNANCE_CLIENT_ID is not set; see .dev.vars.example");
  });
});

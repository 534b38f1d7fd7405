// The probe names departures of a live service from the contract, and shows nothing of its values.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { writeReport } from "../../src/cli/probe/findings.ts";
import { probe } from "../../src/cli/probe/probe.ts";
import { root } from "../../src/cli/shared/bundle.ts";
import type { RunningWorker } from "../../src/cli/shared/runtime.ts";
import { control, startTenant, tenantOrigin } from "../../src/cli/start/stack.ts";
import { samples } from "../../src/sandbox/tenant/seed/samples.ts";
import { type DepartingTenant, type DepartureName, startDepartingTenant } from "./departing-tenant.ts";
import { startProcess } from "./process.ts";

let tenant: RunningWorker;
let departing: DepartingTenant;
let env: Record<string, string>;
beforeAll(async () => {
  tenant = await startTenant({ chaos: false });
  departing = await startDepartingTenant(tenantOrigin(tenant));
  const { clientId, clientSecret } = await control<Record<"clientId" | "clientSecret", string>>(
    tenant,
    "POST",
    "credentials",
    {},
  );
  env = {
    GOVERNANCE_CLIENT_ID: clientId,
    GOVERNANCE_CLIENT_SECRET: clientSecret,
    GOVERNANCE_BASE_URL: departing.url,
  };
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
async function departures(): Promise<string[]> {
  const { findings } = await probe(env, { appId, connectorId, id });
  return findings.flatMap(({ is, where, what }) => (is === "departure" ? [`${where} ${what}`] : []));
}

it("finds nothing where the service is as the contract says", async () => {
  expect(await departures()).toEqual([]);
});

/** Departures that show together, and what each is named by. */
const PLANTED: readonly Partial<Record<DepartureName, RegExp>>[] = [
  {
    new_members: /searchUsers list\.\*\.shoeSize is a member that the contract does not know/,
    local_times: /searchUsers list\.\*\.user\.createdAt is not an ISO 8601 date-time in UTC/,
    text_flags: /listMcpCatalog list\.\*\.stable departs: .*expected boolean, received string/,
    plain_audit_events: /searchAuditEvents list\.\* \d+ of \d+ events say no time/,
    small_pages: /searchUsers pageSize a page of 100 has 5[01] rows, and more follow/,
    large_pages: /searchUsers with a pageSize of 101 is answered with 200/,
    tiny_pages: /searchUsers pageSize a page of 1 has 1 rows/,
    repeated_rows: /searchUsers paging \d+ of \d+ rows came twice/,
    loose_tokens: /searchUsers with another query's pageToken is answered with 200/,
    exact_emails: /searchUsers email finds nobody/,
    missing_is_400: /getUser of an id that nobody has is answered with 400/,
    no_user_id: /getUser userView\.user\.id is missing/,
    text_lifetimes: /createToken expires_in departs: .*expected number, received string/,
    no_request_ids: /every answer has no x-request-id/,
    no_retry_after: /rate limit a 429 has no Retry-After/,
  },
  {
    numeric_user_ids: /searchUsers list\.\*\.user\.id departs: .*expected string, received number/,
    repeated_tokens: /searchUsers nextPageToken is the one that was sent/,
    nulls_refused: /searchUsers with null for optional members is answered with 400/,
    unknown_token_is_403: /a call with a token that was not given is answered with 403/,
    slow_clock: /clock the service's is \d+ s behind/,
  },
  { html_errors: /getUser of an id that nobody has is refused in another shape/ },
];

describe("in chaos mode", () => {
  it.for(PLANTED)("names each of the departures that are planted: %o", async (planted) => {
    await control(tenant, "POST", "chaos");
    // Fewer than the probe sends at once, on any machine.
    await control(tenant, "POST", "switches", { rateLimit: { calls: 20, seconds: 3 } });
    departing.plant(Object.keys(planted) as DepartureName[]);
    const found = await departures();
    for (const [name, named] of Object.entries(planted))
      expect(found, name).toContainEqual(expect.stringMatching(named));
  });

  it("names values and members that are new, and no value of an answer", async () => {
    await control(tenant, "POST", "chaos");
    await control(tenant, "POST", "switches", { unknown: 1 });
    departing.plant(["numeric_user_ids", "text_flags"]);
    const report = writeReport(await probe(env, { appId, connectorId, id }), new Date().toISOString());
    expect(report).toContain("`getMcpTool tool.visibility` has the new value TOOL_VISIBILITY_OF_TOMORROW");
    expect(report).toContain("`getMcpTool tool.ofTomorrow` is a member that the contract does not know");
    expect(report).toMatch(/^- `searchUsers list\.\*\.[\w.]+` is null \(\d+×\)$/m);
    for (const { id, name, email } of Object.values(samples.users))
      for (const value of [id, name, email, "example.com", env["GOVERNANCE_CLIENT_ID"] ?? "", connectorId])
        expect(report).not.toContain(value);
  });
});

it("says of each credential that is set whether it gets a token, and goes on with the first that does", async () => {
  const { id, clientId, clientSecret } = await control<Record<"id" | "clientId" | "clientSecret", string>>(
    tenant,
    "POST",
    "credentials",
    {},
  );
  const both = { ...env, GOVERNANCE_NEW_CLIENT_ID: clientId, GOVERNANCE_NEW_CLIENT_SECRET: clientSecret };
  const good = await probe(both);
  expect(good.credentials).toEqual([
    { variable: "GOVERNANCE_NEW_CLIENT_ID", refused: null },
    { variable: "GOVERNANCE_CLIENT_ID", refused: null },
  ]);
  await control(tenant, "DELETE", `credentials/${id}`);
  const report = writeReport(await probe(both), new Date().toISOString());
  expect(report).toContain(
    "`GOVERNANCE_NEW_CLIENT_ID` gets no token: the token endpoint answers with 401\n- `GOVERNANCE_CLIENT_ID` gets a token",
  );
  const broken = await probe({ ...both, GOVERNANCE_NEW_CLIENT_SECRET: "secret" });
  expect(broken.credentials[0]?.refused).toContain("GOVERNANCE_NEW_CLIENT_SECRET does not begin with");
  await expect(probe({ ...both, GOVERNANCE_CLIENT_SECRET: clientSecret })).rejects.toThrow(
    /GOVERNANCE_NEW_CLIENT_ID gets no token: .*\nGOVERNANCE_CLIENT_ID gets no token: /,
  );
});

describe("the command", () => {
  const PROBE = [process.execPath, root("src/cli/reeve.ts"), "probe"];
  const command = async (args: readonly string[], more: NodeJS.ProcessEnv = env) => {
    const { ended, text } = startProcess(args, { cwd: root(), env: { ...process.env, ...more } });
    return { status: await ended, text: text() };
  };

  it("ends with 1 where there are departures, and says the same in JSON", async () => {
    departing.plant(["no_request_ids"]);
    const { status, text } = await command(PROBE);
    expect(status).toBe(1);
    expect(text).toContain("## Departures: 1");
    expect(text).toContain("not looked at: getMcpTool");
    const asJson = await command([...PROBE, "--json"]);
    expect([asJson.status, JSON.parse(asJson.text)]).toEqual([
      1,
      expect.objectContaining({
        ok: false,
        findings: expect.arrayContaining([
          { is: "departure", where: "every answer", what: expect.stringContaining("no x-request-id") },
        ]),
      }),
    ]);
  });

  it("shows how far it is in a terminal alone", async () => {
    departing.plant([]);
    const inTerminal = await command(["python3", root("test/support/terminal.py"), "[]", ...PROBE]);
    expect(inTerminal.text).toContain("Probing: rate limit");
    expect((await command(PROBE)).text).not.toContain("Probing");
  });

  it("says where a credential comes from, without one", async () => {
    expect(await command(PROBE, { GOVERNANCE_CLIENT_ID: "" })).toEqual({
      status: 1,
      text: "GOVERNANCE_CLIENT_ID is not set: npm run init asks for a credential, and writes it to .dev.vars\n",
    });
  });
});

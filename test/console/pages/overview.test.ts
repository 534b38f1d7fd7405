import { beforeAll, expect, it } from "vitest";
import { sample } from "../../../src/cli/start/sample.ts";
import { findControl } from "../../../src/desk/directory.ts";
import { httpApp } from "../../../src/http/app.ts";
import { record } from "../../../src/ledger/record.ts";
import { eventRow, LEDGER, runId, runRow } from "../../ledger/ledger.ts";
import { as, asking, local, open } from "../signed.ts";
import { arrange, inOrder, inState, NOW, plan, read, rows } from "./fixture.ts";

beforeAll(arrange);

it("Overview shows the runs that need a person, then the runs per day, then the state of the system", async () => {
  // A separate configuration, because the counts by day are cached for a minute per configuration.
  const page = await (await asking(httpApp({ ...sample })).open("/")).text();
  inOrder(page, ["Needs you", "Runs per day", "Tenant"]);
  for (const words of ["wait for approval", "held over budget", "need review", "failed in 24 hours"])
    expect(page).toContain(`<strong>1</strong> ${words}`);
  for (const state of ["awaiting_approval", "held", "needs_review", "failed"] as const)
    expect(rows(page)).toContain(`/runs/${inState(state)}`);
  expect(rows(page)).not.toContain(`/runs/${inState("done")}`);
  const listed = /<a href="(\/runs\?since=[^"]+state=failed)">1<span class="unseen"> failed on/.exec(
    page,
  )?.[1];
  expect(rows(await read(listed?.replaceAll("&amp;", "&") ?? ""))).toEqual([`/runs/${inState("failed")}`]);
  const viewer = await read("/", as("viewer"));
  expect(viewer).toContain("Nothing needs you right now.");
  expect(viewer).toContain("Waiting for others");
  expect(page).toContain("GOVERNANCE_CLIENT_ID");
  expect(page).toMatch(/Ledger lag<\/dt><dd>none/);
  expect(page).toContain("Jira has no valid secret: its deliveries are rejected.");
});

it("Overview and Sources report a silent source", async () => {
  await findControl(local).setNoticeMark("silent:personio", NOW);
  for (const path of ["/", "/sources"]) expect(await read(path)).toContain("Personio had sent nothing since");
});

it("Overview and Settings warn two weeks in advance that the governance credential will end", async () => {
  const credential = {
    GOVERNANCE_CLIENT_ID: "fern-otter-1@acme.example.com/api",
    GOVERNANCE_CLIENT_SECRET: `secret-token:acme:v1:${btoa(JSON.stringify({ kty: "OKP", crv: "Ed25519", d: "A".repeat(43), x: "A".repeat(43) })).replaceAll("=", "")}`,
  };
  const shown = async (days: number) => {
    const ends = new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);
    const bindings = { ...local, ...credential, GOVERNANCE_CREDENTIAL_EXPIRES: ends } as typeof local;
    const pages = await Promise.all(["/", "/settings"].map((path) => open(path, {}, bindings)));
    return Promise.all(pages.map((page) => page.text()));
  };
  for (const page of await shown(5))
    expect(page).toMatch(/The governance credential ends on [^,]+, in [45] days/);
  for (const page of await shown(-2)) expect(page).toContain("The governance credential ended on");
  for (const page of await shown(60)) expect(page).not.toContain("The governance credential e");
});

it("Overview links to the runs that the reader must confirm", async () => {
  const request = { type: "request.made", request: { requester: { email: "approver@example.com" } } };
  await record(
    LEDGER,
    [eventRow(990, { event: JSON.stringify(request) })],
    [runRow(990, { state: "awaiting_confirmation", plan: plan(), journal: [] })],
  );
  const page = await read("/", as("approver"));
  expect(page).toMatch(/<strong>1<\/strong> for you to confirm/);
  expect(rows(page)[0]).toBe(`/runs/${runId(990)}`);
  expect(page).toContain('<a href="/ask"><strong>1</strong> for you to confirm');
  expect(await read("/", as("operator"))).not.toContain("for you to confirm");
});

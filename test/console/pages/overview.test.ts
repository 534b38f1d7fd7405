import { beforeAll, expect, it } from "vitest";
import { HOUR_MS } from "../../../src/base/days.ts";
import { sample } from "../../../src/cli/start/sample.ts";
import { findControl } from "../../../src/desk/directory.ts";
import { httpApp } from "../../../src/http/app.ts";
import { countIgnored, record } from "../../../src/ledger/record.ts";
import { eventAt, eventRow, LEDGER, runAt, runId, runRow } from "../../ledger/ledger.ts";
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
  for (const path of ["/", "/sources"]) expect(await read(path)).toContain("Personio had been silent for");
});

it("Overview and Settings warn if the governance credential ends soon or has ended", async () => {
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
    expect(page).toMatch(/The governance credential expires on [^,]+, in [45] days/);
  for (const page of await shown(-2)) expect(page).toContain("The governance credential expired on");
  for (const page of await shown(60)) expect(page).not.toContain("The governance credential e");
});

it("Overview and Sources draw a source's deliveries of the last 24 hours, and show the number of failed deliveries", async () => {
  const rejected = { source: "linear", state: "rejected" } as const;
  const hours = [0, 0, 3, 25].map((ago, n) => NOW - ago * HOUR_MS - n);
  await record(
    LEDGER,
    [
      ...hours.map((at, n) => eventAt(970 + n, at, { source: "linear" })),
      eventAt(980, NOW - 3 * HOUR_MS, rejected),
    ],
    [],
  );
  await countIgnored(LEDGER, [{ source: "linear", receivedAt: NOW }]);
  await findControl(local).countRefusals([
    { source: "linear", check: "signature_mismatch", n: 4, lastAt: NOW },
  ]);
  const { open } = asking(httpApp({ ...sample }));
  for (const path of ["/", "/sources", "/sources/linear"]) {
    const page = await (await open(path)).text();
    const [strip] = page.match(/<svg class="strip".{1,999}events.source=linear.*?<\/span>/s) ?? [];
    expect(strip, path).toMatch(/>9 in 24 hours<\/a><strong class="final"> 5 failed, last after \d\d:\d\d</);
    const bars = (tone: string) =>
      new RegExp(`class="${tone}" d="([^"]+)"`).exec(strip ?? "")?.[1]?.match(/v-[^0]/g);
    expect(bars("go"), path).toHaveLength(2);
    expect(bars("bad"), path).toHaveLength(2);
  }
});

it("Overview compares a mass change with a usual day, and ignores runs that their requesters have not confirmed", async () => {
  const rows = Array.from({ length: 60 }, (_, n) => {
    const state = n < 40 ? "done" : "awaiting_confirmation";
    return runAt(2_000 + n, NOW - n, { automation: "mover", state });
  });
  await record(
    LEDGER,
    [],
    [...rows, ...[1, 2].map((n) => runAt(2_100 + n, NOW - n * 24 * HOUR_MS, { automation: "mover" }))],
  );
  inOrder(await read("/"), [
    "mover in the last hour",
    ">40<",
    'x2="100%"',
    "On a usual day",
    ">0<",
    "Needs you",
  ]);
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

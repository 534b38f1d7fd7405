import { beforeAll, describe, expect, it } from "vitest";
import { putEntry } from "../../../src/actions/inventory.ts";
import { chain, FIRST_PREVIOUS } from "../../../src/ledger/audit-chain.ts";
import { writeInventory } from "../../../src/ledger/inventory.ts";
import { record } from "../../../src/ledger/record.ts";
import {
  auditEntry,
  eventAt,
  eventRow,
  LEDGER,
  readNumber,
  runAt,
  runId,
  runRow,
} from "../../ledger/ledger.ts";
import { as } from "../signed.ts";
import {
  ANSWERED,
  arrange,
  barred,
  barredFor,
  call,
  forms,
  HOSTILE,
  inOrder,
  inState,
  NOW,
  plan,
  read,
  waiting,
} from "./fixture.ts";

beforeAll(arrange);

it("a run's page shows the run's plan, the duration of its calls, and its history in order", async () => {
  const page = await read(`/runs/${inState("done")}`);
  expect(page).toContain("Make Ada Marsh an owner of GitHub MCP.");
  expect(page).toContain("connector con_1");
  expect(page).toContain("250 ms");
  expect(page).toContain("1×");
  expect(page).not.toContain("hush");
  inOrder(page, ["Event received", "Plan made", "Call sent", "Call accepted by the service"]);
});

it("a run's timeline shows how long each step took, and the current step", async () => {
  const [, done = ""] = (await read(`/runs/${inState("done")}`)).split("<h2>What happened, in ");
  inOrder(done, ["Call sent", "250 ms", "Call accepted by the service", "</ol>"]);
  expect(done.match(/<svg[^>]*>/g)?.length).toBeGreaterThan(2);
  expect(done.match(/<svg(?![^>]*aria-hidden="true")[^>]*>/g)).toBeNull();
  const [, held = ""] = (await read(`/runs/${inState("held")}`)).split("<h2>What happened, so far in ");
  inOrder(held, ["waited ", '<line class="wait"', "Now: held", "</ol>"]);
});

it("a run's timeline draws steps and waits as successive segments of one axis", async () => {
  const trail = [
    ["plan.made", 1_000, "awaiting_approval"],
    ["approval.granted", 7_000, "acting"],
    ["effect.applied", 10_000, "done"],
  ] as const;
  const [at, id] = [NOW - 60_000, runId(945, NOW - 60_000)];
  const made = trail.map(([type, ms, state], n) =>
    auditEntry(n + 1, { desk: "desk-8", at: at + ms, type, runId: id, detail: { state } }),
  );
  const run = { plan: plan(), journal: [ANSWERED], createdAt: at, updatedAt: at + 10_000 };
  await record(LEDGER, [], [runAt(945, at, run)], await chain(FIRST_PREVIOUS, made));
  const bars = (await read(`/runs/${id}`)).matchAll(/<line class="(\w+)" x1="([\d.]+)%" x2="([\d.]+)%"/g);
  const drawn = Array.from(bars, ([, ...bar]) => bar.join(" "));
  expect(drawn).toEqual(["go 0 10", "wait 10 70", "go 70 100"]);
});

it("a run's timeline shows untrusted texts as plain text, with invisible characters written out", async () => {
  const detail = { operation: `${HOSTILE} \u202E`, effect: 0, state: "acting" };
  const entry = auditEntry(1, { desk: "desk-9", at: NOW - 5_000, runId: runId(940), detail });
  const run = runRow(940, { state: "acting", plan: plan(), journal: [ANSWERED], createdAt: NOW - 9_000 });
  await record(LEDGER, [eventRow(940)], [run], await chain(FIRST_PREVIOUS, [entry]));
  const page = await read(`/runs/${runId(940)}`);
  expect(page).toContain("&lt;script&gt;alert(1)");
  expect(page).not.toContain("<script>alert(1)");
  expect(page).not.toContain("\u202E");
});

it("a run's page shows for each call whether its effect was visible at the service", async () => {
  const retire = { operation: "deleteMcpTool", input: { path: { id: "tool_1" } } };
  const accepted = { operation: "deleteMcpTool", state: "applied", attempts: 1, settledAt: 3 };
  const calls = [
    ANSWERED,
    { ...accepted, shows: { is: "seen", at: 5 } },
    { ...accepted, shows: { is: "not_yet", at: 5 } },
    { ...accepted, shows: { is: "unseen", at: 5 } },
    { ...accepted, wasMissing: true },
  ];
  const planned = plan(undefined, { effects: [call, retire, retire, retire, retire] });
  await record(LEDGER, [], [runRow(990, { createdAt: 2, dueAt: 9, journal: calls, plan: planned })]);
  const page = await read(`/runs/${runId(990)}`);
  const words = Array.from(page.matchAll(/data-label="State"><span[^>]*>([^<]+)</g), ([, text]) => text);
  expect(words).toEqual([
    "accepted by the service",
    "seen at the service",
    "accepted by the service, not seen yet",
    "accepted by the service, not seen within 5 minutes: check it there",
    "was already missing",
  ]);
  expect(page).toContain("<dt>Next check</dt>");
  await LEDGER.prepare("DELETE FROM runs WHERE id = ?").bind(runId(990)).run();
});

it("a run's page shows the reads that its proposal is based on, its notice, and the progress of its proposal", async () => {
  const page = await read(`/runs/${runId(900)}`);
  expect(page).toContain("<h3>Based on 3 reads</h3>");
  inOrder(page, [
    "Notice: ",
    "Event received",
    "Based on 3 reads",
    "searchUsers",
    "getMcpTool",
    "and 1 more",
  ]);
  expect(page).not.toContain("hush");
  expect(page).toMatch(/Notice: <bdi>Catalog &lt;script&gt;/);
  expect(page).toContain("<bdi>nora.field@example.com</bdi>");
  expect(page).not.toContain("<progress");

  const looking = await read(`/runs/${runId(901)}`);
  expect(looking).toMatch(/<progress[^>]* max="3000" value="500"><\/progress><span>500 of 3,000 <bdi>tools/);
  expect(looking).toContain('data-live="3"');
  expect(looking).toContain("<h3>Based on 1 read</h3>");
  expect(looking).toContain("line 199");
  expect(looking).not.toContain("line 200");
  expect(looking).toContain("and 1 more");

  const older = await read(`/runs/${inState("done")}`);
  expect(older).not.toContain("Based on");
  expect(older).not.toContain("Notice: ");
});

it.for([
  ["awaiting_approval", ["Deny", "Approve", "Cancel"]],
  ["held", ["Cancel", "Resume"]],
  ["needs_review", ["Abandon", "Dismiss", "It happened", "Send again"]],
  ["awaiting_follow_up", ["Not done", "Cancel", "Done"]],
  ["not_done", []],
  ["failed", ["Dismiss", "Retry"]],
  ["dismissed", []],
  ["scheduled", ["Cancel"]],
  ["awaiting_confirmation", ["Cancel", "Confirm"]],
  ["done", []],
  ["rejected", []],
  ["expired", []],
  ["cancelled", []],
  ["dry_run", []],
] as const)("a run in the state %s shows the buttons %j, each with its effect", async ([state, labels]) => {
  const path = `/runs/${inState(state)}`;
  const page = await read(path);
  expect([...forms(page), ...barred(page)].sort()).toEqual([...labels].sort());
  const decisions = page.match(/<form method="post" action="[^"]*decisions".*?<\/form>/gs) ?? [];
  expect(decisions).toHaveLength(forms(page).length);
  expect(page.includes("The requester is unknown.")).toBe(/^awaiting/.test(state));
  for (const form of decisions) expect(form).toContain("Make Ada Marsh an owner of GitHub MCP.");
  // Decisions that the reader's role does not allow are shown with the reason. The requester can confirm, because the
  // desk knows who the requester is.
  const reading = await read(path, as("viewer"));
  const isConfirm = (label: string) => label === "Confirm";
  expect(forms(reading)).toEqual(labels.filter(isConfirm));
  expect(barred(reading).sort()).toEqual(labels.filter((label) => !isConfirm(label)).sort());
  const takes = (page: string, role: string) => barredFor(page, `need the role “${role}”`);
  const approvers = labels.filter((one) => /Approve|Deny/.test(one));
  const operators = labels.filter((one) => !/Approve|Deny|Confirm|[Dd]one/.test(one));
  const approver = await read(path, as("approver"));
  expect(takes(approver, "operator")).toEqual(operators);
  expect(barredFor(approver, "This is assigned to gita.lund@example.com.")).toEqual(
    labels.filter((one) => /[Dd]one/.test(one)),
  );
  const asked = "You are not asked for this: it is waiting for somebody with the role approver.";
  expect(barredFor(await read(path, as("operator")), asked)).toEqual(approvers);
});

it("a run's page shows the run's effect, then the reason for its approval, then the possible decisions", async () => {
  const page = await read(`/runs/${inState("awaiting_approval")}`);
  inOrder(page, [
    "What it will do",
    "Make Ada Marsh an owner",
    "To undo,",
    "Why it needs an approval",
    ">Deny<",
    "The run ends, and nothing more is done.",
    ">Approve<",
    "What happened",
    "Details for operators",
  ]);
});

it("a run can be withdrawn only by its requester", async () => {
  const waits = (n: number, asked: string) => waiting(n, { parties: { requesters: [asked], affected: [] } });
  const runs = [waits(956, "Requester@example.com"), waits(957, "hugo.pike@example.com")];
  await record(LEDGER, [eventRow(956), eventRow(957)], runs);
  expect(forms(await read(`/runs/${runId(956)}`, as("requester")))).toContain("Withdraw");
  expect(forms(await read(`/runs/${runId(957)}`, as("viewer", "requester")))).not.toContain("Withdraw");
});

it("the dates in a plan's sentences are formatted for people", async () => {
  const run = runRow(955, { plan: plan("To be complete by 2026-11-29T00:40:23.017Z.") });
  await record(LEDGER, [eventRow(955)], [run]);
  expect(await read(`/runs/${runId(955)}`)).toContain("To be complete by 29 Nov 2026, 01:40:23 CET.");
});

it("an approver sees unverified names with their ids", async () => {
  const id = inState("awaiting_approval");
  for (const path of [`/approvals?run=${id}`, `/runs/${id}`])
    expect(await read(path), path).toContain(
      "<summary>Names not verified (1)</summary><bdi>GitHub MCP is con_1</bdi></details>",
    );
});

describe("the recorded facts about a plan's targets", () => {
  const owns = {
    of: "connector" as const,
    app: { id: "app_1", name: "GitHub" },
    connector: { id: "con_1", name: "GitHub MCP" },
    roleSlug: "owner",
    user: { id: "usr_ida", name: "Ida Moss" },
  } satisfies Parameters<typeof putEntry<"ownership">>[1];
  const owned = putEntry("ownership", owns);
  const planned = plan(undefined, { leaves: [owned], target: "con_1 usr_ida", beneficiaries: ["usr_ida"] });
  const ticket = (key: string) => JSON.stringify({ type: "x", ticket: { key, title: "Ida's connector" } });
  const at = Date.UTC(2026, 10, 3, 9);
  const keep = (by: Parameters<typeof writeInventory>[1][number]["by"], entry = owns) =>
    LEDGER.batch(writeInventory(LEDGER, [{ ...putEntry("ownership", entry), by, at }]));

  it("include the owners with the start of ownership, the waiting plans, and the person's recent changes", async () => {
    const lately = (n: number, change: object) => runAt(n, NOW - n * 1_000, { plan: planned, ...change });
    const runs = [
      lately(980, { state: "done" }),
      ...[981, 982].map((n) => lately(n, { state: "awaiting_approval", journal: [] })),
      lately(983, { state: "rejected" }),
      runAt(984, NOW - 40 * 86_400_000, { plan: planned }),
      lately(985, { plan: plan(undefined, { target: "usr_ida of", beneficiaries: ["usr_of"] }) }),
    ];
    const [first, , chosen] = runs.map(({ id }) => id);
    const events = runs.map(({ id, run }) =>
      eventAt(readNumber(id), JSON.parse(run).createdAt, { event: ticket(`IAM-${readNumber(id)}`) }),
    );
    await record(LEDGER, events, runs);
    await keep({ run: first ?? "" });
    const person = "ada.marsh@example.com";
    await keep({ person }, { ...owns, user: { id: "usr_hugo", name: "Hugo <b>Pike" } });
    const other10 = { connector: { id: "con_10", name: "Other" }, user: { id: "usr_2", name: "Gita Lund" } };
    await keep({ person }, { ...owns, ...other10 });
    for (const path of [`/runs/${chosen}`, `/approvals?run=${chosen}`]) {
      const page = await read(path);
      for (const words of [
        "Recorded in the inventory on 3 Nov 2026 by IAM-980 Ida&#39;s connector: Ida Moss, owner of the connector GitHub MCP (app GitHub).",
        `href="/runs/${first}">That run</a>`,
        '<dt>Known owners now</dt><dd><span class="line"><bdi>Hugo &lt;b&gt;Pike (usr_hugo) as owner<',
        "Another identical request is already waiting: IAM-981 Ida&#39;s connector.",
        "IAM-980 Ida&#39;s connector (done).",
        "IAM-983 Ida&#39;s connector (denied).",
      ])
        expect(page).toContain(words);
      for (const words of ["IAM-982 Ida&#39;s connector (", "IAM-984", "IAM-985", "Gita Lund"])
        expect(page.split("What happened")[0]).not.toContain(words);
    }
    expect(await read(`/runs/${first}`)).not.toContain("identical request");
  });
});

import { expect, it } from "vitest";
import { addConnectorOwner, endConnectorOwnerByHand } from "../../../src/actions/connector-owner.ts";
import { removeEntitlementOwner } from "../../../src/actions/entitlement-owner.ts";
import { putEntry } from "../../../src/actions/inventory.ts";
import { removeSessionPolicy } from "../../../src/actions/session-policy.ts";
import { retireTool } from "../../../src/actions/tool.ts";
import { listQuarters } from "../../../src/console/pages/changes.tsx";
import { csvLine } from "../../../src/console/pages/list.tsx";
import { searchUsers } from "../../../src/governance/contract/users.ts";
import { chain, FIRST_PREVIOUS } from "../../../src/ledger/audit-chain.ts";
import { undoSubject } from "../../../src/ledger/changes.ts";
import { writeInventory } from "../../../src/ledger/inventory.ts";
import { record } from "../../../src/ledger/record.ts";
import { tenantAt } from "../../governance/tenant.ts";
import { auditEntry, eventAt, LEDGER, migrateLedger, runAt, runId } from "../../ledger/ledger.ts";
import { appWithPeople } from "../../support/app.ts";
import { as, asking, local, open, submit, tokenOf } from "../signed.ts";
import { HOSTILE, inOrder, NOW, named, read, rows } from "./fixture.ts";

const PLACE = { app: named("app_1"), connector: named("con_1") };
const OWNS = { ...PLACE, roleSlug: "owner", user: { id: "usr_1", name: "Ada Marsh" } };
const OWNER = addConnectorOwner(OWNS);
const entitlement = { appId: "app_1", id: "ent_1", name: "Admins" };
const APP_OWNER = removeEntitlementOwner({ app: PLACE.app, roleSlug: "owner", entitlement });
const POLICY = removeSessionPolicy({ policy: { id: "sp_1", name: HOSTILE } });
const TOOL = retireTool({ ...PLACE, tool: { id: "tool_1", name: "=1+1" } });
const HOUR = 3_600_000;
/** The time when the call was accepted, in a run that began three hours before. */
const MADE = NOW - HOUR;
const call = (operation: string, change: object = {}) => ({
  ...{ operation, state: "applied", attempts: 1, settledAt: MADE },
  ...change,
});
const BEGAN = NOW - 4 * HOUR;
const [OWNED, GONE, DRY, REFUSED] = [201, 202, 203, 204].map((n) => runId(n, BEGAN));
/** Builds a run with a plan of these actions and their calls. */
const run = (n: number, actions: readonly object[], journal: readonly object[], change: object = {}) =>
  runAt(n, BEGAN, { updatedAt: MADE, plan: { hash: "0", actions }, journal, ...change });

await migrateLedger();
await record(
  LEDGER,
  [],
  [
    run(
      201,
      [OWNER, POLICY, TOOL],
      [
        call("createConnectorOwner"),
        call("deleteSessionPolicy"),
        call("deleteMcpTool", { state: "refused" }),
      ],
      { state: "failed", automation: "leaver" },
    ),
    run(202, [POLICY], [call("deleteSessionPolicy", { wasMissing: true })]),
    run(203, [POLICY], [call("deleteSessionPolicy")], { mode: "dry_run" }),
    run(204, [TOOL], [call("deleteMcpTool", { state: "unknown" })], { state: "needs_review" }),
    run(205, [TOOL], [call("deleteMcpTool")], { automation: "stale-tools" }),
  ],
);

const HASH = "ab".repeat(32);
/** A day of the list, in the time zone of its pages. */
const DAY = "since=2025-02-10T00:00&until=2025-02-11T00:00";
const STEP = /name="run" value="([^"]+)"\/><input type="hidden" name="steps" value="(\d)"/g;
const steps = (page: string) => Array.from(page.matchAll(STEP), ([, id, step]) => [id, step]);
const [NORA, GITA] = ["nora.field@example.com", "gita.lund@example.com"];

it("the list of changes offers to undo only the changes that took effect in the period, even in failed runs", async () => {
  const page = await read("/changes");
  for (const id of [GONE, DRY, REFUSED]) expect(page).toContain(`/runs/${id}`);
  const undoable = [`${OWNED} 0`, `${OWNED} 1`, `${runId(205, BEGAN)} 0`];
  expect(new Set(steps(page).map((step) => step.join(" ")))).toEqual(new Set(undoable));
  expect(steps(await read(`/changes?run=${OWNED}`))).toHaveLength(2);
  expect(steps(await read("/changes?automation=stale-tools"))).toEqual([[runId(205, BEGAN), "0"]]);
  const at = (ms: number) => new Date(ms).toISOString();
  expect(steps(await read(`/changes?since=${at(MADE)}&until=${at(MADE + 1)}`))).toHaveLength(3);
  expect(steps(await read(`/changes?since=${at(MADE - 1)}&until=${at(MADE)}`))).toEqual([]);
  expect(steps(await read(`/changes?since=${at(MADE + 1)}`))).toEqual([]);
  expect((await open("/changes?since=yesterday")).status).toBe(400);
  expect(await read(`/runs/${OWNED}`)).toContain(`href="/changes?run=${OWNED}&amp;since=${BEGAN}"`);
});

it("the paged list of changes shows approvals and receipts, and its CSV file also lists the audit entries", async () => {
  const ticket = { key: "IAM-9", title: "For Ida", requester: { name: "Ida Stone" } };
  const event = JSON.stringify({ type: "ticket.updated", actor: { name: "Gita Lund", email: GITA }, ticket });
  const day = Date.parse("2025-02-10T09:00:00Z");
  const runs = "done rejected expired failed awaiting_approval ignored needs_review"
    .split(" ")
    .map((state, n) =>
      runAt(700 + n, day + n * 1_000, {
        ...{ state, automation: "leaver", subject: `jira:${n}`, journal: [] },
        approvalReasons: n < 3 ? ["it deletes an MCP tool"] : [],
        plan: null,
        ...(state === "failed"
          ? { problem: { code: "x", message: "the service is away" } }
          : { plan: { hash: HASH, actions: [{ summary: `Retire tool ${n}.`, target: "t", effects: [] }] } }),
      }),
    );
  const entry = (seq: number, type: string, runId = "", actor = "reeve") =>
    auditEntry(seq, { desk: "desk-report", at: day, type, runId, actor, detail: { reason: "agreed" } });
  await record(
    LEDGER,
    runs.map((_, n) => eventAt(700 + n, day + n * 1_000, { event })),
    runs,
    await chain(FIRST_PREVIOUS, [
      entry(1, "plan.made", runs[0]?.id),
      entry(2, "approval.granted", runs[0]?.id, NORA),
      entry(3, "plan.made", runs[1]?.id),
      entry(4, "approval.rejected", runs[1]?.id, GITA),
      entry(5, "effect.applied", runs[0]?.id),
    ]),
  );
  const page = await read(`/changes?${DAY}`);
  const changes = rows(page).filter((path) => path?.startsWith("/runs/"));
  expect(changes).toEqual([6, 3, 2, 1, 0].map((n) => `/runs/${runs[n]?.id}`));
  for (const words of [
    "Approved by",
    "Denied by",
    "Needed: it deletes",
    "Needed, and not given: it deletes",
    `Not needed: no policy rule required an approval. Gita Lund (${GITA}) moved the ticket.`,
    "There is no plan to approve.",
    "the service is away",
    `plan ${"ab".repeat(6)}…`,
    `/api/runs/${runs[2]?.id}/receipt`,
  ])
    expect(page).toContain(words);
  expect(page).not.toContain(`/api/runs/${runs[6]?.id}/receipt`);
  const later = await read(`/changes?${DAY}&cursor=${runs[2]?.id}`);
  expect(rows(later).filter((path) => path?.startsWith("/runs/"))).toHaveLength(2);

  const csv = await open(`/changes.csv?${DAY}`, {}, { ...local, REEVE_URL: "https://reeve.example.com" });
  const [, ...lines] = (await csv.text()).trim().split("\r\n");
  expect(lines).toHaveLength(5);
  expect(lines[4]).toContain('"done","For Ida","Retire tool 0."');
  expect(lines[4]).toContain(`Approved by nora.field@example.com at 2025-02-10T09:00:00.000Z: agreed`);
  const receipt = `https://reeve.example.com/api/runs/${runs[0]?.id}/receipt`;
  expect(lines[4]).toContain(`"${HASH}","desk-report 1, 2, 5","${receipt}"`);
  expect(await read("/changes?since=2020-01-01T00:00&until=2020-02-01T00:00")).toContain("No changes match");
});

it("the list of changes links to recent quarters", async () => {
  expect(listQuarters("2026-01-15", 3)).toEqual({
    "Quarter 1 of 2026": { since: "2026-01-01T00:00", until: "2026-04-01T00:00" },
    "Quarter 4 of 2025": { since: "2025-10-01T00:00", until: "2026-01-01T00:00" },
    "Quarter 3 of 2025": { since: "2025-07-01T00:00", until: "2025-10-01T00:00" },
  });
  const [, link = ""] = /href="(\/changes\?since=[^"]*)">Quarter/.exec(await read("/changes")) ?? [];
  expect(await read(link.replaceAll("&amp;", "&"))).toContain('aria-current="true">Quarter');
});

it.for([
  ["\u200b ＋1", "⟨U+200B⟩ ＋1"],
  ["a;=1; @b", "a;'=1;' @b"],
  ["a\r\n- b\t+1, b-c", "a⟨U+000D⟩\n'- b\t'+1, b-c"],
])("the file of changes contains no spreadsheet formulas: %j", ([text = "", shown]) => {
  expect(csvLine([text])).toBe(`"${shown}"\r`);
});

it("the list of changes shows how to undo a change, and the effect of a request to undo it", async () => {
  const page = await read(`/changes?run=${OWNED}`);
  expect(page).toContain("To undo, remove the owner in the tenant.");
  expect(page).toContain("The change is permanent.");
  expect(page).toContain("Manual task without an API call: undo “Add Ada Marsh as owner");
  expect(page).not.toContain("<script>alert");
});

it("the list of changes distinguishes people with the same name by address, or by id if no address was looked up", async () => {
  const others = [
    run(206, [addConnectorOwner({ ...OWNS, user: { id: "usr_2", name: "Ada Marsh" } })], [], {
      parties: { requesters: [], affected: [], named: { usr_2: "Ada Marsh (ada.contractor@example.com)" } },
    }),
  ];
  await record(LEDGER, [], others);
  const affects = async (id: string | undefined) =>
    /Affects [^<]*/.exec(await read(`/changes?run=${id}`))?.[0];
  expect(await affects(runId(206, BEGAN))).toBe("Affects Ada Marsh (ada.contractor@example.com).");
  expect(await affects(OWNED)).toBe("Affects Ada Marsh (usr_1).");
  expect(await (await open(`/changes.csv?run=${OWNED}`)).text()).toContain('"Ada Marsh (usr_1)"');
});

it("the list of changes can be downloaded as a file that shows how to undo each change", async () => {
  const file = await open("/changes.csv?automation=stale-tools");
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="changes.csv"');
  const [head, row, ...more] = (await file.text()).trim().split("\r\n");
  expect(head).toContain('"plan","affected","approval"');
  expect(head).toContain('"applied","how to undo it","undone by","automation","run"');
  expect(row).toMatch(/"Retire the MCP tool =1\+1 .*","To undo, sync .*","","stale-tools"/);
  expect(more).toEqual([]);
});

it("the run of a returning person links to the changes that removed the access, where the access can be requested again", async () => {
  const ended = endConnectorOwnerByHand({ ...OWNS, until: "2026-11-20" });
  const subject = "bamboohr:118";
  const who = { subject, automation: "leaver" };
  const calls = [call("deleteAppEntitlementOwner"), call("createConnectorOwner")];
  const end = { by: "", reason: "", verdict: "done", at: MADE };
  const followUps = [{ step: 2, dueAt: MADE, end }];
  const left = run(220, [APP_OWNER, OWNER, ended], calls, { ...who, followUps });
  const parties = { requesters: ["requester@example.com"], affected: [] };
  const back = runAt(221, NOW, { ...who, state: "ignored", ignored: "Ada works here", parties });
  await record(LEDGER, [], [left, back]);
  const me = as("viewer", "requester");
  const page = await read(`/runs/${back.id}`, me);
  expect(page).toContain("This access was removed when the person left, by");
  // A reader who sees only their own runs must not learn of the other run.
  expect(await read(`/runs/${back.id}`, as("requester"))).not.toContain("This access was removed");
  const [, link = ""] = /href="([^"]+)">Request it again/.exec(page) ?? [];
  expect(rows(await read(link.replaceAll("&amp;", "&"), me))).toEqual([`/runs/${left.id}`]);
  const fields = { run: left.id, steps: "0,2", reason: "back again", csrf: await tokenOf(me) };
  const { headers } = await submit("/changes/undo", fields, me);
  expect(headers.get("location")).toMatch(/^\/events\/evt_/);
  expect(await read(`/runs/${left.id}`)).not.toContain("This access was removed when the person left, by");
});

it("an undo of a change can be requested once, with a recorded reason, but not by a viewer", async () => {
  expect(steps(await read(`/changes?run=${OWNED}`, as("viewer")))).toEqual([]);
  const me = as("viewer", "requester");
  expect(steps(await read(`/changes?run=${OWNED}`, me))).toHaveLength(2);
  const fields = { run: OWNED ?? "", steps: "0", reason: "given by mistake", csrf: await tokenOf(me) };
  const asked = await Promise.all([submit("/changes/undo", fields, me), submit("/changes/undo", fields, me)]);
  expect(asked.map(({ status }) => status)).toEqual([303, 303]);
  const [one, other] = asked.map(({ headers }) => headers.get("location"));
  expect(one).toMatch(/^\/events\/evt_[0-9a-f-]{36}\?done=due$/);
  expect(other).toBe(one);
  await expect.poll(async () => (await open(one ?? "")).status).toBe(200);
  const event = await read(one ?? "");
  expect(event).toContain(`Undo: ${OWNER.summary}`);
  expect(event).toContain("viewer-requester@example.com");
  await expect.poll(() => read("/audit?type=undo.asked")).toContain("given by mistake");
  expect((await read("/audit?type=undo.asked")).match(/given by mistake/g)).toHaveLength(1);

  const viewer = as("viewer");
  const theirs = { ...fields, csrf: await tokenOf(viewer) };
  expect((await submit("/changes/undo", theirs, viewer)).status).toBe(403);
  for (const [step, status] of [
    ["2", 409],
    ["9", 409],
    ["-1", 400],
    ["x", 400],
    [Array.from({ length: 100_000 }, (_, n) => n % 10_000).join(), 400],
  ] as const)
    expect((await submit("/changes/undo", { ...fields, steps: step }, me)).status, step).toBe(status);
  expect((await submit("/changes/undo", { ...fields, run: DRY ?? "" }, me)).status).toBe(409);
  expect((await submit("/changes/undo", { ...fields, reason: " " }, me)).status).toBe(400);
});

it("a change whose undo was requested shows the run of the undo instead of the form", async () => {
  const undo = runAt(210, NOW, { subject: undoSubject(OWNED ?? "", [1]), state: "awaiting_follow_up" });
  await record(LEDGER, [], [undo]);
  const page = await read(`/changes?run=${OWNED}`);
  expect(page).toContain(`<a href="/runs/${undo.id}">requested</a>`);
  expect(steps(page)).not.toContainEqual([OWNED, "1"]);
  const file = await (await open(`/changes.csv?run=${OWNED}`)).text();
  expect(file).toContain(`${undo.id} awaiting_follow_up"`);
});

it("an undo can be requested again after an earlier request has ended without effect", async () => {
  const me = as("viewer", "requester");
  const undo = (n: number, state: string) => runAt(n, NOW, { subject: undoSubject(OWNED ?? "", [1]), state });
  const fields = { run: OWNED ?? "", steps: "1", reason: "again", csrf: await tokenOf(me) };
  const places = new Set<string | null>();
  for (const [n, state] of ["cancelled", "rejected", "expired", "failed", "not_done"].entries()) {
    await record(LEDGER, [], [undo(300 + n, state)]);
    expect(steps(await read(`/changes?run=${OWNED}`, me))).toContainEqual([OWNED, "1"]);
    for (let times = 0; times < 2; times++)
      places.add((await submit("/changes/undo", fields, me)).headers.get("location"));
  }
  expect(places.size).toBe(5);
});

it("an undo is rejected if no automation would plan it", async () => {
  const other = asking(appWithPeople([{ everyone: "console", roles: ["admin"] }], {}));
  const fields = { run: OWNED ?? "", steps: "0", reason: "x", csrf: await other.tokenOf() };
  const refused = await other.submit("/changes/undo", fields, {}, local);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("requested-action is not enabled in src/config.ts");
});

it("all changes of a filtered list can be undone with one request, which excludes later changes", async () => {
  const bulk = (n: number, actions: readonly object[], updatedAt = MADE) => {
    const calls = actions.map(() => call("deleteMcpTool"));
    return run(n, actions, calls, { updatedAt, automation: "bulk" });
  };
  await record(LEDGER, [], [bulk(230, [TOOL, OWNER]), bulk(231, [POLICY])]);
  const me = as("viewer", "requester");
  const page = await read("/changes?automation=bulk", me);
  expect(page).toContain("Request to undo 3");
  const [, until = ""] = /undo-all.*?name="until" value="(\d+)"/.exec(page) ?? [];
  await record(LEDGER, [], [bulk(232, [OWNER], Number(until) + 1)]);
  const period = { automation: "bulk", since: String(MADE - HOUR), until };
  const fields = { ...period, reason: "a wrong import", csrf: await tokenOf(me) };
  for (let times = 0; times < 2; times++)
    expect((await submit("/changes/undo-all", fields, me)).headers.get("location")).toBe(
      "/runs?automation=requested-action&done=undoAll",
    );
  const asked = async () => (await read("/changes?automation=bulk", me)).match(/>requested</g)?.length;
  await expect.poll(asked).toBe(3);
  const theirs = { ...fields, csrf: await tokenOf(as("viewer")) };
  expect((await submit("/changes/undo-all", theirs, as("viewer"))).status).toBe(403);
});

it("changes are filtered by words, person, approver and period on the page, in the file and in the API", async () => {
  const may = Date.parse("2026-05-12T09:00:00Z");
  const [given = "", other = "", left] = [801, 802, 803].map((n) => runId(n, may));
  const owner = (n: number, id: string, change = {}) => {
    const actions = [addConnectorOwner({ ...OWNS, user: { id, name: "Ada Marsh" } })];
    return runAt(n, may, {
      plan: { hash: "0", actions },
      journal: [call("createConnectorOwner")],
      ...change,
    });
  };
  const granted = (seq: number, run: string, actor = "") =>
    auditEntry(seq, { desk: "desk-may", at: may, type: "approval.granted", runId: run, actor });
  const event = JSON.stringify({ type: "worker.terminated", worker: { email: "Ada.Marsh@example.com" } });
  await record(
    LEDGER,
    [eventAt(803, may, { event })],
    [
      owner(801, "usr_ada_marsh"),
      owner(802, "usr_other_ada"),
      owner(803, "usr_heir", { automation: "leaver" }),
    ],
    await chain(FIRST_PREVIOUS, [granted(1, given, NORA), granted(2, other, GITA)]),
  );
  const { env } = await tenantAt("console-changes.example.com");
  const openWith = (path: string) => asking(appWithPeople([])).open(path, {}, { ...local, ...env });
  const found = async (query: string) =>
    rows(await (await openWith(`/changes?since=2026-05-01T00:00&until=2026-06-01T00:00${query}`)).text());
  expect(await found("&q=owner+The+con_1")).toHaveLength(3);
  expect(await found("&q=tool")).toEqual([]);
  expect(await found("&person=usr_ada_marsh")).toEqual([`/runs/${given}`]);
  // The tenant knows this address. The change of a leaver counts because its event is about them.
  expect(await found("&person=ada.marsh@example.com")).toEqual([`/runs/${left}`, `/runs/${given}`]);
  expect(await found("&approver=gita.lund@example.com")).toEqual([`/runs/${other}`]);
  expect(await found("&person=ada.marsh@example.com&approver=gita.lund@example.com")).toEqual([]);
  const one = "since=2026-05-01T00:00:00Z&person=usr_ada_marsh&approver=nora.field@example.com&q=owner";
  const { items } = await (await open(`/api/changes?${one}`)).json<{ items: { id: string }[] }>();
  expect(items.map(({ id }) => id)).toEqual([given]);
  expect((await read(`/changes.csv?${one}`)).trim().split("\r\n")).toHaveLength(2);
  expect(await read("/changes?since=2026-05-01T00:00&until=2026-06-01T00:00")).toContain(
    "From: <bdi>1 May 2026 00:00</bdi></label>",
  );
  const person = await (await openWith("/person?email=ada.marsh@example.com")).text();
  inOrder(person, ["Grants", "Changes that affect them", `/runs/${given}`, "Requested"]);
});

it("changes are found by an affected person's recorded address, even if the service lacks the address or is unavailable", async () => {
  const april = Date.parse("2026-04-07T09:00:00Z");
  const [LEFT, ADA] = ["deleted1@example.com", "ada.marsh@example.com"];
  const owner = (n: number, id: string, affected: readonly string[]) => {
    const actions = [addConnectorOwner({ ...OWNS, user: { id, name: "A person" } })];
    const plan = { hash: "0", actions };
    const parties = { requesters: ["requester@example.com"], affected };
    return runAt(n, april, { plan, parties, journal: [call("createConnectorOwner")] });
  };
  const [byAddress = "", byId = ""] = [811, 812].map((n) => runId(n, april));
  const left = owner(811, "usr_left", ["Deleted1@example.com", "left@example.com"]);
  await record(LEDGER, [], [left, owner(812, "usr_ada_marsh", ["ada.before@example.com"])]);
  const tenant = await tenantAt("console-changes-left.example.com");
  const openWith = (path: string) => asking(appWithPeople([])).open(path, {}, { ...local, ...tenant.env });
  const list = (person: string) => `?since=2026-04-01T00:00:00Z&until=2026-05-01T00:00:00Z&person=${person}`;
  const page = async (person: string) => (await openWith(`/changes${list(person)}`)).text();
  const found = async (person: string) => {
    const { items, note } = await (await openWith(`/api/changes${list(person)}`)).json<{
      items: { id: string }[];
      note?: string;
    }>();
    const file = await (await openWith(`/changes.csv${list(person)}`)).text();
    expect(file.trim().split("\r\n")).toHaveLength(items.length + 1);
    return [items.map(({ id }) => id), note];
  };
  const rest = "data that is recorded only with an id or another email is missing.";
  const unknown = `No governance user has the email ${LEFT}: ${rest}`;
  expect(await found(LEFT)).toEqual([[byAddress], unknown]);
  expect(await found("requester@example.com")).toEqual([[], expect.any(String)]);
  expect(await found(ADA)).toEqual([[byId], undefined]);
  inOrder(await page(LEFT), [unknown, `/runs/${byAddress}`]);
  expect(await page(ADA)).not.toContain(rest);
  const person = await (await openWith(`/person?email=${LEFT}`)).text();
  inOrder(person, ["Changes that affect them", `/runs/${byAddress}`, "Requested"]);

  const silent = `The governance service did not respond: ${rest}`;
  await tenant.fault({ operation: "searchUsers", count: 50, status: 503 });
  expect(await found(LEFT)).toEqual([[byAddress], silent]);
  expect(await page(ADA)).toContain(silent);
});

it("a search by the address of a deleted governance user finds the changes and ownerships recorded with the user's id", async () => {
  const tenant = await tenantAt("console-changes-deleted.example.com");
  const body = { userStatuses: ["DELETED" as const] };
  const user = (await tenant.client().call(searchUsers, { body })).list[0]?.user;
  const { id = "", email = "" } = user ?? {};
  const march = Date.parse("2026-03-03T09:00:00Z");
  const actions = [addConnectorOwner({ ...OWNS, user: { id, name: "A leaver" } })];
  const change = runAt(821, march, { plan: { hash: "0", actions }, journal: [call("createConnectorOwner")] });
  await record(LEDGER, [], [change]);
  const own = putEntry("ownership", { of: "connector", ...OWNS, user: { id, name: "A leaver" } });
  await LEDGER.batch(writeInventory(LEDGER, [{ ...own, by: { person: GITA }, at: march }]));
  const openWith = async (path: string) =>
    (await asking(appWithPeople([])).open(path, {}, { ...local, ...tenant.env })).text();
  const changes = await openWith(`/changes?since=2026-03-01T00:00:00Z&person=${email}`);
  expect(rows(changes)).toEqual([`/runs/${change.id}`]);
  expect(await openWith(`/inventory?person=${email}`)).toContain("A leaver");
  const unknown = await openWith("/inventory?person=nobody@example.com");
  expect(unknown).toContain("No governance user has the email nobody@example.com:");
});

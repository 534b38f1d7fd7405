import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { putEntry } from "../../src/actions/inventory.ts";
import { findControl } from "../../src/desk/directory.ts";
import { readEntry, writeInventory } from "../../src/ledger/inventory.ts";
import type { Role } from "../../src/policy/acts.ts";
import { eventId, LEDGER, migrateLedger, runId } from "../ledger/ledger.ts";
import { appWithPeople } from "../support/app.ts";
import { accessOfTeam, as, asking, behindAccess, local, SITE } from "./signed.ts";

await migrateLedger();
const team = await accessOfTeam();
afterAll(() => void vi.restoreAllMocks());

const AUTOMATION = "leaver";
/** The only enabled automation. */
const BY_CLOCK = "last-day-tasks";
const app = appWithPeople(
  [
    { email: "gita.lund@example.com", roles: ["admin"] },
    { email: "hugo.pike@example.com", roles: ["admin"] },
  ],
  { [BY_CLOCK]: { askAgainDays: 3, assignees: [] } },
);
const { open, submit, tokenOf } = asking(app);
const control = () => findControl(local).state();
beforeEach(async () => {
  await findControl(local).switch("pause", false, { automation: AUTOMATION, by: "test", reason: "test" });
});
const PAGE = `/automations/${AUTOMATION}`;
const pause = async (change: Record<string, string> = {}, headers = {}, bindings = local) =>
  submit("/pauses", { automation: AUTOMATION, reason: "an audit", ...change }, headers, bindings);

describe("a form", () => {
  it("performs its act, and redirects to a page that confirms the act", async () => {
    const response = await pause({ csrf: await tokenOf() });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`${PAGE}?done=pause`);
    const [{ automation, by, reason } = {}] = (await control()).pauses;
    expect({ automation, by, reason }).toEqual({
      automation: AUTOMATION,
      by: "gita.lund@example.com",
      reason: "an audit",
    });
    const page = await (await open(`${PAGE}?done=pause`)).text();
    expect(page).toContain("Paused. Runs stop before their next change.");
    expect(page).toContain("an audit");

    const lifted = await submit("/pauses/lifted", {
      automation: AUTOMATION,
      reason: "done",
      csrf: await tokenOf(),
    });
    expect(lifted.headers.get("location")).toBe(`${PAGE}?done=lift`);
    expect((await control()).pauses).toEqual([]);
  });

  it("pauses everything if it contains no automation", async () => {
    const csrf = await tokenOf();
    const fields = { reason: "an audit", csrf };
    expect((await submit("/pauses", fields)).headers.get("location")).toBe("/automations?done=pause");
    expect((await control()).pauses.map(({ automation }) => automation)).toEqual([null]);
    await submit("/pauses/lifted", fields);
    expect((await control()).pauses).toEqual([]);
  });

  it("switches dry runs on and off, and records the reason", async () => {
    const csrf = await tokenOf();
    const fields = { automation: AUTOMATION, reason: "a new rule", csrf };
    expect((await submit("/dry-runs", fields)).headers.get("location")).toBe(`${PAGE}?done=dryRun`);
    expect((await control()).dryRuns).toMatchObject([{ automation: AUTOMATION, reason: "a new rule" }]);
    expect(await (await open(PAGE)).text()).toContain("Switched to dry runs by");
    expect((await submit("/dry-runs/lifted", fields)).headers.get("location")).toBe(`${PAGE}?done=live`);
    expect((await control()).dryRuns).toEqual([]);
    await expect.poll(async () => (await open("/audit?type=dryrun.set")).text()).toContain("a new rule");
  });

  it("runs a scheduled automation immediately, redirects to its event, and records the reason", async () => {
    const csrf = await tokenOf();
    const fields = { reason: "a tool came back", csrf };
    const due = `/automations/${BY_CLOCK}/due`;
    const page = async (role: "operator" | "approver") =>
      (await open(`/automations/${BY_CLOCK}`, as(role))).text();
    expect(await page("operator")).toContain(`action="${due}"`);
    expect(await page("approver")).not.toContain(due);

    const answer = await submit(due, fields);
    expect(answer.status).toBe(303);
    const location = answer.headers.get("location") ?? "";
    expect(location).toMatch(/^\/events\/evt_[0-9a-f-]{36}\?done=due$/);
    await expect.poll(async () => (await open(location)).status).toBe(200);
    const event = await (await open(location)).text();
    expect(event).toContain("Started. The run is shown below.");
    expect(event).toContain(BY_CLOCK);
    await expect
      .poll(async () => (await open("/audit?type=schedule.by_hand")).text())
      .toContain("a tool came back");

    expect((await submit(due, fields, as("viewer", "approver"))).status).toBe(403);
    expect((await submit(`${PAGE}/due`, fields)).status).toBe(409);
    expect((await submit(due, { csrf })).status).toBe(400);
  });

  it("assigns an alarm to an operator: the overview names the operator, and others can take the alarm over", async () => {
    await findControl(local).setNoticeMark("silent:workday", Date.now());
    const alarm = "silence workday";
    const form = new RegExp(`action="/alarms/taken">((?!</form>).)*value="${alarm}"`);
    const overview = async (...roles: Role[]) => (await open("/", as(...roles))).text();
    expect(await overview("operator")).toMatch(form);
    expect(await overview("viewer")).not.toContain("/alarms/taken");
    const fields = { alarm, csrf: await tokenOf(as("operator")) };
    const answer = await submit("/alarms/taken", fields, as("operator"));
    expect(answer.headers.get("location")).toBe("/?done=take");
    const taken = /Workday had been silent((?!<\/li>).)*Taken by <a [^>]*><bdi>operator@example\.com/;
    await expect.poll(() => overview("operator", "approver"), { timeout: 20_000 }).toMatch(taken);
    expect(await overview("operator", "approver")).toMatch(form);
    expect(await overview("operator", "approver")).toMatch(/Take over<\/button>/);
    expect(await overview("operator")).not.toMatch(form);
    expect(await (await open("/audit?type=alarm.taken")).text()).toContain(alarm);
    await findControl(local).setNoticeMark("silent:workday", null);
    expect(await overview("operator")).not.toContain("Taken by");
    // The source was active in between, so nobody has taken this alarm.
    await findControl(local).setNoticeMark("silent:workday", Date.now());
    expect(await overview("operator")).toMatch(form);
    expect(await overview("operator")).not.toMatch(/Taken by|Take over/);
    await findControl(local).setNoticeMark("silent:workday", null);
    expect((await submit("/alarms/taken", fields, as("operator"))).status).toBe(404);
  });

  it("leads to a placeholder page until the form's event is recorded", async () => {
    const awaited = await open(`/events/${eventId(999)}?done=due`);
    expect(awaited.status).toBe(202);
    expect(await awaited.text()).toMatch(/data-live="1".*The event will be recorded in a moment/);
    expect((await open(`/events/${eventId(999)}`)).status).toBe(404);
  });

  it("removes an entry from the inventory, and records the reason", async () => {
    const { kind, key, data } = putEntry("campaign", { name: "Quarterly" });
    const row = { kind, key, data, by: { run: "run_1" }, at: 1 };
    await LEDGER.batch(writeInventory(LEDGER, [row]));
    const fields = { kind, key, reason: "started by mistake", csrf: await tokenOf() };
    expect((await submit("/inventory/removed", fields, as("viewer"))).status).toBe(403);
    expect((await submit("/inventory/removed", fields)).headers.get("location")).toBe(
      "/inventory?done=inventory",
    );
    expect(await readEntry(LEDGER, "campaign", key)).toBeNull();
    await expect
      .poll(async () => (await open("/audit?type=inventory.edited")).text())
      .toContain("started by mistake");
  });

  it.for([
    ["without a token", {}],
    ["with an empty token", { csrf: "" }],
    ["with a made-up token", { csrf: "AAAA" }],
    ["with a token that is not base64", { csrf: "<>" }],
  ] as const)("%s is rejected without effect", async ([, fields]) => {
    const response = await pause(fields);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain("This form belongs to another sign-in");
    expect((await control()).pauses).toEqual([]);
  });

  it("from another person or an earlier sign-in is rejected", async () => {
    const gita = await team.signIn({ email: "gita.lund@example.com" });
    const hugo = await team.signIn({ email: "hugo.pike@example.com" });
    const later = await team.signIn({ email: "gita.lund@example.com", identity_nonce: "nonce-2" });
    const csrf = await tokenOf(gita, behindAccess);
    expect(csrf).not.toBe("");
    expect((await pause({ csrf }, hugo, behindAccess)).status).toBe(403);
    expect((await pause({ csrf }, later, behindAccess)).status).toBe(403);
    expect((await control()).pauses).toEqual([]);
    expect((await pause({ csrf }, gita, behindAccess)).status).toBe(303);
  });

  it("is valid for only one sign-in, even if the Access token contains neither a nonce nor the time of the sign-in", async () => {
    const claims = { email: "gita.lund@example.com", identity_nonce: undefined, iat: undefined };
    const [one, later] = [await team.signIn(claims), await team.signIn(claims, { expires: "20m" })];
    const csrf = await tokenOf(one, behindAccess);
    expect((await pause({ csrf }, later, behindAccess)).status).toBe(403);
    expect((await pause({ csrf }, one, behindAccess)).status).toBe(303);
  });

  it("over 1 MiB is rejected", async () => {
    const response = await pause({ csrf: await tokenOf(), reason: "x".repeat(1024 * 1024) });
    expect(response.status).toBe(413);
  });

  it.for([
    ["another site", { origin: "https://evil.example.net" }],
    ["a page with an opaque origin", { origin: "null" }],
    ["another site according to the browser", { "sec-fetch-site": "cross-site" }],
    ["another host of the same domain", { "sec-fetch-site": "same-site" }],
  ] as const)("from %s is rejected, even with a valid token", async ([, headers]) => {
    expect((await pause({ csrf: await tokenOf() }, headers)).status).toBe(403);
    expect((await control()).pauses).toEqual([]);
  });

  it("is accepted only if the browser sends the header Origin or Sec-Fetch-Site", async () => {
    const csrf = await tokenOf();
    const send = (headers: Record<string, string>) =>
      app.request(
        `${SITE}/pauses`,
        {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
          body: new URLSearchParams({ automation: AUTOMATION, reason: "x", csrf }).toString(),
        },
        local,
      );
    expect((await send({})).status).toBe(403);
    expect((await control()).pauses).toEqual([]);
    expect((await send({ origin: SITE })).status).toBe(303);
    expect((await send({ "sec-fetch-site": "same-origin" })).status).toBe(303);
  });

  it.for(["multipart/form-data", "multipart/form-data; boundary=a"])(
    "with an unreadable body of the type %s is rejected",
    async (type) => {
      const response = await submit("/pauses", { reason: "x" }, { "content-type": type, accept: "*/*" });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ title: "request_invalid", detail: "body can't be read" });
      expect((await control()).pauses).toEqual([]);
    },
  );

  it("is rejected if the reason is missing or too long, or if a field or the automation is unknown", async () => {
    const csrf = await tokenOf();
    for (const change of [{ reason: " " }, { reason: "x".repeat(1_001) }, { colour: "red" }]) {
      const response = await pause({ csrf, ...change });
      expect(response.status, JSON.stringify(change)).toBe(400);
      expect(response.headers.get("content-type")).toContain("text/html");
    }
    // A form that contains an automation's name must not pause everything, even if the name is wrong or empty.
    for (const automation of ["leavr", ""])
      expect((await submit("/pauses", { automation, reason: "x", csrf })).status).toBe(400);
    expect((await control()).pauses).toEqual([]);
  });

  it("is shown only to users with the required role: operators can pause everything, and admins can resume it", async () => {
    const shown = async (...roles: Parameters<typeof as>) =>
      (await open("/automations", as(...roles))).text();
    expect(await shown("operator")).toContain("Pause everything");
    expect(await shown("approver")).not.toContain('action="/pauses');
    const operator = as("operator");
    const everything = { reason: "x", csrf: await tokenOf(operator) };
    expect((await submit("/pauses", everything, operator)).status).toBe(303);
    expect(await shown("operator")).not.toContain("Resume everything");
    const csrf = await tokenOf();
    expect(await shown("admin")).toContain("Resume everything");
    expect((await submit("/pauses/lifted", { ...everything, csrf })).status).toBe(303);
  });

  it("for an unknown run is rejected as not found", async () => {
    const fields = { decision: "cancelled", reason: "x", csrf: await tokenOf() };
    expect((await submit(`/runs/${runId(999)}/decisions`, fields)).status).toBe(404);
    expect((await submit("/runs/1/decisions", fields)).status).toBe(404);
  });

  it("lets the user act only as a known person, and never redirects to another site", async () => {
    const csrf = await tokenOf();
    const act = (fields: Record<string, string>, bindings = local) =>
      submit(
        "/act-as",
        { csrf, email: "hugo.pike@example.com", "shown-on": "/runs?q=a", ...fields },
        {},
        bindings,
      );
    const acting = await act({});
    expect(acting.status).toBe(303);
    expect(acting.headers.get("location")).toBe(`${SITE}/runs?q=a&done=actAs`);
    const [cookie = ""] = acting.headers.get("set-cookie")?.split(";") ?? [];
    expect(acting.headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Strict/);
    const chosen = (page: string) => /<option value="([^"]+)" selected/.exec(page)?.[1];
    expect(chosen(await (await open("/runs")).text())).toBe("gita.lund@example.com");
    expect(chosen(await (await open("/runs", { cookie })).text())).toBe("hugo.pike@example.com");
    // A script's header takes precedence over the cookie, and only listed people can be acted as.
    const scripted = { cookie, "reeve-operator": "nora.field@example.com" };
    expect(chosen(await (await open("/runs", scripted)).text())).toBe("nora.field@example.com");
    const stranger = { cookie: "reeve-act-as=mallory@example.com" };
    expect(chosen(await (await open("/runs", stranger)).text())).toBe("gita.lund@example.com");
    expect((await act({ email: "mallory@example.com" })).status).toBe(404);
    expect((await act({ csrf: "" })).status).toBe(403);
    for (const page of [
      "https://evil.example/",
      "//evil.example/",
      "\\\\evil.example",
      "/..//evil.example",
      "//[::1",
    ])
      expect((await act({ "shown-on": page })).headers.get("location"), page).toMatch(
        /^http:\/\/127\.0\.0\.1:8787\//,
      );
    // On a deployment, users can only act as themselves.
    const gita = await team.signIn({ email: "gita.lund@example.com" });
    const own = await tokenOf(gita, behindAccess);
    const fields = { csrf: own, email: "hugo.pike@example.com", "shown-on": "/" };
    expect((await submit("/act-as", fields, gita, behindAccess)).status).toBe(404);
    expect(await (await open("/runs", gita, behindAccess)).text()).not.toContain("/act-as");
  });

  it("lets a local user act as a person with a role, or as the local operator if nobody has a role", async () => {
    const withoutRole = { email: "ada.marsh@example.com", slack: "U0ADA" };
    const viewer = { email: "hugo.pike@example.com", roles: ["viewer" as const] };
    for (const [people, email] of [
      [[withoutRole, viewer], viewer.email],
      [[withoutRole], "operator@example.com"],
    ] as const) {
      const reeve = asking(appWithPeople([...people]));
      const page = await (await reeve.open("/runs")).text();
      expect(page).toContain(`<option value="${email}" selected`);
      expect(page).not.toContain(`<option value="${withoutRole.email}"`);
      const fields = { csrf: await reeve.tokenOf(), email, "shown-on": "/" };
      expect((await reeve.submit("/act-as", fields)).status, email).toBe(303);
    }
  });

  it("does not accept GET requests", async () => {
    const csrf = await tokenOf();
    for (const path of ["/pauses", "/dry-runs", `/runs/${runId(1)}/decisions`])
      expect((await open(`${path}?automation=${AUTOMATION}&reason=x&csrf=${csrf}`)).status, path).toBe(404);
    expect((await control()).pauses).toEqual([]);
  });
});

// The page to request a change at the console.
import { beforeAll, expect, it } from "vitest";
import { actions, requests } from "../../../src/actions/index.ts";
import { record } from "../../../src/ledger/record.ts";
import { listCalls } from "../../../src/policy/approval.ts";
import { LOCAL_EVIDENCE_KEY } from "../../evidence/local-key.ts";
import { tenantAt } from "../../governance/tenant.ts";
import { eventId, eventRow, LEDGER, runId, runRow } from "../../ledger/ledger.ts";
import { app, appWithPeople } from "../../support/app.ts";
import { as, asking, local, open, submit, tokenOf } from "../signed.ts";
import { arrange, plan, read, waiting } from "./fixture.ts";

beforeAll(arrange);
const REQUESTER = as("requester");
const OWNER_FORM = "/ask/connector-owner.add";
const OWNS = { user: "ada.marsh@example.com", connector: "GitHub MCP" };
/** Builds the n-th event, in which a person requests an action. */
const requested = (n: number, request: object) =>
  eventRow(n, { event: JSON.stringify({ type: "request.made", request }) });
/** Submits the form for an owner, which must be rejected, and returns the page. */
async function refuse(fields: object): Promise<string> {
  const form = { csrf: await tokenOf(REQUESTER), id: crypto.randomUUID(), "shown-on": OWNER_FORM, ...fields };
  const refused = await submit(OWNER_FORM, form, REQUESTER);
  expect(refused.status).toBe(400);
  return refused.text();
}

it("Ask lists all changes that can be requested, each with a form for its fields", async () => {
  const list = await read("/ask");
  for (const [name, { description, input }] of requests) {
    const [title = ""] = description.replaceAll("'", "&#39;").split(".");
    expect(list).toContain(`<a href="/ask/${name}">${title}</a>`);
    const page = await read(`/ask/${name}`);
    expect(page).toContain(`<h1><bdi>${title}</bdi></h1>`);
    // The page is for people: it names no files, fields or settings, and no rule that can't apply.
    expect(page.replaceAll(/<[^>]+>/g, " "), name).not.toMatch(
      /`|src\/|scopeV2|policy\.\w|appUsers|defaultOwnerRole/,
    );
    const calls = listCalls([actions.get(name) ?? []].flat());
    expect(page.includes("creates an access review campaign"), name).toBe(calls.includes("createCampaign"));
    for (const member of Object.keys(input.shape))
      expect(page, name).toContain(`<label for="ask-${member}">`);
  }
  expect((await open("/ask/mainframe.reboot")).status).toBe(404);
});

it("Ask lists only the reader's own requests and tasks, with buttons to withdraw or complete them", async () => {
  const requester = { name: "Ida Holt", email: "ida.holt@example.com" };
  const request = { action: "tool.retire", input: {}, requester };
  const followUp = { assignees: [requester.email], task: "Start the draft." };
  await record(
    LEDGER,
    [requested(971, request)],
    [
      waiting(971, { parties: { requesters: [requester.email], affected: [] } }),
      runRow(972, {
        ...{ eventId: eventId(971), state: "awaiting_follow_up", plan: plan(undefined, { followUp }) },
        followUps: [{ step: 0, dueAt: Date.parse("2099-12-24") }],
      }),
    ],
  );
  const own = async (email: string) =>
    (await open("/ask", { "reeve-operator": email, "reeve-roles": "requester" })).text();
  expect(await own("nobody@example.com")).toContain("You have no requests.");
  const page = await own(requester.email);
  expect(page).toContain(`href="/runs/${runId(971)}"`);
  // The request is listed once, with its plan, who must decide, and the button to withdraw it.
  expect(page.split(`href="/runs/${runId(971)}"`)).toHaveLength(2);
  expect(page).toContain("<bdi>Make Ada Marsh an owner of GitHub MCP</bdi></a>");
  // The list of runs shows the plan's sentence, and no title that says the same.
  const listed = await read("/runs?state=awaiting_approval");
  expect(listed).toContain("<bdi>Make Ada Marsh an owner of GitHub MCP.</bdi></a>");
  expect(listed).not.toContain("<bdi>Make Ada Marsh an owner of GitHub MCP</bdi>");
  expect(page).toContain("somebody with the role approver");
  expect(page).toMatch(new RegExp(`action="/runs/${runId(971)}/decisions".*value="withdrawn"`, "s"));
  expect(page).toContain("Start the draft.");
  expect(page).toContain("ida.holt@example.com</bdi>, due");
  expect(page).toMatch(new RegExp(`action="/runs/${runId(972)}/decisions".*value="completed"`, "s"));
});

it("a requester can repeat a failed request with its values, but does not see the buttons for operators", async () => {
  const email = "ines.holm@example.com";
  const input = { ...OWNS, until: "2099-05-01" };
  const request = { action: "connector-owner.add", input, requester: { email }, reason: "Hand-over" };
  const problem = { code: "user_not_found", message: "no user" };
  const failed = runRow(974, { state: "failed", automation: "requested-action", problem });
  await record(LEDGER, [requested(974, request)], [failed]);
  const me = { "reeve-operator": email, "reeve-roles": "viewer,requester" };
  const run = await read(`/runs/${runId(974)}`, me);
  expect(run).not.toContain("need the role “operator”");
  const [, form = ""] = /href="(\/ask\/connector-owner\.add\?again=[^"]+)"/.exec(run) ?? [];
  const page = await read(form, me);
  expect(page).toContain('value="ada.marsh@example.com"');
  expect(page).toContain('<option value="GitHub MCP" selected="">');
  expect(page).toMatch(/name="until"[^>]* value="2099-05-01"/);
  expect(page).toContain(">Hand-over</textarea>");
  expect((await open(form, REQUESTER)).status).toBe(403);
});

it("a person who can only request changes sees their request on its run's page, and can open each link there", async () => {
  const email = "rita.requester@example.com";
  const requester = { email, name: "Rita" };
  const request = { action: "connector-owner.add", input: OWNS, requester, reason: "Hand-over" };
  const problem = { code: "nobody_can_approve", message: "x", public: "Nobody can." };
  const states = ["done", "failed", "awaiting_approval", "ignored"] as const;
  await record(
    LEDGER,
    [requested(975, request)],
    states.map((state, n) =>
      runRow(975 + n, {
        ...{ state, automation: "requested-action", eventId: eventId(975), createdAt: 975 + n, plan: plan() },
        ...(state === "failed" && { problem }),
        ...(state === "ignored" && { ignored: "the same is asked already", sameAs: runId(1) }),
      }),
    ),
  );
  const me = { "reeve-operator": email, "reeve-roles": "requester" };
  const env = { ...local, EVIDENCE_KEY: LOCAL_EVIDENCE_KEY };
  for (const [n, state] of states.entries()) {
    const page = await (await open(`/runs/${runId(975 + n)}`, me)).text();
    expect(page, state).toMatch(
      /What was requested.*Person<\/dt>.*ada.marsh@example.com.*<q><bdi>Hand-over/s,
    );
    expect(page, state).not.toContain("nobody_can_approve");
    expect(page.includes("Request again with the same values"), state).toBe(state !== "awaiting_approval");
    const links = Array.from(
      page.replaceAll("&amp;", "&").matchAll(/ href="(\/[^"]*)"/g),
      ([, to = ""]) => to,
    );
    expect(links.some((path) => path.endsWith("/receipt"))).toBe(state !== "awaiting_approval");
    for (const path of links.filter((one) => !one.startsWith("/assets/")))
      expect((await open(path, me, env)).status, `${state}: ${path}`).toBeLessThan(400);
  }
  expect(await (await open("/ask", me)).text()).not.toContain('href="/person');
  expect((await open(`/api/runs/${runId(975)}/receipt`, REQUESTER, env)).status).toBe(403);
});

it("a form rejects an address that no governance user has, before a request is made", async () => {
  const { env } = await tenantAt("console-ask.example.com");
  const me = asking(appWithPeople([{ everyone: "console", roles: ["requester"] }]));
  const bindings = { ...local, ...env };
  const csrf = await me.tokenOf({}, bindings);
  const form = { ...OWNS, id: crypto.randomUUID(), csrf, "shown-on": OWNER_FORM };
  const refused = await me.submit(OWNER_FORM, { ...form, user: "ada.mrash@example.com" }, {}, bindings);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toMatch(
    /id="ask-user-fault"><bdi>no governance user has the email ada\.mrash@example\.com: check the address/,
  );
  expect((await me.submit(OWNER_FORM, form, {}, bindings)).status).toBe(303);
});

it("a form offers the names from the settings as choices", async () => {
  const page = await read("/ask/connector-owner.add");
  expect(page).toContain('<option value="GitHub MCP">');
  expect(page).toMatch(/<input id="ask-user" name="user" required=""/);
  expect(page).not.toMatch(/<input id="ask-until"[^>]*required/);
});

it("a form suggests the names of tools in a field that accepts any text", async () => {
  const page = await read("/ask/tool.retire");
  expect(page).toMatch(/<input id="ask-tool" name="tool"[^>]* list="ask-tool-names"/);
  expect(page).toMatch(/<datalist id="ask-tool-names"><option value="[^"]+">/);
  expect(page).toMatch(/<select id="ask-connector"/);
});

it("a form shows an error next to its field, and keeps the entered values", async () => {
  const id = crypto.randomUUID();
  const page = await refuse({ ...OWNS, id, user: "Ada", reason: "She looks after it." });
  expect(page).toMatch(/<strong class="fault" id="ask-user-fault">/);
  expect(page).toContain('value="Ada"');
  expect(page).toContain('<option value="GitHub MCP" selected="">');
  expect(page).toContain(`name="id" value="${id}"`);
  expect(page).toContain("She looks after it.");
});

it("a form shows errors next to impossible days, and next to a duration that is invalid or given with a last day", async () => {
  const fault = async (days: object, field = "from") =>
    new RegExp(`id="ask-${field}-fault">(.*?)</strong>`).exec(await refuse({ ...OWNS, ...days }))?.[1];
  expect(await fault({ from: "2020-01-01", user: "Ada" })).toMatch("2020-01-01 has passed; today is 20");
  expect(await fault({ from: "9999-12-31" })).toContain("the last possible day is 2099-12-31");
  expect(await fault({ until: "9999-12-31" }, "until")).toContain("the last possible day is 2099-12-31");
  expect(await fault({ from: "2099-05-02", until: "2099-05-01" })).toMatch("must not be after the last day");
  expect(await fault({ days: "30", until: "2099-05-01" }, "days")).toMatch("give either days or a last day");
  expect(await fault({ days: "30 days" }, "days")).toMatch("must be a number of days");
});

it("a form accepts days in the format YYYY-MM-DD, and shows an entered day with the name of its month", async () => {
  const page = await read(OWNER_FORM);
  expect(page).toMatch(/<input id="ask-until" name="until"[^>]* type="text"/);
  expect(page).toContain('id="ask-until-hint">YYYY-MM-DD, inclusive.');
  const refused = await refuse({ ...OWNS, user: "Ada", from: "03/04/2099", until: "2099-04-03" });
  expect(refused).toMatch(/<label for="ask-until">Last day.*?: <bdi>3 Apr 2099<\/bdi><\/label>/);
  expect(refused).toMatch(/<input id="ask-until"[^>]* value="2099-04-03"/);
  expect(refused).toMatch(/<label for="ask-from">First day<span class="dim"> \(optional\)<\/span><\/label>/);
  expect(refused).toMatch(/<input id="ask-from"[^>]* aria-invalid="true"[^>]* value="03\/04\/2099"/);
  expect(refused).toContain('id="ask-from-fault"><bdi>write the day as YYYY-MM-DD');
});

it("the API reports an unknown field together with the form's fields, and a value that is not text", async () => {
  const headers = { "content-type": "application/json", ...REQUESTER };
  const body = JSON.stringify({ id: crypto.randomUUID(), ...OWNS, days: 30, input: OWNS });
  const answer = await app.request(`/api${OWNER_FORM}`, { method: "POST", headers, body }, local);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    errors: [
      { member: "days", message: "must be text, or a list of texts" },
      {
        member: "input",
        message: "there is no input; use one of user, connector, role, from, until, days",
      },
    ],
  });
});

it("a form requires the role requester, and must be sent from a page of Reeve", async () => {
  expect(await (await open("/ask/tool.retire", as("viewer"))).text()).toContain("need the role requester");
  const fields = { id: crypto.randomUUID(), tool: "Delete branch" };
  const viewer = { ...fields, csrf: await tokenOf(as("viewer")) };
  expect((await submit("/ask/tool.retire", viewer, as("viewer"))).status).toBe(403);
  expect((await submit("/ask/tool.retire", fields, REQUESTER)).status).toBe(403);
});

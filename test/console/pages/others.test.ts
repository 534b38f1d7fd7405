import { beforeAll, expect, it } from "vitest";
import { automations } from "../../../src/automations/index.ts";
import { sample } from "../../../src/cli/start/sample.ts";
import { chain } from "../../../src/ledger/audit-chain.ts";
import { listAudit } from "../../../src/ledger/audit-list.ts";
import { record } from "../../../src/ledger/record.ts";
import { sources } from "../../../src/systems/index.ts";
import { auditEntry, eventAt, eventId, eventRow, LEDGER, runId, runRow } from "../../ledger/ledger.ts";
import { appWithPeople, asked } from "../../support/app.ts";
import { as, asking, local, open } from "../signed.ts";
import { arrange, HOSTILE, inOrder, inState, NOW, read, rows } from "./fixture.ts";

beforeAll(arrange);

it("a person's page shows the runs that the person requested, and links to other lists about the person", async () => {
  const requester = { name: "Ida Holt", email: "ida.holt@example.com" };
  const ticket = { key: "IAM-7", title: "For Ida", requester };
  await record(
    LEDGER,
    [eventRow(956, { event: JSON.stringify({ type: "ticket.updated", ticket }) })],
    [runRow(956)],
  );
  const page = await read("/person?email=ida.holt@example.com");
  expect(rows(page)).toEqual([`/runs/${runId(956)}`]);
  for (const list of ["runs?requester", "events?q", "inventory?person", "audit?actor"])
    expect(page).toContain(`href="/${list}=ida.holt%40example.com"`);
  expect((await open("/person?email=nobody")).status).toBe(400);
  expect((await open("/person")).status).toBe(400);
});

it("Automations lists each automation with its purpose, trigger and next run", async () => {
  const page = await read("/automations");
  for (const { name, description } of automations.values()) {
    expect(page).toContain(`<a href="/automations/${name}">${name}</a>`);
    expect(page).toContain(description?.replaceAll("'", "&#39;"));
  }
  expect(page).toContain("ticket.transitioned");
  expect(page).toMatch(/daily at 06:15<span class="under">next <time/);
  expect(page).toContain("<h2>Not enabled</h2>");
  expect(await read("/automations", as("approver"))).not.toMatch(/action="[^"]*(pauses|dry-runs|due)/);
});

it("an automation's page shows its switches, success rate, budget, latest runs, declined events with reasons, and settings", async () => {
  const page = await read("/automations/connector-owner-from-ticket");
  expect(page).toContain("An approved ticket makes a person an owner of a connector");
  expect(page).toMatch(/\d+ of the last \d+ runs that had something to do/);
  expect(page).toMatch(
    /<meter aria-label="effects an hour per automation".*?effects an hour per automation: \d+ of 100 changes in the last hour/,
  );
  expect(page).toContain('action="/pauses"');
  expect(rows(page)).toContain(`/runs/${inState("held")}`);
  expect(page).toContain('requestType</code></th><td data-label="Value"><bdi>Connector owner</bdi>');
  expect(page).toContain('<a href="/runs?automation=connector-owner-from-ticket">All its runs</a>');
  const declined = [{ reason: 'The form is "<b>Phone".', automations: ["campaign-from-ticket"] }];
  await record(LEDGER, [eventAt(930, NOW, { declined })], []);
  const other = await read("/automations/campaign-from-ticket");
  expect(other).toContain("The form is &quot;&lt;b&gt;Phone&quot;.");
  expect(other).toContain(`/events/${eventId(930, NOW)}`);
  expect(await read("/automations/catalog-changes")).toContain("npm run reeve -- backtest catalog-changes");
  expect((await open("/automations/leavr")).status).toBe(404);
  const approver = await read("/automations/connector-owner-from-ticket", as("approver"));
  expect(approver).not.toMatch(/action="[^"]*(pauses|dry-runs|due)/);
});

it("an automation's page shows the automation's trigger, settings, actions and approval rules", async () => {
  const words = async (name: string) => {
    const [, flow = ""] = (await read(`/automations/${name}`)).split("<h2>How it works</h2>");
    return (flow.split("</dl>")[0] ?? "").replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
  };
  const ticket = await words("connector-owner-from-ticket");
  inOrder(ticket, [
    "When ticket.transitioned",
    "If its rule applies to the event",
    "requestType",
    "A waiting run ends when its ticket is withdrawn.",
    "It proposes connector-owner.add",
    "Approval ① somebody with the role approver",
    "that benefit their requester",
  ]);
  // A rule for operations that the automation never calls does not apply to it.
  expect(ticket).not.toContain("access review campaign");
  expect(await words("campaign-from-ticket")).toContain("in which Reeve creates an access review campaign");
  // The later effects of an action count, as they do for its plans.
  expect(await words("session-policy-end-from-ticket")).toContain("on an unsigned request");
  expect(await words("secrets-audit")).toMatch(/If its rule finds .* It proposes nothing: it only notifies/);
});

it("Sources shows URLs and the name of every secret, but no secret's value", async () => {
  const secret = "a-very-secret-webhook-secret";
  const response = await open("/sources", {}, { ...local, JIRA_WEBHOOK_SECRET: secret } as typeof local);
  const page = await response.text();
  for (const { secretVariable } of sources.values()) expect(page).toContain(secretVariable);
  expect(page).toContain("http://127.0.0.1:8787/hooks/jira");
  expect(page.match(/<td data-label="Secret">set<span/g)).toHaveLength(1);
  expect(page).not.toContain(secret);
});

it("Sources shows when the credential for a sender's API ends", async () => {
  const set = {
    ZENDESK_URL: "https://acme.zendesk.com",
    ZENDESK_EMAIL: "reeve@example.com",
    ZENDESK_API_TOKEN: "token-of-the-page",
  };
  for (const path of ["/sources", "/sources/zendesk"]) {
    const page = await (await open(path, {}, { ...local, ...set } as typeof local)).text();
    expect(page).toContain("API: https://acme.zendesk.com; its credential expires on 30 Apr 2027");
    expect(page).not.toContain(set.ZENDESK_API_TOKEN);
  }
});

it("a source's page shows the redacted body of its last delivery, and field ids with their names in the settings", async () => {
  const event = {
    type: "ticket.updated",
    ticket: { system: "jira", fields: { customfield_10061: "ada.marsh@example.com", odd: HOSTILE } },
  };
  const payload = {
    issue: { fields: { customfield_10050: HOSTILE, salary: "90210" }, "a b": [{ n: 1 }, null] },
  };
  const row = { source: "jira", event: JSON.stringify(event), payload: JSON.stringify(payload) };
  await record(LEDGER, [eventAt(940, NOW + 60_000, row)], []);
  const page = await read("/sources/jira");
  expect(page).toContain("&quot;customfield_10050&quot;: &quot;&lt;script");
  expect(page).not.toContain("90210");
  expect(page).toMatch(
    /customfield_10061<\/bdi>.*?ada.marsh@example.com<\/bdi> <span class="badge good">user/,
  );
  expect(page).toContain("/hooks/jira");
  expect(await read("/sources/gitlab")).toContain("No delivery has been received yet.");
  expect((await open("/sources/nobody")).status).toBe(404);
});

it("Settings shows the values in effect, but shows only whether secrets are set", async () => {
  const secret = "secret-token:example:hush";
  const bindings = {
    ...local,
    GOVERNANCE_CLIENT_SECRET: secret,
    SLACK_BOT_TOKEN: "xoxb-hush",
  } as typeof local;
  const page = await (await open("/settings", {}, bindings)).text();
  expect(page).not.toContain("hush");
  expect(page.match(/set \(secret\)/g)).toHaveLength(2);
  expect(page).toContain("approvalExpiresAfterHours");
  const [changed = "", usual = ""] = page.split("settings at their defaults");
  expect(page).toContain("<code>docs/reference/settings.md</code> describes each setting.");
  expect(changed).toContain("<code>settings.timeZone</code>");
  expect(changed).toMatch(/Europe\/Berlin<\/bdi><span class="under">by default: <bdi>UTC/);
  expect(changed).toContain("<code>settings.automations.leaver.");
  expect(changed).not.toContain("<code>policy.retentionDays</code>");
  expect(usual).toMatch(/<code>policy.retentionDays<\/code><\/th><td data-label="Value"><bdi>\d+<\/bdi>/);
  expect(page).not.toContain("nobody has a role");
  const { open: openElsewhere } = asking(appWithPeople([]));
  expect(await (await openElsewhere("/settings")).text()).toContain("nobody has a role");
  const linking = asked({ ...sample, console: { ...sample.console, codeUrl: "https://example.com/reeve/" } });
  expect(await (await asking(linking).open("/settings")).text()).toContain(
    '<a href="https://example.com/reeve/docs/reference/settings.md#settings">docs/reference/settings.md</a>',
  );
  expect(page).toContain("Europe/Berlin");
});

it("Settings, the request form and the automation's page show a default approval rule that is switched off", async () => {
  const defaultApprovals = { ...sample.policy.defaultApprovals, sharedSecretDeletes: false };
  const policy = { ...sample.policy, approvals: [{ when: "always" as const }], defaultApprovals };
  const { open } = asking(asked({ ...sample, policy }));
  const read = async (path: string) => (await open(path)).text();
  const settings = await read("/settings");
  const rule = (setting: string) => settings.split(`<code>${setting}</code>`)[1]?.split("</tr>")[0];
  const off = "nobody: this default rule is switched off";
  expect(rule("policy.approvals[0]")).toContain("somebody with the role approver");
  expect(rule("policy.defaultApprovals.campaigns")).toContain("somebody with the role approver");
  expect(rule("policy.defaultApprovals.sharedSecretDeletes")).toContain(off);
  const [changed = ""] = settings.split("settings at their defaults");
  expect(changed.split("policy.defaultApprovals.sharedSecretDeletes")[2]).toMatch(/^<.+?><bdi>no<\/bdi>/);
  expect(await read("/ask/tool.retire")).toContain(off);
  expect(await read("/ask/connector-owner.add")).not.toContain(off);
  expect(await read("/automations/tool-retirement-from-ticket")).toContain(off);
});

it("Inventory lists its entries by kind, and lets operators remove them", async () => {
  const page = await read("/inventory");
  expect(page).toContain("The app_1, The con_1, &lt;script&gt;");
  expect(page).toContain('<span class="under"><bdi>approved, bypassed</bdi> · written by ');
  expect(page).toContain('<td data-label="Ends" class="fit">31 Dec 2026</td>');
  expect(page.match(/action="\/inventory\/removed"/g)).toHaveLength(2);
  expect(await read("/inventory?kind=session_policy&untilBy=2026-12-31")).not.toContain("con_1");
  expect(await read("/inventory?kind=campaign")).toContain("No entries match these filters.");
  expect(await read("/inventory", as("viewer"))).not.toContain("/inventory/removed");
});

it("an automation's page shows the path of the automation's source file", async () => {
  const files = Object.keys(
    import.meta.glob("../../../src/{automations,automations/platform,own/automations}/*.ts", {
      query: "?raw",
      import: "default",
      eager: true,
    }),
  );
  for (const name of automations.keys()) {
    const [, file] =
      /<code>(src\/(?:own\/)?automations\/[^<]+)<\/code>/.exec(await read(`/automations/${name}`)) ?? [];
    expect(files, name).toContain(`../../../${file}`);
  }
});

it("the Audit page can be filtered to show only entries by people", async () => {
  const whoIn = async (path: string) =>
    (await read(path)).match(/<span class="under">by .*?<\/span>/gs) ?? [];
  const people = await whoIn("/audit?byPeople=true");
  expect(people.length).toBeGreaterThan(0);
  expect(people.filter((who) => !who.includes("@example.com"))).toEqual([]);
  const all = await whoIn("/audit");
  expect(all.length).toBeGreaterThan(people.length);
});

it("Audit omits runs that had nothing to do unless the filter includes them", async () => {
  const last = await listAudit(LEDGER, {}, { limit: 1 });
  const [end] = last.items;
  const links = await chain(end?.hash ?? "", [
    auditEntry((end?.seq ?? 0) + 1, {
      type: "event.ignored",
      at: NOW + 120_000,
      detail: { reason: "too late" },
    }),
  ]);
  await record(LEDGER, [], [], links);
  expect(await read("/audit")).not.toContain("too late");
  for (const query of ["ignored=show", "type=event.ignored"])
    expect(await read(`/audit?${query}`), query).toContain("too late");
});

it("Audit shows the entries, the last hash of the chain, and a link to the export", async () => {
  const page = await read("/audit");
  const { hash } =
    (await LEDGER.prepare(
      "SELECT entries->>'$[#-1].hash' AS hash FROM audit ORDER BY seq DESC LIMIT 1",
    ).first<{ hash: string }>()) ?? {};
  expect(hash).toBeTruthy();
  expect(page).toContain(hash);
  expect(page).toContain('href="/api/audit.ndjson"');
  expect(page).toContain("nora.field@example.com");
  expect(rows(await read("/audit?actor=nobody@example.com"))).toEqual([]);
});

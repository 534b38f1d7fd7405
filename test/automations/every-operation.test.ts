import { beforeAll, describe, expect, it } from "vitest";
import { requests } from "../../src/actions/index.ts";
import { putEntry } from "../../src/actions/inventory.ts";
import { automations } from "../../src/automations/index.ts";
import type { Automation, Context } from "../../src/automations/kit/automation.ts";
import { isSchedule } from "../../src/automations/kit/schedule.ts";
import config from "../../src/config.ts";
import { type Governance, readOnly } from "../../src/governance/client/index.ts";
import { operations } from "../../src/governance/contract/index.ts";
import { toldOf } from "../../src/slack/answer.ts";
import { commands } from "../../src/slack/commands/index.ts";
import { understand } from "../../src/slack/grammar/grammar.ts";
import type { Fields, SenderEvent } from "../../src/systems/event.ts";
import { type TestTenant, tenantAt } from "../governance/tenant.ts";
import { LEDGER } from "../ledger/ledger.ts";
import { contextOf } from "./context.ts";
import { historyOf, proposed, tick } from "./proposed.ts";
import { placeOf } from "./tools.ts";
import { workerNews } from "./workers.ts";

const { settings } = config;

const ADA = "ada.marsh@example.com";
const NOW = Date.parse("2099-04-01T08:00:00Z");

/** All but the token's: every call needs one, so that whoever makes one uses it. */
const needed = Object.values(operations).flatMap(({ id, auth }) => (auth === "body" ? [] : [id]));

/** What an approved ticket asks for. */
function ticket(action: string, fields: Fields): SenderEvent {
  const form = settings.ticketRequests[action];
  if (!form) throw new Error(`no ticket asks for ${action}`);
  const { requestType, status } = form;
  return {
    type: "ticket.transitioned",
    subject: "jira:1",
    ticket: {
      system: "jira",
      id: "1",
      key: "IAM-1",
      project: "IAM",
      title: "",
      requestType,
      status: { to: status[0] ?? "" },
      fields,
    },
  };
}

/** Something for each automation to do that does not go by the clock. */
const events: Readonly<Record<string, SenderEvent>> = {
  "connector-owner-from-ticket": ticket("connector-owner.add", { user: ADA, connector: "GitHub MCP" }),
  "entitlement-owner-removal-from-ticket": ticket("entitlement-owner.remove", {
    entitlement: "GitHub admin",
    app: "Jira",
  }),
  "user-entitlement-owner-removal-from-ticket": ticket("user-entitlement-owner.remove", {
    entitlement: "GitHub maintainer",
    app: "GitHub",
    user: ADA,
  }),
  "tool-retirement-from-ticket": ticket("tool.retire", { tool: "Create issue" }),
  "session-policy-removal-from-ticket": ticket("session-policy.remove", { policy: "Shared kiosks" }),
  "campaign-from-ticket": ticket("campaign.start", { name: "Spring", like: "Contractors 2026" }),
  "tool-track-from-ticket": ticket("tool.track", { tool: "Delete branch" }),
  "session-policy-end-from-ticket": ticket("session-policy.end-on", {
    policy: "Shared kiosks",
    until: "2099-12-31",
  }),
  "requested-action": {
    type: "request.made",
    subject: "request:1",
    request: { action: "tool.retire", input: { tool: "Create issue" } },
  },
  joiner: workerNews("worker.hired", { worker: { department: "Security" } }),
  mover: workerNews("worker.changed", { changed: ["department"] }),
  leaver: workerNews("worker.terminated"),
};

/** Something for those that do. */
const changes = [
  putEntry("tool", placeOf("tool_github_search_code")),
  putEntry("retired_tool", placeOf("tool_github_create_issue")),
  putEntry("session_policy", { policy: { id: "sp_kiosk", name: "Shared kiosks" }, until: "2099-03-31" }),
  putEntry("ownership", {
    of: "app",
    app: { id: "app_github", name: "GitHub" },
    roleSlug: "owner",
    entitlement: { appId: "app_github", id: "ent_github_admin", name: "GitHub admin" },
    user: { id: "usr_ada_marsh", name: "Ada Marsh" },
    until: "2099-04-03",
  }),
];

/** The API, with the operations that were called. */
function recorded(governance: Governance): { readonly governance: Governance; readonly called: Set<string> } {
  const called = new Set<string>();
  return {
    called,
    governance: {
      prepare: (options) => governance.prepare(options),
      call(operation, ...rest) {
        called.add(operation.id);
        return governance.call(operation, ...rest);
      },
      pages(operation, ...rest) {
        called.add(operation.id);
        return governance.pages(operation, ...rest);
      },
      items(operation, ...rest) {
        called.add(operation.id);
        return governance.items(operation, ...rest);
      },
    },
  };
}

let tenant: TestTenant;
let change: Partial<Context>;
beforeAll(async () => {
  tenant = await tenantAt("every-operation.example.com");
  change = {
    history: await historyOf(changes),
    settings: { ...settings, enabled: Array.from(automations.keys()) },
    now: NOW,
    since: NOW,
  };
});

/** The operations that an automation reads with, or plans. */
async function usedBy(automation: Automation): Promise<Set<string>> {
  const event = isSchedule(automation.on)
    ? tick(automation, new Date(NOW).toISOString())
    : events[automation.name];
  if (!event) throw new Error(`there is nothing here for ${automation.name} to do`);
  const { governance, called } = recorded(tenant.client());
  const proposal = await proposed(automation, event, contextOf(governance, change));
  const planned = "actions" in proposal ? proposal.actions : [];
  if (!isSchedule(automation.on) && planned.length === 0) throw new Error(`${automation.name} plans nothing`);
  return new Set([...called, ...planned.flatMap(({ effects }) => effects.map(({ operation }) => operation))]);
}

/** The operations that a command answers with, or asks for. */
async function usedIn(text: string): Promise<Set<string>> {
  const understood = understand(text, { now: NOW, timeZone: "Europe/Berlin" });
  if (understood.kind !== "understood") throw new Error(`${text}: ${JSON.stringify(understood)}`);
  const command = commands.get(understood.command);
  const { governance, called } = recorded(tenant.client());
  if (command && "request" in command) {
    const { action, input } = command.request(understood.args);
    const planned = await requests.get(action)?.plan(input, contextOf(governance, change));
    for (const { operation } of planned?.effects ?? []) called.add(operation);
  }
  if (command && "answer" in command) {
    const context = {
      governance: readOnly(governance),
      settings,
      ledger: LEDGER,
      user: { slackId: "U1", email: ADA },
      link: () => null,
    };
    // That there is no such run is an answer as well.
    await command.answer(understood.args, context).catch(toldOf);
  }
  return called;
}

describe("every operation of the API", () => {
  it("is used by an automation", async () => {
    const used = new Set<string>();
    for (const automation of automations.values())
      for (const operation of await usedBy(automation)) used.add(operation);
    expect(needed.filter((id) => !used.has(id))).toEqual([]);
  });

  it("is used by a command in Slack", async () => {
    const texts = [
      // Their days are to be ahead of the clock here.
      ...Array.from(commands.values(), ({ example }) => example.replaceAll(/\d{4}(?=-\d\d-\d\d)/g, "2099")),
      "owner remove GitHub maintainer from GitHub user ada.marsh@example.com",
      "users --manager usr_nora_field",
    ];
    const used = new Set<string>();
    for (const text of texts) for (const operation of await usedIn(text)) used.add(operation);
    expect(needed.filter((id) => !used.has(id))).toEqual([]);
  });
});

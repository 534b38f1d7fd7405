import { beforeAll, describe, expect, it } from "vitest";
import { actions, requests } from "../../src/actions/index.ts";
import { putEntry } from "../../src/actions/inventory.ts";
import { automations } from "../../src/automations/index.ts";
import type { Automation, Context } from "../../src/automations/kit/automation.ts";
import { isSchedule } from "../../src/automations/kit/schedule.ts";
import { publicWords } from "../../src/channels/slack/answer.ts";
import { commands } from "../../src/channels/slack/commands/index.ts";
import type { Command } from "../../src/channels/slack/grammar/command.ts";
import { understand } from "../../src/channels/slack/grammar/grammar.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { type Governance, readOnly } from "../../src/governance/client/index.ts";
import { operations } from "../../src/governance/contract/index.ts";
import { type TestTenant, tenantAt } from "../governance/tenant.ts";
import { LEDGER } from "../ledger/ledger.ts";
import { contextOf, QUARTERLY } from "./context.ts";
import { asked, events } from "./news.ts";
import { accountOwner, appOwner, connectorOwner } from "./owned.ts";
import { historyOf, proposed, tick } from "./proposed.ts";
import { placeOf } from "./tools.ts";

const { settings } = sample;

const ADA = "ada.marsh@example.com";
const NOW = Date.parse("2099-04-01T08:00:00Z");

/** All but the token's: every call needs one, so that whoever makes one uses it. */
const needed = Object.values(operations).flatMap(({ id, auth }) => (auth === "body" ? [] : [id]));

/** Something for those that do. */
const changes = [
  putEntry("tool", placeOf("tool_github_search_code")),
  putEntry("retired_tool", placeOf("tool_github_create_issue")),
  putEntry("session_policy", { policy: { id: "sp_kiosk", name: "Shared kiosks" }, until: "2099-03-31" }),
  putEntry("ownership", appOwner({ until: "2099-04-03" })),
  putEntry("ownership", { ...appOwner({ until: "2099-03-30" }), roleSlug: "reviewer" }),
  putEntry("ownership", accountOwner({ until: "2099-03-30" })),
  putEntry("ownership", connectorOwner({ until: "2099-03-30" })),
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
    settings: {
      ...settings,
      automations: Object.fromEntries(
        Array.from(automations.keys(), (name) => [
          name,
          name === "recurring-campaigns" ? { campaigns: [QUARTERLY] } : (settings.automations[name] ?? {}),
        ]),
      ),
    },
    now: NOW,
    since: NOW,
  };
});

/** The operations that an automation reads with, or plans. */
async function usedBy(automation: Automation): Promise<string[]> {
  const tellsOnly = isSchedule(automation.on);
  const due = tellsOnly ? [tick(automation, new Date(NOW).toISOString())] : events[automation.name];
  const { governance, called } = recorded(tenant.client());
  for (const event of due ?? []) {
    const proposal = await proposed(automation, event, contextOf(governance, change));
    const planned = "actions" in proposal ? proposal.actions : [];
    if (!tellsOnly && planned.length === 0) throw new Error(`${automation.name} plans nothing`);
    for (const { operation } of planned.flatMap(({ effects }) => effects)) called.add(operation);
  }
  return Array.from(called).toSorted();
}

/** The operations that a command answers with. */
async function readBy(text: string, command: Extract<Command, { answer: unknown }>): Promise<string[]> {
  const understood = understand(text, { now: NOW, timeZone: "Europe/Berlin" });
  if (understood.kind !== "understood" || understood.command !== command.name)
    throw new Error(`${text}: ${JSON.stringify(understood)}`);
  const { governance, called } = recorded(tenant.client());
  const context = {
    governance: readOnly(governance),
    settings,
    ledger: LEDGER,
    user: { slackId: "U1", email: ADA },
    link: () => null,
  };
  // That there is no such run is an answer as well.
  await command.answer(understood.args, context).catch(publicWords);
  return Array.from(called);
}

describe("the operations that are declared", () => {
  it.for(Array.from(automations.values(), (automation) => [automation.name, automation] as const))(
    "by the automation %s are those that it uses",
    async ([, automation]) => {
      expect(await usedBy(automation)).toEqual(automation.operations.toSorted());
    },
  );

  const further: Readonly<Record<string, readonly string[]>> = {
    user: ["user usr_ada_marsh"],
    users: ["users --manager usr_nora_field"],
  };
  it.for(Array.from(commands.values()).flatMap((one) => ("answer" in one ? [[one.name, one] as const] : [])))(
    "by the command %s are those that it reads with",
    async ([name, command]) => {
      const texts = [command.example, ...(further[name] ?? [])];
      const used = await Promise.all(texts.map((text) => readBy(text, command)));
      expect([...new Set(used.flat())].toSorted()).toEqual((command.reads ?? []).toSorted());
    },
  );

  it("by the actions are those of their effects", async () => {
    for (const [action, input] of Object.entries(asked)) {
      const planned = await requests.get(action)?.plan(input, contextOf(tenant.client(), change));
      const calls = planned?.effects.map(({ operation }) => operation);
      expect(actions.get(action)?.calls, action).toEqual(calls);
    }
  });

  it("cover the API", () => {
    const all = new Set<string>(Array.from(automations.values()).flatMap(({ operations }) => operations));
    expect(needed.filter((id) => !all.has(id))).toEqual([]);
    const inSlack = new Set<string>([
      ...(automations.get("requested-action")?.operations ?? []),
      ...Array.from(commands.values()).flatMap((one) => ("answer" in one ? (one.reads ?? []) : [])),
    ]);
    expect(needed.filter((id) => !inSlack.has(id))).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { actions, requests } from "../../src/actions/index.ts";
import { automations } from "../../src/automations/index.ts";
import { type Command, commands, formatForRequester } from "../../src/channels/slack/commands.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { readOnly } from "../../src/governance/client/index.ts";
import { operations } from "../../src/governance/contract/index.ts";
import { tenantAt } from "../governance/tenant.ts";
import { LEDGER } from "../ledger/ledger.ts";
import { asked } from "./news.ts";
import { makeContext, recorded } from "./support/context.ts";

const { settings } = sample;

const ADA = "ada.marsh@example.com";
const NOW = Date.parse("2099-04-01T08:00:00Z");

/** All operations except the one for tokens, which every call uses. */
const needed = Object.values(operations).flatMap(({ id, auth }) => (auth === "body" ? [] : [id]));

const tenant = await tenantAt("every-operation.example.com");

/** Returns the operations that a command calls. */
async function readBy(text: string, command: Command): Promise<string[]> {
  const { governance, called } = recorded(tenant.client());
  const context = {
    governance: readOnly(governance),
    settings,
    ledger: LEDGER,
    user: { slackId: "U1", email: ADA },
    link: () => null,
  };
  // An error about a missing run is a valid result too.
  await command.answer(text, context).catch(formatForRequester);
  return Array.from(called);
}

describe("the declared operations", () => {
  const texts: Readonly<Record<string, readonly string[]>> = {
    user: ["usr_ada_marsh"],
    users: ["marsh", "manager:usr_nora_field"],
    tool: ["Delete branch"],
    server: ["mcp_analytics"],
    search: ["git"],
  };
  it.for(Array.from(commands))("of the command %s match its calls", async ([name, command]) => {
    const used = await Promise.all((texts[name] ?? [""]).map((text) => readBy(text, command)));
    expect(new Set(used.flat())).toEqual(new Set(command.reads));
  });

  it("of each requestable action match its effects", async () => {
    for (const [action, input] of Object.entries(asked)) {
      const planned = await requests
        .get(action)
        ?.plan(input, makeContext(tenant.client(), { now: NOW, since: NOW }));
      const calls = planned?.effects.map(({ operation }) => operation);
      expect(actions.get(action)?.calls, action).toEqual(calls);
    }
  });

  it("cover the whole API, both in automations and in Slack", () => {
    const all = new Set<string>(Array.from(automations.values()).flatMap(({ operations }) => operations));
    expect(needed.filter((id) => !all.has(id))).toEqual([]);
    const inSlack = new Set<string>([
      ...(automations.get("requested-action")?.operations ?? []),
      ...Array.from(commands.values()).flatMap((one) => one.reads ?? []),
    ]);
    expect(needed.filter((id) => !inSlack.has(id))).toEqual([]);
  });
});

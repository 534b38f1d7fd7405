// The forms of actions: their fields, the modals within Slack's limits, and the inputs that they make.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { formFields, readFilled } from "../../../src/actions/form.ts";
import { requests } from "../../../src/actions/index.ts";
import { toSlack } from "../../../src/channels/slack/blocks.ts";
import {
  findMeaning,
  helpAnswer,
  makeAnswerDoc,
  mentionsIn,
  readFilters,
  withMentions,
} from "../../../src/channels/slack/commands.ts";
import { actionsModal, formModal, quoteMessage, readFormState } from "../../../src/channels/slack/forms.ts";
import { sample } from "../../../src/cli/start/sample.ts";
import { asked } from "../../automations/news.ts";
import { HOSTILE_TEXTS } from "../../support/hostile-texts.ts";
import { brokenRules } from "./limits.ts";

const { settings } = sample;
const URL = "https://hooks.slack.com/commands/1";
const inputOf = (action: string) => {
  const request = requests.get(action);
  if (!request) throw new Error(`there is no ${action}`);
  return request.input;
};

describe("a modal", () => {
  it.for(Array.from(requests))(
    "for %s obeys Slack's limits, and stores the action and the response URL in its metadata",
    ([action, request]) => {
      const view = formModal(request, settings, { responseUrl: URL });
      expect(brokenRules(view, "modal")).toEqual([]);
      expect(readFormState(view.private_metadata ?? "")).toEqual({ action, responseUrl: URL });
      expect(view.blocks.length).toBe(2 + Object.keys(request.input.shape).length);
    },
  );

  it("with all actions obeys Slack's limits, as does the help message", () => {
    expect(brokenRules(actionsModal({ responseUrl: null }), "modal")).toEqual([]);
    expect(brokenRules(toSlack(makeAnswerDoc(helpAnswer)), "message")).toEqual([]);
  });

  it("obeys Slack's limits with up to 120 names of any characters in the settings", () => {
    const [, request] = [...requests].find(([name]) => name === "connector-owner.add") ?? [];
    if (!request) throw new Error("there is no such action");
    const Names = fc.array(fc.string({ unit: "binary", minLength: 1, maxLength: 100 }), { maxLength: 120 });
    fc.assert(
      fc.property(Names, fc.string({ unit: "binary", maxLength: 4_000 }), (names, written) => {
        const kept = { responseUrl: URL, text: quoteMessage(written) };
        expect(brokenRules(actionsModal(kept), "modal")).toEqual([]);
        const connectors = Object.fromEntries(
          [...names, ...Object.values(HOSTILE_TEXTS).slice(0, 3)].map((name) => [
            name,
            { appId: "a", appName: "A", connectorId: "c" },
          ]),
        );
        expect(brokenRules(formModal(request, { ...settings, connectors }, kept), "modal")).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("with malformed metadata is treated as a modal without stored data", () => {
    for (const metadata of ["", "0190b5a4", "null", "[]", '{"action":1}'])
      expect(readFormState(metadata)).toBeNull();
  });
});

describe("a field", () => {
  const field = (action: string, name: string) =>
    formFields(inputOf(action), settings).find((one) => one.name === name);

  it("has the label, the hint and the values of its property", () => {
    expect(field("connector-owner.add", "role")).toEqual({
      name: "role",
      label: "Role",
      hint: "The owner role, by name. If omitted, the default role applies.",
      kind: "text",
      isNeeded: false,
      choices: Object.keys(settings.ownerRoles),
      offers: [],
      isList: false,
    });
    expect(field("connector-owner.add", "connector")).toMatchObject({
      isNeeded: true,
      choices: ["GitHub MCP"],
    });
    expect(field("connector-owner.add", "until")).toMatchObject({ kind: "date", choices: null });
    expect(field("campaign.create", "notify")).toMatchObject({
      isList: true,
      choices: ["kickoff", "reminders", "close"],
    });
    expect(field("campaign.create", "users")).toMatchObject({ isList: true, choices: null });
  });
});

describe("a filled-in form", () => {
  it.for(Object.entries(asked))("for %s is parsed like a request through the API", ([action, input]) => {
    const typed = Object.fromEntries(
      Object.entries(input).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(", ") : ` ${value} `,
      ]),
    );
    expect(readFilled(inputOf(action), { ...typed, nothing: "", unknown: "x" })).toEqual({
      input: inputOf(action).parse(input),
    });
  });

  it("splits the text of a list, but not the text of a single value", () => {
    const users = (text: string) =>
      readFilled(inputOf("campaign.create"), {
        name: "Q3, and more",
        owners: "ada@example.com",
        users: text,
      });
    expect(users("all")).toEqual({
      input: { name: "Q3, and more", owners: ["ada@example.com"], users: "all" },
    });
    expect(users("ada@example.com; ben@example.com\ncat@example.com")).toMatchObject({
      input: { users: ["ada@example.com", "ben@example.com", "cat@example.com"] },
    });
    expect(users("nobody")).toEqual({ faults: { users: expect.any(String) } });
  });

  it("reports the error of each invalid field", () => {
    expect(readFilled(inputOf("connector-owner.add"), { user: "Ada", until: "2099-13-01" })).toEqual({
      faults: {
        user: expect.any(String),
        connector: expect.any(String),
        until: "there is no such day",
      },
    });
  });

  it("rejects a day in the past, and a first day after the last day", () => {
    const owner = { user: "ada.marsh@example.com", connector: "GitHub MCP" };
    const faults = (from: string, until: string) => {
      const read = readFilled(inputOf("connector-owner.add"), { ...owner, from, until }, "2099-04-02");
      return "faults" in read ? read.faults : {};
    };
    expect(faults("2099-04-02", "2099-04-02")).toEqual({});
    expect(faults("2099-04-01", "2099-04-30")).toEqual({
      from: "2099-04-01 has passed; today is 2099-04-02",
    });
    expect(faults("2099-04-05", "2099-04-04")).toEqual({ from: "must not be after the last day (until)" });
  });

  it("can contain any values without causing an exception", () => {
    const Given = fc.dictionary(
      fc.constantFrom("name", "users", "notify", "due", "policy", "__proto__"),
      fc.anything(),
    );
    fc.assert(
      fc.property(Given, (given) => {
        for (const { input } of requests.values()) readFilled(input, given);
      }),
    );
    expect(readFilled(z.strictObject({}), { a: "b" })).toEqual({ input: {} });
  });
});

describe("the text of /reeve", () => {
  it.for([
    ["", { kind: "ask", action: null }],
    ["ask", { kind: "ask", action: null }],
    ["ask tool.retire", { kind: "ask", action: "tool.retire" }],
    ["Tool.Retire", { kind: "ask", action: "tool.retire" }],
    ["HELP me", { kind: "help" }],
    ["pause leaver because it moves", { kind: "switch", paused: true, rest: "leaver because it moves" }],
    ["resume leaver", { kind: "switch", paused: false, rest: "leaver" }],
    ["runs mine", { kind: "read", command: { name: "runs" }, rest: "mine" }],
    ["user <mailto:a@example.com|a@example.com>", { command: { name: "user" }, rest: "a@example.com" }],
    ["make me a sandwich", { kind: "read", command: { name: "search" }, rest: "make me a sandwich" }],
    ["R&amp;D", { command: { name: "search" }, rest: "R&D" }],
    ["x".repeat(5_000), { command: { name: "search" }, rest: "x".repeat(2_000) }],
  ] as const)("%j is parsed as %j", ([text, meaning]) => {
    expect(findMeaning(text)).toMatchObject(meaning);
  });

  it.for([
    ["marsh", "marsh", {}],
    ["marsh department:Engineering", "marsh", { department: "Engineering" }],
    ['department:"Customer Support" ada marsh', "ada marsh", { department: "Customer Support" }],
    [
      "ada department:“Customer Support” Status:Enabled",
      "ada",
      { department: "Customer Support", status: "Enabled" },
    ],
    ["ada --department=IT —status=enabled", "ada", { department: "IT", status: "enabled" }],
    ["“Delete branch”", "Delete branch", {}],
    ['"Delete branch" connector:"GitHub MCP"', "Delete branch", { connector: "GitHub MCP" }],
  ] as const)("%j is split into words and filters", ([text, words, options]) => {
    expect(readFilters(text)).toEqual({ words, options });
  });

  it("is parsed with emails in place of mentions", () => {
    const text = "user <@U1|ada> and <@W2>, <@U1>";
    expect(mentionsIn(text)).toEqual(["U1", "W2"]);
    expect(withMentions(text, new Map([["U1", "ada@example.com"]]))).toBe(
      "user ada@example.com and <@W2>, ada@example.com",
    );
  });
});

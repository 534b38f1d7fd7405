import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requests } from "../../../src/actions/index.ts";
import { commands } from "../../../src/channels/slack/commands/index.ts";
import { classifyCommand } from "../../../src/channels/slack/grammar/command.ts";
import { type Understanding, understand } from "../../../src/channels/slack/grammar/grammar.ts";
import { misunderstoodAnswer } from "../../../src/channels/slack/grammar/help.ts";
import { mentionsIn, quote, withMentions } from "../../../src/channels/slack/grammar/words.ts";
import { ROLE_OF } from "../../../src/policy/roles.ts";
import { HOSTILE_TEXTS } from "../../support/hostile-texts.ts";

const clock = { now: Date.parse("2026-11-21T15:00:00Z"), timeZone: "Europe/Berlin" };
const read = (text: string): Understanding => understand(text, clock);
const ADA = "ada.marsh@example.com";

/** By what is typed: the command, its arguments and the sentence; a fault in place of the sentence has no command. */
const UNDERSTOOD: Readonly<Record<string, readonly [string, object, string]>> = {
  "user <@U1|ada>": ["user", { user: "<@U1|ada>" }, "Look up the person, “@ada”."],
  "USERS ada marsh --department Customer Support --status Disabled": [
    "users",
    { words: "ada marsh", department: "Customer Support", status: "Disabled" },
    "Look up people, “ada marsh”, department Customer Support, status Disabled.",
  ],
  'users —manager=<mailto:n@example.com|n@example.com> --department "R&amp;D"': [
    "users",
    { manager: "n@example.com", department: "R&D" },
    "Look up people, manager n@example.com, department R&D.",
  ],
  [`Owner Add <mailto:${ADA}|${ADA}> TO GitHub MCP As Owner UNTIL 2026-12-31`]: [
    "owner add",
    { user: ADA, connector: "GitHub MCP", role: "Owner", date: "2026-12-31" },
    `Make ${ADA} an owner of the connector GitHub MCP as Owner until 31 Dec 2026.`,
  ],
  [`owner add ${ADA} until tomorrow to “Export to S3 as CSV”`]: [
    "misunderstood",
    {},
    `"${ADA} until tomorrow" is neither an email nor a mention.`,
  ],
  [`owner add ${ADA} to “Export as CSV” as Owner`]: [
    "owner add",
    { user: ADA, connector: "Export as CSV", role: "Owner" },
    `Make ${ADA} an owner of the connector Export as CSV as Owner.`,
  ],
  "owner remove Jira admin user from GitHub user acc_1": [
    "owner remove",
    { entitlement: "Jira admin user", app: "GitHub", user: "acc_1" },
    "Remove the entitlement Jira admin user as owner of the account acc_1 in GitHub.",
  ],
  "tool Delete branch": ["tool", { tool: "Delete branch" }, "Look up the tool, “Delete branch”."],
  "tool retire Delete branch because it's unsafe, as of now": [
    "tool retire",
    { tool: "Delete branch", reason: "it's unsafe, as of now" },
    "Retire the tool Delete branch, because it's unsafe, as of now.",
  ],
  'tool "retire"': ["tool", { tool: "retire" }, "Look up the tool, “retire”."],
  catalog: ["catalog", {}, "Look up the MCP servers that can be connected."],
  "policy delete Shared kiosks": [
    "policy delete",
    { policy: "Shared kiosks" },
    "Delete the session policy Shared kiosks.",
  ],
  [`review start Q4 due 2026-12-31 for ${ADA}, <@U2> policy Manager reviews owners <@U3|gita> and ${ADA}`]: [
    "review start",
    {
      name: "Q4",
      date: "2026-12-31",
      users: `${ADA}, <@U2>`,
      policy: "Manager reviews",
      owners: `<@U3|gita> and ${ADA}`,
    },
    `Start the access review "Q4", with the policy Manager reviews, owned by @gita, ${ADA}, for ${ADA}, @U2, due 31 Dec 2026.`,
  ],
  'review start "Review for all" like First quarter 2026': [
    "review start",
    { name: "Review for all", campaign: "First quarter 2026" },
    'Start the access review "Review for all", like First quarter 2026.',
  ],
  [`review start Q4 policy Manager reviews owners ${ADA} scope Unused grants notify kickoff, close purpose "Less of it"`]:
    [
      "review start",
      {
        name: "Q4",
        policy: "Manager reviews",
        owners: ADA,
        scope: "Unused grants",
        notifications: "kickoff, close",
        purpose: "Less of it",
      },
      `Start the access review "Q4", with the policy Manager reviews, owned by ${ADA}, of the scope Unused grants, notifying reviewers of kickoff, close, for "Less of it".`,
    ],
  "audit --ip 192.0.2.10 --vault Finance since yesterday": [
    "audit",
    { ip: "192.0.2.10", vault: "Finance", time: "2026-11-19T23:00:00.000Z" },
    "Look up audit events, ip 192.0.2.10, “Finance”, time 19 Nov 2026, 23:00 UTC.",
  ],
  "runs Mine": ["runs", { which: "mine" }, "Show the runs you asked for."],
  "run run_1": ["run", { id: "run_1" }, "Show the run run_1."],
  "pause requested-action": [
    "pause",
    { automation: "requested-action" },
    "Pause the automation requested-action.",
  ],
  "resume requested-action because the move is over": [
    "resume",
    { automation: "requested-action", reason: "the move is over" },
    "Resume the automation requested-action, because the move is over.",
  ],
};

describe("a command", () => {
  it.for(Object.entries(UNDERSTOOD))("%s", ([text, [command, args, sentence]]) => {
    expect(read(text)).toMatchObject(
      command === "misunderstood"
        ? { kind: "misunderstood", fault: sentence }
        : { kind: "understood", command, args, sentence },
    );
    const understood = read(text);
    if (understood.kind === "understood") expect(understood.args).toEqual(args);
  });

  it.for(Array.from(commands.values()))("$name has an example that is understood", (command) => {
    expect(read(command.example)).toMatchObject({ kind: "understood", command: command.name });
  });
});

/** By what is typed: the fault, what was understood so far, and the commands that may have been meant. */
const MISUNDERSTOOD: Readonly<Record<string, readonly [string, string | null, readonly string[]]>> = {
  "owner add": [
    "<user> is missing. If it contains a word of the command, put it in quotes.",
    null,
    ["owner add"],
  ],
  [`owner add ${ADA}`]: ['"to <connector>" is missing.', `user: ${ADA}`, ["owner add"]],
  [`owner add ${ADA} to`]: [
    "<connector> is missing. If it contains a word of the command, put it in quotes.",
    `user: ${ADA}`,
    ["owner add"],
  ],
  [`owner add <@U1|ada> to GitHub MCP as`]: [
    '<role> is missing after "as".',
    "user: @ada; connector: GitHub MCP",
    ["owner add"],
  ],
  [`owner add ${ADA} to GitHub MCP until 2020-01-01`]: [
    "2020-01-01 is past.",
    `user: ${ADA}; connector: GitHub MCP; date: 2020-01-01`,
    ["owner add"],
  ],
  "owner ad x to y": ['There is no command "owner ad".', null, ["owner add", "owner remove"]],
  owner: ['There is no command "owner".', null, ["owner add", "owner remove"]],
  "usr ada": ['There is no command "usr".', null, ["user", "users"]],
  "pasue everything": ['There is no command "pasue".', null, ["pause", "resume"]],
  ruñs: ['There is no command "ruñs".', null, ["runs", "run"]],
  "make me a sandwich": ['There is no command "make".', null, []],
  "users ada --stauts enabled": ['"--stauts" was not understood.', "words: ada enabled", ["users"]],
  "users --status gone": [
    'status has to be one of "enabled", "disabled", "deleted".',
    "status: gone",
    ["users"],
  ],
  "runs mine failed": ['"failed" was not understood.', "which: mine", ["runs"]],
  "review start Q4 for all": [
    'Without "like <campaign>" this is needed too: policy <policy>; owners <owners>.',
    "name: Q4; users: all",
    ["review start"],
  ],
  "review start Q4 like Q3 owners gita": [
    '"gita" is neither an email nor a mention.',
    "name: Q4; campaign: Q3; owners: gita",
    ["review start"],
  ],
};

describe("what is not understood", () => {
  it.for(Object.entries(MISUNDERSTOOD))("%s", ([text, [fault, soFar, names]]) => {
    const usage = names.map((name) => commands.get(name)?.pattern.usage);
    expect(read(text)).toEqual({ kind: "misunderstood", fault, soFar, usage });
  });

  it("is a text that is longer than any command", () => {
    expect(read("x".repeat(4_001))).toMatchObject({ fault: "This is too long for a command.", usage: [] });
  });

  it("is answered with the fault, the usage and what was understood", () => {
    const misunderstood = read(`owner add ${ADA}`);
    expect(misunderstood.kind === "misunderstood" && misunderstoodAnswer(misunderstood)).toEqual({
      title: '"to <connector>" is missing.',
      lines: [{ name: "owner add <user> to <connector> [as <role>] [until <date>]" }],
      note: `Understood so far: user: ${ADA}.`,
    });
  });

  it.for(Object.entries(HOSTILE_TEXTS))("is answered, whatever stands in it: %s", ([, text]) => {
    for (const written of [text, quote(text)])
      for (const command of [
        written,
        `help ${written}`,
        `user ${written}`,
        `audit vault ${written} since ${written}`,
        `owner add ${written} to ${written} until ${written}`,
        `review start ${written} for ${written} due ${written}`,
        `pause ${written} because ${written}`,
      ]) {
        const understood = read(command);
        expect(JSON.parse(JSON.stringify(understood))).toEqual(understood);
      }
  });

  it("never throws, and understands nothing that its quoting does not give back", () => {
    const known = [...commands.values()].flatMap(({ pattern, example }) => [
      ...example.split(" "),
      ...pattern.usage.split(" "),
    ]);
    const piece = fc.oneof(
      fc.constantFrom(
        ...known,
        "until",
        "since",
        "--",
        "—status",
        '"',
        "“",
        "'",
        "<@U1|",
        "<",
        "constructor",
        "__proto__",
      ),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const understood = read(pieces.join(" "));
        expect(JSON.parse(JSON.stringify(understood))).toEqual(understood);
      }),
      { numRuns: 2_000 },
    );
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }).filter((text) => text.trim() !== ""),
        (text) => {
          expect(read(`tool ${quote(text)}`)).toMatchObject({ command: "tool", args: { tool: text.trim() } });
        },
      ),
    );
  });
});

describe("help", () => {
  it.for(["", "  ", "help", "HELP"])("%j is about all", (text) => {
    const understood = read(text);
    expect(understood.kind).toBe("help");
    expect(understood.kind === "help" && understood.answer.lines.map(({ name }) => name)).toEqual([
      "Start here",
      ...Array.from(commands.values(), ({ pattern }) => pattern.usage),
      "help [<command>]",
    ]);
  });

  it("is about one, or a family of them, with examples and the forms of dates", () => {
    expect(read("help owner add")).toMatchObject({
      kind: "help",
      answer: {
        title: "How to use owner add",
        lines: [
          { name: "owner add <user> to <connector> [as <role>] [until <date>]" },
          { name: "For example" },
        ],
        note: expect.stringContaining("in 2 weeks"),
      },
    });
    expect(read("help tool")).toMatchObject({ answer: { lines: { length: 6 } } });
    expect(read("help pasue")).toMatchObject({
      kind: "misunderstood",
      usage: ["pause", "resume"].map((name) => commands.get(name)?.pattern.usage),
    });
  });
});

describe("a change", () => {
  const change = (text: string) => {
    const understood = read(text);
    if (understood.kind !== "understood") throw new Error(JSON.stringify(understood));
    const command = commands.get(understood.command);
    if (!command || !("request" in command)) throw new Error(`${understood.command} is no change`);
    return command.request(withMentions(understood.args, (id) => `${id.toLowerCase()}@example.com`));
  };

  const asked: Readonly<Record<string, object>> = {
    "owner add <@U1|ada> to GitHub MCP until 2026-12-31": {
      action: "connector-owner.add",
      input: { user: "u1@example.com", connector: "GitHub MCP", until: "2026-12-31" },
    },
    "owner remove GitHub admin from GitHub as Owner": {
      action: "entitlement-owner.remove",
      input: { entitlement: "GitHub admin", app: "GitHub", role: "Owner" },
    },
    "owner remove GitHub maintainer from GitHub user <@U1>": {
      action: "user-entitlement-owner.remove",
      input: { entitlement: "GitHub maintainer", app: "GitHub", user: "u1@example.com" },
    },
    "tool retire Delete branch because it deletes": {
      action: "tool.retire",
      input: { tool: "Delete branch" },
      reason: "it deletes",
    },
    "tool track Create issue": { action: "tool.track", input: { tool: "Create issue" } },
    "policy end Shared kiosks on 2026-12-31": {
      action: "session-policy.end-on",
      input: { policy: "Shared kiosks", until: "2026-12-31" },
    },
    "policy delete Shared kiosks": { action: "session-policy.remove", input: { policy: "Shared kiosks" } },
    'review start "Q4" policy Manager reviews owners <@U3|gita>, <@U1> for all due tomorrow': {
      action: "campaign.start",
      input: {
        name: "Q4",
        policy: "Manager reviews",
        owners: ["u3@example.com", "u1@example.com"],
        users: "all",
        due: "2026-11-22",
      },
    },
    "review start Q4 for <@U1> like Contractors 2026": {
      action: "campaign.start",
      input: { name: "Q4", users: ["u1@example.com"], like: "Contractors 2026" },
    },
  };

  it.for(Object.entries(asked))("%s", ([text, expected]) => {
    const { action, ...request } = change(text);
    expect({ action, ...request }).toEqual(expected);
    expect(requests.get(action)?.input.safeParse(request.input)).toMatchObject({ success: true });
  });

  it("asks for mentions by id, each once, and leaves those of nobody", () => {
    const args = { user: "<@U1|ada>", owners: "<@W2>, <@U1> and <!here>" };
    expect(mentionsIn(args)).toEqual(["U1", "W2"]);
    expect(withMentions(args, (id) => (id === "U1" ? ADA : null))).toEqual({
      user: ADA,
      owners: `<@W2>, ${ADA} and <!here>`,
    });
  });

  it("reads are for viewers, changes for requesters, switches for operators", () => {
    const roles = Map.groupBy(commands.values(), (command) => ROLE_OF[classifyCommand(command)]);
    expect(roles.get("operator")?.map(({ name }) => name)).toEqual(["pause", "resume"]);
    expect(roles.get("requester")?.every((command) => "request" in command)).toBe(true);
    expect(roles.get("viewer")?.every((command) => "answer" in command)).toBe(true);
  });

  it("switches automations by name", () => {
    const pause = commands.get("pause");
    if (!pause || !("switch" in pause)) throw new Error("pause is no switch");
    expect([pause.switch, pause.automation({ automation: "Requested-Action" })]).toEqual([
      "pause",
      "requested-action",
    ]);
    expect(() => pause.automation({ automation: "requested" })).toThrow(/close to it: "requested-action"/);
  });
});

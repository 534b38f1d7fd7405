import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Doc } from "../../../src/channels/doc.ts";
import { plainMessage, toSlack } from "../../../src/channels/slack/blocks.ts";
import { decisionModal } from "../../../src/channels/slack/forms.ts";
import { HOSTILE_TEXTS } from "../../support/hostile-texts.ts";
import { casesOf } from "../../support/sweep.ts";
import { docs } from "../docs.ts";
import { brokenRules } from "./limits.ts";

const ID = "0190b5a4-7c1e-7e2a-9b1a-5f0c6d7e8f90";
/** The hostile texts of all tests, and texts that only Slack would read as markup. */
const HOSTILE = [
  ...Object.values(HOSTILE_TEXTS).map((text) => text.slice(0, 5_000)),
  "<https://evil.example|Approve> <!subteam^S1>",
  "<!date^1781510400^{date}^https://evil.example|now>",
  "> quoted",
  ":white_check_mark: :+1: 10:30:45",
  "@channel @here @everyone",
  "https://evil.example/?q=<>",
  '"\\'.repeat(2000),
  "&".repeat(5000),
  "👍".repeat(3000),
  "x".repeat(50_000),
];
const texts = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 400 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom(...HOSTILE, " ", "\n", "*", "<", ">", "|", "&", ":", "@"), { maxLength: 6 })
      .map((parts) => parts.join("")),
  },
);
const render = (doc: Doc) => toSlack(doc, { mention: () => "U0ADA0001", press: () => ID, more: ID });

describe("a message with untrusted texts", () => {
  it("obeys Slack's rules, and shows the texts without formatting", () => {
    fc.assert(
      fc.property(docs(texts), fc.boolean(), (doc, known) => {
        expect(brokenRules(known ? render(doc) : toSlack(doc), "message")).toEqual([]);
      }),
      { numRuns: casesOf(500) },
    );
  });

  it.for(Object.entries(HOSTILE_TEXTS))("obeys Slack's rules, even if every text is %s", ([, text]) => {
    for (const doc of fc.sample(docs(fc.constant(text.slice(0, 5_000))), 10)) {
      expect(brokenRules(render(doc), "message")).toEqual([]);
      expect(brokenRules(toSlack(doc), "message")).toEqual([]);
    }
    expect(brokenRules(plainMessage(text, text), "message")).toEqual([]);
    const sentences = [text, text];
    const modal = decisionModal({ kind: "deny", summaries: sentences, warnings: sentences, metadata: ID });
    expect(brokenRules(modal, "modal")).toEqual([]);
  });

  it("has a decision modal that obeys Slack's rules", () => {
    const many = fc.array(texts, { maxLength: 120 });
    const kinds = fc.constantFrom("approve" as const, "follow_up_not_done");
    fc.assert(
      fc.property(many, many, kinds, (summaries, warnings, kind) => {
        const modal = decisionModal({ kind, summaries, warnings, metadata: ID });
        expect(brokenRules(modal, "modal")).toEqual([]);
      }),
      { numRuns: casesOf(150) },
    );
  });

  it("has no buttons or links to unsafe web addresses", () => {
    const links = [
      "javascript:alert(1)",
      "https://u:p@evil.example",
      "nowhere",
      `https://x.example/${"a".repeat(3000)}`,
    ];
    for (const link of links) {
      const { blocks } = toSlack({ items: [[[{ quote: "n", link }]]], page: link });
      expect(JSON.stringify(blocks)).not.toContain("url");
    }
  });
});

const texted = (message: unknown): string => JSON.stringify(message);

describe("a message", () => {
  it("shows its title, people, plan and deadline, and the buttons for a decision", () => {
    const plain = (text: string) => ({ type: "plain_text", text, emoji: false });
    const rich = (...elements: object[]) => ({
      type: "rich_text",
      elements: [{ type: "rich_text_section", elements }],
    });
    const doc: Doc = {
      head: "Approval needed",
      title: [{ quote: "Connector owner", bold: true, link: "https://jira.example.com/browse/IAM-42" }],
      about: [["Requested by ", { person: "ada.marsh@example.com" }, " · requested-action"]],
      items: [[["1. ", { quote: "Make Bram Cole owner." }]], [["2. ", { quote: "Remove Shared_kiosks." }]]],
      notes: [["Please note: ", { quote: "it is late" }]],
      asides: [[{ quote: "Jira gets a reply." }]],
      until: Date.parse("2026-06-18T08:00:00Z"),
      acts: [{ act: "approve" }, { act: "deny" }],
      page: "https://reeve.example.com/runs/run_1",
    };
    const expires = "Expires <!date^1781769600^{date_short_pretty} at {time}|2026-06-18 08:00 UTC>";
    const button = (text: string, action_id: string, style: string) => ({
      ...{ type: "button", text: plain(text), action_id, value: ID, style },
    });
    const shown = toSlack(doc, { mention: () => "U0ADA0001", press: () => ID });
    expect(shown).toEqual({
      text: "Approval needed: Connector owner\nRequested by ada.marsh＠example.com · requested-action\n1. Make Bram Cole owner.\n2. Remove Sharedˍkiosks.\nPlease note: it is late\nJira gets a reply.".replaceAll(
        "＠",
        "@",
      ),
      blocks: [
        { type: "header", text: plain("Approval needed") },
        rich({
          type: "link",
          url: "https://jira.example.com/browse/IAM-42",
          text: "Connector owner",
          style: { bold: true },
        }),
        rich(
          { type: "text", text: "Requested by " },
          { type: "user", user_id: "U0ADA0001" },
          { type: "text", text: " · requested-action" },
        ),
        rich({ type: "text", text: "1. " }, { type: "text", text: "Make Bram Cole owner." }),
        rich({ type: "text", text: "2. " }, { type: "text", text: "Remove Shared_kiosks." }),
        rich({ type: "text", text: "Please note: " }, { type: "text", text: "it is late" }),
        { type: "context", elements: [plain("Jira gets a reply.")] },
        { type: "context", elements: [{ type: "mrkdwn", text: expires, verbatim: true }] },
        {
          type: "actions",
          elements: [
            button("Approve", "approve", "primary"),
            button("Deny", "deny", "danger"),
            { type: "button", text: plain("Open in Reeve"), action_id: "open", url: doc.page },
          ],
        },
      ],
    });
    expect(texted(toSlack(doc).blocks)).not.toContain('"approve"');
  });

  it("shows addresses and ids unchanged, so that people can copy them", () => {
    const shown = texted(
      toSlack({ items: [[[{ quote: "a_b@example.com" }], [{ quote: "con_1 * {by} $&" }]]] }).blocks,
    );
    for (const part of ['"a_b@example.com"', '"con_1 * {by} $&"']) expect(shown).toContain(part);
  });
});

describe("content that is too long", () => {
  it("is cut, and then ends with the number of omitted characters", () => {
    const { blocks } = plainMessage("a".repeat(1200));
    expect(texted(blocks)).toMatch(/"a{975} … \(225 more characters\)"/);
  });

  it("is cut between whole characters", () => {
    expect(texted(plainMessage("👍".repeat(1200)).blocks)).toMatch(/"(👍)+ … \(\d+ more characters\)"/u);
  });

  it("is omitted from a list, which then states the number of omitted lines", () => {
    const items = Array.from({ length: 120 }, (_, n) => [[{ quote: `user ${n + 1}` }]]);
    const { blocks, text } = toSlack({ head: "Users", items, asides: [["120 users"]] }, { more: ID });
    expect(blocks.length).toBe(50);
    expect(texted(blocks)).toContain("… and 74 more that are not shown here.");
    expect(text).toMatch(/user 9\n… and 112 more$/);
  });

  it("is rejected if it is an id, which can't be cut", () => {
    expect(() => toSlack({}, { more: "x".repeat(2001) })).toThrow(RangeError);
    expect(() => toSlack({}, { more: "" })).toThrow(RangeError);
    expect(() =>
      decisionModal({ kind: "approve", summaries: [], warnings: [], metadata: "x".repeat(3001) }),
    ).toThrow(RangeError);
  });
});

it("a modal requires a comment for a denial, but not for an approval", () => {
  const input = (approve: boolean) =>
    decisionModal({
      kind: approve ? "approve" : "deny",
      summaries: ["s"],
      warnings: [],
      metadata: ID,
    }).blocks.at(-1);
  const comment = { type: "input", block_id: "comment", element: { action_id: "comment" } };
  expect(input(true)).toMatchObject({ ...comment, optional: true });
  expect(input(false)).toMatchObject({ ...comment, optional: false });
});

it("the checker of messages finds each planted error", () => {
  const text = (type: string, content: string) => ({ type: "section", text: { type, text: content } });
  const faults = (value: object) => brokenRules({ text: "t", blocks: [], ...value }, "message");
  for (const bad of [
    "<!channel>",
    "a & b",
    "*b*",
    "&gt; q",
    ":tada:",
    "@here",
    "https://x",
    "\u202e",
    "\u0000",
  ])
    expect(faults({ text: bad, blocks: [{ type: "divider" }] })).toHaveLength(1);
  expect(faults({ blocks: [text("mrkdwn", "<https://x.example|Approve>")] })).toHaveLength(3);
  expect(faults({ blocks: [text("plain_text", "")] })).toHaveLength(2);
  expect(faults({ blocks: Array(51).fill({ type: "divider" }) })).toHaveLength(1);
  expect(faults({ blocks: [{ type: "image" }] })).toHaveLength(1);
});

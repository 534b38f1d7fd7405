import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  answerMessage,
  approvalCard,
  type Card,
  type CardVerdict,
  decisionModal,
  endMessage,
  escalationMessage,
  formatVerdict,
  noticeMessage,
  plainMessage,
  planMessage,
  reminderMessage,
  summaryMessage,
  waitingMessage,
} from "../../../src/channels/slack/messages.ts";
import { HOSTILE_TEXTS } from "../../support/hostile-texts.ts";
import { approvalBy } from "../../support/stages.ts";
import { casesOf } from "../../support/sweep.ts";
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
/** Returns every message, with these texts in it. */
function makeMessages(texts: fc.Arbitrary<string>) {
  const many = fc.array(texts, { maxLength: 120 });
  const link = fc.oneof(texts, fc.constant("https://reeve.example.com/runs/run_1?a=1&b=2"));
  const person = fc.record({ name: texts, slack: fc.option(fc.constant("U0ADA0001")) });
  const reason = fc.record({ by: texts, reason: texts });
  const verdict: fc.Arbitrary<CardVerdict | null> = fc
    .record({
      state: fc.constantFrom("awaiting_approval", "expired", "rejected", "done", "cancelled"),
      approvals: fc.array(
        reason.map((one) => approvalBy(one.by, one)),
        { maxLength: 5 },
      ),
      ended: fc.option(
        fc.record(
          {
            by: fc.oneof(texts, fc.constant("reeve")),
            reason: texts,
            withdrawn: fc.constant("ticket_stays"),
          },
          { requiredKeys: ["by", "reason"] },
        ),
      ),
      outcome: fc.option(
        fc.record({
          state: fc.constantFrom("done", "failed", "held", "needs_review"),
          sentences: many,
        }),
      ),
      slack: fc.option(fc.constant("U0ADA0001")),
    })
    .map(({ outcome, slack, ...run }) => formatVerdict(run, outcome, (name) => ({ name, slack })));
  /** The data of a plan that a card and its reminders share. */
  const subject = {
    title: texts,
    url: fc.option(link),
    asked: texts,
    requestedBy: person,
    automation: texts,
    summaries: many,
    link: fc.option(link),
    approvalReasons: many,
    warnings: many,
    waitsFor: fc.option(texts),
    hears: fc.option(texts),
  };
  return {
    answerMessage: fc
      .record({
        title: texts,
        lines: fc.array(fc.record({ name: texts, detail: texts, link }), { maxLength: 120 }),
        note: texts,
      })
      .map((answer) => answerMessage(answer, { id: ID })),
    planMessage: fc
      .record({ summaries: many, approvalReasons: many, waitsFor: fc.option(texts) })
      .map((plan) => planMessage(plan, { confirm: ID, cancel: ID })),
    approvalCard: fc
      .record({
        ...subject,
        expiresAt: fc.option(fc.integer({ min: 0, max: 4e12 })),
        verdict,
      })
      .map((card) => approvalCard(card, { approve: ID, deny: ID })),
    reminderMessage: fc
      .record({
        ...subject,
        expiresAt: fc.integer({ min: 0, max: 4e12 }),
        left: fc.constant("4 hours"),
      })
      .chain((reminder) =>
        fc.constantFrom(
          reminderMessage(reminder),
          escalationMessage(reminder, "C0APPROVE1"),
          escalationMessage(reminder, null),
        ),
      ),
    endMessage: fc
      .tuple(many, fc.option(link), fc.option(fc.constant(ID), { nil: undefined }))
      .map(([sentences, to, withdraw]) => endMessage({ state: "failed", sentences }, to, withdraw)),
    waitingMessage: fc
      .tuple(many, fc.option(texts), fc.option(fc.constant(ID), { nil: undefined }))
      .map(([approvalReasons, waitsFor, withdraw]) =>
        waitingMessage({ approvalReasons, waitsFor }, withdraw),
      ),
    noticeMessage: fc
      .record({
        kind: fc.constantFrom("failed" as const, "held" as const, "awaiting_follow_up" as const),
        url: fc.option(link),
        assignees: fc.array(person, { maxLength: 5 }),
        reports: fc.record({
          done: fc.constant(ID),
          notDone: fc.constant(ID),
          label: fc.constantFrom("Done", "It was started / Done"),
        }),
        automation: texts,
        subject: texts,
        because: texts,
        summaries: many,
        link: fc.option(link),
      })
      .map(noticeMessage),
    summaryMessage: fc
      .record({
        title: texts,
        summary: texts,
        lines: fc.array(fc.record({ name: texts, detail: texts }), { maxLength: 80 }),
        standing: fc.option(texts),
        remark: texts,
        link: fc.option(link),
      })
      .map(summaryMessage),
    plainMessage: fc
      .array(texts, { minLength: 1, maxLength: 60 })
      .map((sentences) => plainMessage(...sentences)),
  };
}

describe("with any untrusted texts,", () => {
  it.for(Object.entries(makeMessages(texts)))(
    "messages of %s obey Slack's rules, and show the texts without formatting",
    ([, arbitrary]) => {
      fc.assert(
        fc.property(arbitrary, (message) => {
          expect(brokenRules(message, "message")).toEqual([]);
        }),
        { numRuns: casesOf(150) },
      );
    },
  );

  it.for(Object.entries(HOSTILE_TEXTS))(
    "every message obeys Slack's rules, even if every text is %s",
    ([, text]) => {
      for (const arbitrary of Object.values(makeMessages(fc.constant(text.slice(0, 5_000)))))
        for (const message of fc.sample<unknown>(arbitrary, 5))
          expect(brokenRules(message, "message")).toEqual([]);
      const sentences = [text, text];
      const modal = decisionModal({ kind: "deny", summaries: sentences, warnings: sentences, metadata: ID });
      expect(brokenRules(modal, "modal")).toEqual([]);
    },
  );

  it("the modal for a decision obeys Slack's rules", () => {
    const many = fc.array(texts, { maxLength: 120 });
    fc.assert(
      fc.property(
        many,
        many,
        fc.constantFrom("approve" as const, "follow_up_not_done"),
        (summaries, warnings, kind) => {
          const modal = decisionModal({ kind, summaries, warnings, metadata: ID });
          expect(brokenRules(modal, "modal")).toEqual([]);
        },
      ),
      { numRuns: casesOf(150) },
    );
  });

  it("only safe web addresses become buttons", () => {
    const links = [
      "javascript:alert(1)",
      "https://u:p@evil.example",
      "nowhere",
      `https://x.example/${"a".repeat(3000)}`,
    ];
    for (const bad of links) {
      const shown = JSON.stringify(answerMessage({ title: "t", lines: [{ name: "n", link: bad }] }).blocks);
      expect(shown).not.toContain("url");
    }
  });
});

const texted = (message: unknown): string => JSON.stringify(message);
const card: Card = {
  title: "Connector owner",
  url: "https://jira.example.com/browse/IAM-42",
  asked: "Requested by",
  requestedBy: { name: "Ada Marsh", slack: "U0ADA0001" },
  automation: "requested-action",
  summaries: ["Make Bram Cole owner of GitHub MCP.", "Remove the session policy Shared_kiosks."],
  approvalReasons: ["it deletes", "it makes 6 changes, more than 5"],
  warnings: [],
  waitsFor: null,
  hears: null,
  expiresAt: Date.parse("2026-06-18T08:00:00Z"),
  link: "https://reeve.example.com/runs/run_1",
  verdict: null,
};
const ids = { approve: "id-approve", deny: "id-deny" };
const undecided = { state: "acting", approvals: [], ended: null } as const;
const named = (name: string) => ({ name });

describe("the approval card", () => {
  it("names the agent and the person for whom the agent made the request", () => {
    const asked = "Asked by the agent “Claude Code” for";
    expect(texted(approvalCard({ ...card, asked }, null))).toContain(
      '{"type":"text","text":"Asked by the agent “Claude Code” for "},{"type":"user","user_id":"U0ADA0001"}',
    );
  });

  it("shows the exact plan, its expiry and the buttons for a decision", () => {
    const plain = (text: string) => ({ type: "plain_text", text, emoji: false });
    const expires = "Expires <!date^1781769600^{date_short_pretty} at {time}|2026-06-18 08:00 UTC>";
    expect(approvalCard(card, ids)).toEqual({
      text: "Approval needed: Connector owner\nMake Bram Cole owner of GitHub MCP.\nRemove the session policy Sharedˍkiosks.",
      blocks: [
        { type: "header", text: plain("Approval needed") },
        {
          type: "rich_text",
          elements: [
            {
              type: "rich_text_section",
              elements: [
                { type: "link", url: card.url, text: "Connector owner", style: { bold: true } },
                { type: "text", text: "\n" },
                { type: "text", text: "Requested by " },
                { type: "user", user_id: "U0ADA0001" },
                { type: "text", text: " · requested-action" },
              ],
            },
          ],
        },
        { type: "section", text: plain("1. Make Bram Cole owner of GitHub MCP.") },
        { type: "section", text: plain("2. Remove the session policy Shared_kiosks.") },
        {
          type: "context",
          elements: [plain("Needs an approval: it deletes; it makes 6 changes, more than 5")],
        },
        { type: "context", elements: [{ type: "mrkdwn", text: expires, verbatim: true }] },
        {
          type: "actions",
          elements: [
            {
              type: "button",
              text: plain("Approve"),
              action_id: "approve",
              value: "id-approve",
              style: "primary",
            },
            { type: "button", text: plain("Deny"), action_id: "deny", value: "id-deny", style: "danger" },
            { type: "button", text: plain("Details"), action_id: "open", url: card.link },
          ],
        },
      ],
    });
  });

  it("states whether the requester will be notified of the outcome, until the plan is decided or expires", () => {
    const told = { ...card, hears: "Ada Marsh won't be notified: Workday can't be replied to." };
    expect(texted(approvalCard(told, ids))).toContain(told.hears);
    const verdict = { headline: "Expired", lines: [] };
    expect(texted(approvalCard({ ...told, verdict }, null))).not.toContain(told.hears);
  });

  it("shows the approver's comment, and later the result, but no buttons", () => {
    const run = { ...undecided, approvals: [approvalBy("Bram Cole", { reason: "Fine." })] };
    const cardAfter = (outcome: Parameters<typeof formatVerdict>[1]) =>
      texted(approvalCard({ ...card, verdict: formatVerdict(run, outcome, named) }, ids));
    const first = cardAfter(null);
    expect(first).toContain("Approved by Bram Cole: Fine.");
    const then = cardAfter({ state: "done", sentences: ["All of it."] });
    expect(then).toContain("All of it.");
    expect(cardAfter({ state: "held", sentences: [] })).toContain("It is on hold");
    for (const shown of [first, then]) {
      expect(shown).not.toContain("id-approve");
      expect(shown).not.toContain("<!date");
      expect(shown).toContain("Shared_kiosks");
    }
  });

  it.for([
    ["rejected", { by: "Bram Cole", reason: "" }, "Denied by Bram Cole."],
    ["expired", null, "Nobody decided in time. Nothing was done."],
    ["cancelled", { by: "reeve", reason: "by run_2" }, "Replaced by a newer request."],
    [
      "cancelled",
      { by: "Ada Marsh", reason: "A mistake." },
      "Withdrawn before anybody decided. Ada Marsh: A mistake.",
    ],
    [
      "cancelled",
      { by: "Ada Marsh", reason: "A mistake.", withdrawn: "ticket_stays" },
      "Withdrawn by Ada Marsh: A mistake.",
    ],
    [
      "cancelled",
      { by: "reeve", reason: "IAM-42 is now “Declined”", withdrawn: "ticket_stays" },
      "Withdrawn: IAM-42 is now “Declined”",
    ],
  ] as const)("shows how the plan ended: state %s, details %j", ([state, ended, sentence]) => {
    const verdict = formatVerdict({ ...undecided, state, ended }, null, named);
    expect(approvalCard({ ...card, verdict }, ids).text).toContain(sentence);
  });

  it("shows who approved a plan that is withdrawn before it begins", () => {
    const approvals = [approvalBy("Bram Cole", { reason: "Fine." })];
    const ended = { by: "reeve", reason: "IAM-42 was deleted", withdrawn: "ticket_gone" } as const;
    expect(formatVerdict({ state: "cancelled", approvals, ended }, null, named)).toEqual({
      headline: "Withdrawn",
      lines: [["Approved by ", { name: "Bram Cole" }, ": Fine."], ["Withdrawn: IAM-42 was deleted"]],
    });
  });

  it("shows no verdict on a plan that was never decided", () => {
    for (const state of ["done", "rejected", "cancelled"] as const)
      expect(formatVerdict({ ...undecided, state }, null, named)).toBeNull();
  });

  it("has no buttons for people who can't decide", () => {
    expect(texted(approvalCard(card, null))).not.toContain('"approve"');
  });

  it("does not expand text that looks like a placeholder", () => {
    const shown = texted(approvalCard({ ...card, title: "{by} {{state}} $&", summaries: ["$1"] }, ids));
    expect(shown).toContain("{by} {{state}} $&");
  });
});

it("a run whose effect is not visible yet is reported as accepted instead of done", () => {
  const done = { state: "done", sentences: ["It was asked for."] } as const;
  const heads = [{ ...done, accepted: true }, done].map((one) => texted(endMessage(one, null).blocks?.[0]));
  expect(heads[0]).toContain("Accepted by the service, which can take some minutes to show it.");
  expect(heads[1]).toContain("Done.");
});

describe("content that is too long", () => {
  it("is cut in a text, which then states the number of omitted characters", () => {
    const { blocks } = plainMessage("a".repeat(1200));
    expect(texted(blocks)).toMatch(/"a{975} … \(225 more characters\)"/);
  });

  it("is cut between whole characters", () => {
    expect(texted(plainMessage("👍".repeat(1200)).blocks)).toMatch(/"(👍)+ … \(\d+ more characters\)"/u);
  });

  it("is omitted from a list, which then states the number of omitted lines", () => {
    const lines = Array.from({ length: 120 }, (_, n) => ({ name: `user ${n + 1}` }));
    const { blocks, text } = answerMessage({ title: "Users", lines, note: "120 users" }, { id: ID });
    expect(blocks.length).toBe(50);
    expect(texted(blocks)).toContain("… and 74 more that are not shown here.");
    expect(text).toMatch(/user 9\n… and 111 more$/);
  });

  it("is rejected if it is an id, which can't be cut", () => {
    expect(() => answerMessage({ title: "t", lines: [] }, { id: "x".repeat(2001) })).toThrow(RangeError);
    expect(() => answerMessage({ title: "t", lines: [] }, { id: "" })).toThrow(RangeError);
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

it("a message about a plan shows its actions and its approval reasons", () => {
  const { blocks } = planMessage(
    { summaries: ["one", "two"], approvalReasons: ["it deletes"], waitsFor: null },
    { confirm: "c", cancel: "x" },
  );
  const shown = texted(blocks);
  for (const part of ["1. one", "2. two", "Needs an approval: it deletes"]) expect(shown).toContain(part);
  expect(blocks.at(-1)).toMatchObject({
    elements: [
      { action_id: "confirm", value: "c", style: "primary" },
      { action_id: "cancel", value: "x" },
    ],
  });
});

it("a message shows addresses and ids unchanged, so that people can copy them", () => {
  const shown = texted(
    answerMessage({ title: "t", lines: [{ name: "a_b@example.com", detail: "con_1 *" }] }).blocks,
  );
  for (const part of ['"a_b@example.com"', '"con_1 *"']) expect(shown).toContain(part);
});

it("a notice to operators has a button that opens the console", () => {
  const notice = {
    kind: "needs_review",
    automation: "requested-action",
    subject: "RITM0010042",
    url: null,
    assignees: [],
    because: "No answer came.",
    summaries: ["Create a review."],
    link: "https://reeve.example.com/runs/run_1",
  } as const;
  expect(noticeMessage(notice).blocks.at(-1)).toMatchObject({
    elements: [{ action_id: "open", url: "https://reeve.example.com/runs/run_1" }],
  });
  expect(noticeMessage({ ...notice, link: null }).blocks.at(-1)).toMatchObject({ type: "section" });
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

import fc from "fast-check";
import { expect, it } from "vitest";
import { noticeCard, planCard, type WaitingPlan } from "../../../src/channels/teams/card.ts";
import { HOSTILE_TEXTS } from "../../support/hostile-texts.ts";
import { brokenCardRules } from "./limits.ts";

const plan: WaitingPlan = {
  title: "IAM-42 Retire the tool",
  url: "https://jira.example.com/browse/IAM-42",
  asked: "Requested by",
  requestedBy: "ada.marsh@example.com",
  automation: "tool-retirement-from-ticket",
  summaries: ["Retire the MCP tool Delete branch of GitHub MCP."],
  approvalReasons: ["it deletes an MCP tool", "Ada Marsh asked for it and is affected by it"],
  warnings: [],
  waitsFor: null,
  hears: "Jira gets a reply for Ada Marsh at the end.",
  expiresAt: Date.parse("2026-06-18T08:00:00Z"),
  left: null,
  link: "https://reeve.example.com/runs/run_1",
};

const lines = (card: ReturnType<typeof planCard>): string[] =>
  card.body.map((part) =>
    part.type === "TextBlock" ? part.text : part.inlines.map(({ text }) => text).join(""),
  );

it("a card shows the request, its requester, its ticket, its deadline and a link to the run", () => {
  const card = planCard(plan);
  expect(lines(card)).toEqual([
    "Approval needed",
    "IAM-42 Retire the tool",
    "Requested by ada.marsh@example.com · tool-retirement-from-ticket",
    "Retire the MCP tool Delete branch of GitHub MCP.",
    "Needs an approval: it deletes an MCP tool; Ada Marsh asked for it and is affected by it",
    "Jira gets a reply for Ada Marsh at the end.",
    "Expires {{DATE(2026-06-18T08:00:00Z, SHORT)}} at {{TIME(2026-06-18T08:00:00Z)}}",
    "Approve or deny it in Reeve: Teams can't pass on a decision.",
  ]);
  expect(JSON.stringify(card.body)).toContain(`"url":"${plan.url}"`);
  expect(card.actions).toEqual([{ type: "Action.OpenUrl", title: "Open in Reeve", url: plan.link }]);
});

it("a reminder shows how much time is left", () => {
  expect(lines(planCard({ ...plan, left: "4 hours" }))[0]).toBe("Still waiting for approval: 4 hours left");
});

it("a card without a link to the run has no button, and a long card states the number of omitted changes", () => {
  const card = planCard({
    ...plan,
    link: null,
    summaries: Array.from({ length: 200 }, () => "x".repeat(900)),
  });
  expect(card.actions).toEqual([]);
  expect(lines(card).some((line) => /^… and \d+ more that are not shown here\.$/.test(line))).toBe(true);
});

const texts = fc.oneof(
  fc.constantFrom(
    "**bold** _italic_ [Approve](https://evil.example)",
    "{{DATE(2017-02-14T06:00:00Z)}} {{{{",
    "- one\r- two\n1. three",
    "<at>everyone</at> \\[x\\]",
    "left\u202eright\u0000",
    "",
    "👍".repeat(3_000),
    '"\\'.repeat(3_000),
  ),
  fc.string({ unit: "binary", maxLength: 300 }),
);
const link = fc.oneof(
  texts,
  fc.constant("javascript:alert(1)"),
  fc.constant("https://reeve.example.com/runs/1"),
);

it.for(Object.entries(HOSTILE_TEXTS))(
  "a card obeys Teams' rules and shows all texts without formatting, even if every text is %s",
  ([, text]) => {
    const [several, said] = [[text, text], { title: text, asked: text, requestedBy: text, automation: text }];
    const texts = {
      ...said,
      url: text,
      link: text,
      summaries: several,
      approvalReasons: several,
      warnings: several,
    };
    expect(brokenCardRules(planCard({ ...plan, ...texts }))).toEqual([]);
    const news = { type: "notice", title: text, text: several, to: several, link: text, ticket: text };
    expect(brokenCardRules(noticeCard(news))).toEqual([]);
  },
);

it("a card with any untrusted texts obeys Teams' rules, and shows the texts without formatting", () => {
  const many = fc.array(texts, { maxLength: 80 });
  const plans = fc.record({
    title: texts,
    url: fc.option(link),
    asked: texts,
    requestedBy: texts,
    automation: texts,
    summaries: many,
    approvalReasons: many,
    warnings: many,
    waitsFor: fc.option(texts),
    hears: fc.option(texts),
    expiresAt: fc.integer({ min: 0, max: 4e12 }),
    left: fc.constantFrom(null, "4 hours"),
    link: fc.option(link),
  });
  const news = fc.record({
    type: fc.constant("notice"),
    title: texts,
    text: many,
    to: many,
    link: fc.option(link),
    ticket: fc.option(link),
  });
  fc.assert(
    fc.property(plans, news, (one, other) => {
      expect(brokenCardRules(planCard(one))).toEqual([]);
      expect(brokenCardRules(noticeCard(other))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

import fc from "fast-check";
import { expect, it } from "vitest";
import type { Doc } from "../../../src/channels/doc.ts";
import { toCard } from "../../../src/channels/teams/card.ts";
import { HOSTILE_TEXTS } from "../../support/hostile-texts.ts";
import { casesOf } from "../../support/sweep.ts";
import { docs } from "../docs.ts";
import { brokenCardRules } from "./limits.ts";

const doc: Doc = {
  head: "Approval needed",
  title: [{ quote: "IAM-42 Retire the tool", link: "https://jira.example.com/browse/IAM-42" }],
  about: [["Requested by ", { person: "ada.marsh@example.com" }, " · tool-retirement-from-ticket"]],
  items: [[[{ quote: "Retire the MCP tool Delete branch of GitHub MCP." }]]],
  notes: [["This waits for an approval: ", { quote: "it deletes an MCP tool" }, "."]],
  asides: [[{ quote: "Reeve replies to Ada Marsh in Jira when the run ends." }]],
  until: Date.parse("2026-06-18T08:00:00Z"),
  acts: [{ act: "approve" }],
  page: "https://reeve.example.com/runs/run_1",
};

const lines = (card: ReturnType<typeof toCard>): string[] =>
  card.body.map((part) =>
    part.type === "TextBlock"
      ? part.text
      : part.type === "Input.Text"
        ? `[${part.placeholder}]`
        : part.inlines.map(({ text }) => text).join(""),
  );

it("a card shows the request, its requester, its ticket, its deadline and a link to the run", () => {
  const card = toCard(doc);
  expect(lines(card)).toEqual([
    "Approval needed",
    "IAM-42 Retire the tool",
    "Requested by ada.marsh@example.com · tool-retirement-from-ticket",
    "Retire the MCP tool Delete branch of GitHub MCP.",
    "This waits for an approval: it deletes an MCP tool.",
    "Reeve replies to Ada Marsh in Jira when the run ends.",
    "Expires {{DATE(2026-06-18T08:00:00Z, SHORT)}} at {{TIME(2026-06-18T08:00:00Z)}}",
    "Decide in Reeve: Teams can't pass on a decision.",
  ]);
  const ticket = {
    type: "Action.OpenUrl",
    title: "Open the ticket",
    url: "https://jira.example.com/browse/IAM-42",
  };
  expect(JSON.stringify(card.body)).toContain(JSON.stringify(ticket));
  expect(card.actions).toEqual([{ type: "Action.OpenUrl", title: "Open in Reeve", url: doc.page }, ticket]);
});

it("a card without a link to the run has no button, and a long card states the number of omitted changes", () => {
  const items = Array.from({ length: 200 }, () => [[{ quote: "x".repeat(900) }]]);
  const card = toCard({ head: "Approval needed", page: null, items });
  expect(card.actions).toEqual([]);
  expect(lines(card).some((line) => /^… and \d+ more that are not shown here\.$/.test(line))).toBe(true);
});

it.for(Object.entries(HOSTILE_TEXTS))(
  "a card obeys Teams' rules and shows all texts without formatting, even if every text is %s",
  ([, text]) => {
    for (const one of fc.sample(docs(fc.constant(text.slice(0, 5_000))), 5))
      expect(brokenCardRules(toCard(one))).toEqual([]);
  },
);

it("a card with untrusted texts obeys Teams' rules, and shows the texts without formatting", () => {
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
  fc.assert(
    fc.property(docs(texts), (one) => {
      expect(brokenCardRules(toCard(one))).toEqual([]);
    }),
    { numRuns: casesOf(60) },
  );
});

// Every medium describes the five ends of a waiting plan in the same way, with the approvals that were given.
import { describe, expect, it } from "vitest";
import {
  formatHeading,
  listParagraphs,
  makeDoc,
  type OutboxMessage,
  type Reader,
} from "../../src/channels/doc.ts";
import { toSlack } from "../../src/channels/slack/blocks.ts";
import { toCard } from "../../src/channels/teams/card.ts";
import { Lines } from "../../src/console/pages/run-why.tsx";
import { describeRun } from "../../src/mcp/runs.ts";
import { explainEnd, explainRun, formatLine, toTicket } from "../../src/runs/explain.ts";
import type { RunMessage } from "../../src/runs/message.ts";
import type { Run } from "../../src/runs/run.ts";
import { fresh, makePlan } from "../desk/lives.ts";
import { approvalBy } from "../support/stages.ts";

const SITE = "https://reeve.example.com";
const [ADA, BRAM, GITA] = ["ada.marsh@example.com", "bram.cole@example.com", "gita.lund@example.com"];
const STAGE = { name: "a stage", count: 1, people: [], role: "yes", skipped: [] } as const;
const GIVEN = approvalBy(BRAM, { reason: "Fine.", stage: "a stage" });

const waiting = (approvals: Run["approvals"]): Run => ({
  ...fresh,
  state: "awaiting_approval",
  plan: makePlan(),
  approvalReasons: ["it deletes"],
  stages: [STAGE, { ...STAGE, name: "another stage" }],
  approvals,
  remindAt: [],
});
const message = (run: Run, more: Partial<RunMessage> = {}): RunMessage => ({
  ...{ about: "state", name: "IAM-42 Retire it", url: null, requestedBy: ADA, hears: null, run },
  sentences: ["Retire the tool."],
  ...more,
});

const doc = (sent: OutboxMessage, reader: Reader) => makeDoc(sent, reader, { site: SITE }) ?? {};
/** Returns the texts of a message without their types and links. */
function spoken(value: unknown): string {
  if (typeof value !== "object" || value === null) return "";
  return Object.entries(value)
    .map(([name, part]) =>
      typeof part === "string" && (name === "text" || name === "untrusted") ? part : spoken(part),
    )
    .join("");
}

/** Returns all texts of a run in each medium. */
const MEDIA: Readonly<Record<string, (run: Run) => string>> = {
  "a Slack card": (run) => spoken(toSlack(doc(message(run), "approver")).blocks),
  "a Teams card": (run) => spoken(toCard(doc(message(run), "approver"))),
  "a webhook": (run) =>
    [formatHeading, listParagraphs].flatMap((of) => of(doc(message(run), "approver"))).join(" "),
  "a reply to a ticket": (run) =>
    toTicket(explainEnd(run) ?? explainRun(run).lines, null).sentences.join(" "),
  "an agent's tool": (run) => spoken(describeRun({ run, headline: null } as never, { site: SITE })),
  "the run's page": (run) =>
    String(Lines({ of: explainRun(run).lines, tone: "quiet" }))
      .replace(/<q[^>]*>/g, "“")
      .replaceAll("</q>", "”")
      .replace(/<[^>]*>/g, "")
      .replace(/, \d+ days ago/g, ""),
};

const person = { by: GITA, reason: "Not now." };
const ENDS: readonly (readonly [string, Partial<Run>, string, string])[] = [
  ["denied", { state: "rejected", ended: person }, "Denied", `Denied by ${GITA}:“Not now.”`],
  [
    "replaced",
    { state: "cancelled", ended: { by: "reeve", reason: "replaced by the plan of a newer event, run_2" } },
    "Replaced",
    "Replaced by the plan of a newer event, run_2.",
  ],
  [
    "withdrawn by its requester",
    { state: "cancelled", ended: { ...person, withdrawn: "ticket_stays" } },
    "Withdrawn",
    `Withdrawn by ${GITA}:“Not now.”`,
  ],
  [
    "withdrawn by its ticket",
    {
      state: "cancelled",
      ended: { by: "reeve", reason: "IAM-42 is now “Declined”", withdrawn: "ticket_stays" },
    },
    "Withdrawn",
    "Withdrawn: IAM-42 is now “Declined”",
  ],
  ["cancelled", { state: "cancelled", ended: person }, "Cancelled", `Cancelled by ${GITA}:“Not now.”`],
  ["expired", { state: "expired" }, "Expired", "Nobody decided in time."],
];

describe.for(Object.entries(MEDIA))("%s", ([name, renderRun]) => {
  const render = (run: Run) => renderRun(run).replace(/:\s“/g, ":“");

  it.for(ENDS)("describes the end of a plan without an approval: %s", ([, change, head, sentence]) => {
    const shown = render({ ...waiting([]), ...change });
    expect(shown).toContain(sentence);
    expect(shown).toContain("Nothing was changed.");
    expect(shown).not.toContain("Approved by");
    if (/card|webhook/.test(name)) expect(shown.startsWith(head)).toBe(true);
  });

  it.for(ENDS)("describes the end of a plan with one of two approvals: %s", ([, change, , sentence]) => {
    const shown = render({ ...waiting([GIVEN]), ...change });
    expect(shown).toContain(`Approved by ${BRAM}:“Fine.”`);
    if (change.state === "expired") {
      expect(shown).toContain("The other approvals were not given in time.");
      expect(shown).not.toContain("Nobody decided");
    } else expect(shown).toContain(sentence);
  });
});

it("the explanation of an expired plan states whether its requester or an operator did not decide in time", () => {
  const lines = (change: Partial<Run>) =>
    explainRun({ ...waiting([]), state: "expired", ...change }).lines.map(formatLine);
  const { remindAt: _, ...unconfirmed } = waiting([]);
  expect(explainRun({ ...unconfirmed, state: "expired" }).lines.map(formatLine)).toContain(
    "Its requester did not confirm it in time.",
  );
  const hold = { budget: "deletes an hour", limit: 5, used: 5, windowMinutes: 60 };
  expect(lines({ hold })).toContain("No operator resumed it in time.");
});

describe("a message to approvers", () => {
  const heading = (sent: OutboxMessage, reader: Reader = "approver") => formatHeading(doc(sent, reader));
  const due = { ...waiting([]), dueAt: Date.now() + 4 * 3_600_000 + 30_000 };

  it("shows the plan, its requester, the reason why it waits, warnings, the deadline and the buttons", () => {
    const run = { ...due, warnings: ["It is late."] };
    const sent = message(run, { hears: "Jira gets a reply.", agent: "Claude", requesterName: "Ada Marsh" });
    const shown = makeDoc(sent, "approver", {
      site: SITE,
      facts: ["Other owners: Hugo."],
    });
    expect(shown && [formatHeading(shown), ...listParagraphs(shown)]).toEqual([
      "Approval needed: IAM-42 Retire it",
      `Requested by the agent “Claude” for Ada Marsh (${ADA}) · ${run.automation}`,
      "Retire the tool.",
      "This waits for an approval: it deletes. Stage 1 of 2 waits for a stage.",
      "Please note: It is late.",
      "Please note: Other owners: Hugo.",
      "Jira gets a reply.",
    ]);
    expect(shown).toMatchObject({
      until: run.dueAt,
      acts: [{ act: "approve" }, { act: "deny" }],
      page: `${SITE}/runs/${run.id}`,
    });
  });

  it("shows an approval while another stage waits, and the result once all approvals are given", () => {
    const half = listParagraphs(doc(message({ ...due, approvals: [GIVEN] }), "approver"));
    expect(half.join("\n")).toContain(`Approved by ${BRAM}:\n“Fine.”`);
    expect(half.join()).toContain("Stage 2 of 2 waits for another stage.");
    const approvals = [GIVEN, approvalBy(GITA, { stage: "another stage" })];
    expect(heading(message({ ...due, state: "acting", approvals }))).toBe("Approved: IAM-42 Retire it");
    expect(heading(message({ ...due, state: "done", approvals }))).toBe("Done: IAM-42 Retire it");
  });

  it("that is a reminder states the time left, and is not sent after the deadline", () => {
    const reminder = (run: Run) => message(run, { about: "reminder" });
    expect(heading(reminder(due))).toBe("Still waiting for approval, 4 hours left: IAM-42 Retire it");
    expect(heading(reminder(due), "escalation")).toBe(
      "Nobody has decided yet, 4 hours left: IAM-42 Retire it",
    );
    const half = { ...due, approvals: [GIVEN] };
    expect(heading(reminder(half), "escalation")).toMatch(/^Not all approvals are given, 4 hours left/);
    expect(makeDoc(reminder({ ...due, dueAt: 1 }), "approver", { site: SITE })).toBeNull();
  });
});

it("a comment is shown as a quote below the run's title and the author's name", () => {
  const shown = doc(
    {
      key: "k",
      title: "About a plan",
      summary: `${ADA} commented`,
      quote: { text: "Why?", about: "IAM-42" },
    },
    "approver",
  );
  expect([formatHeading(shown), ...listParagraphs(shown)]).toEqual([
    "About a plan: IAM-42",
    `${ADA} commented:`,
    "“Why?”",
  ]);
});

describe("the explanation of a run", () => {
  const call = { operation: "deleteAppEntitlementOwner", attempts: 1 } as const;
  const problem = { code: "governance_rejected", message: "403 PERMISSION_DENIED", public: "p" } as const;
  const lines = (run: Partial<Run>) =>
    explainRun({ ...fresh, plan: makePlan(), ...run }, { isOperator: true }).lines.map(formatLine);

  it.for(["failed", "dismissed", "not_done"] as const)(
    "in the state %s reports the changes made and the calls with an unknown outcome",
    (state) => {
      const journal = [
        { ...call, state: "applied" as const },
        { ...call, state: "unknown" as const },
      ];
      const shown = lines({ state, journal, problem, ended: person });
      expect(shown).toContain("1 of 2 changes had been made by then. It is unknown whether 1 more was made.");
      expect(shown.join(" ")).toContain("403 PERMISSION_DENIED");
    },
  );

  it("mentions a failed part of the plan while a follow-up is open", () => {
    const run: Run = { ...fresh, state: "awaiting_follow_up", plan: makePlan(), problem };
    expect(lines(run)).toContain("governance_rejected: 403 PERMISSION_DENIED");
    expect(listParagraphs(doc(message(run), "operator"))).toContain(
      "Part of the plan failed: 403 PERMISSION_DENIED",
    );
  });
});

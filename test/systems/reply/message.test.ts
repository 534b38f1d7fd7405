import { describe, expect, it } from "vitest";
import { type Ending, writeMessage } from "../../../src/systems/reply/message.ts";
import { HOSTILE_TEXTS } from "../../support/hostile-texts.ts";

const SUMMARY = "Make Ada Marsh an owner of GitHub MCP.";
const told = (
  ending: Ending,
  made = 0,
  summaries: readonly string[] = [SUMMARY],
  gone = 0,
  unseen = made - gone,
) => writeMessage({ summaries, made, changes: 2, gone, unseen, ending }).sentences;

describe("the message to the requester", () => {
  it.for<[string, Ending, number, string[]]>([
    [
      "the changes",
      { state: "done", approvals: [] },
      2,
      [`Accepted by the service, which can take some minutes to show it: ${SUMMARY}`],
    ],
    [
      "the approver",
      { state: "done", approvals: ["Approved by nora@example.com."] },
      2,
      [
        `Accepted by the service, which can take some minutes to show it: ${SUMMARY}`,
        "Approved by nora@example.com.",
      ],
    ],
    [
      "the reason for a failure",
      { state: "failed", because: "there is no such tool" },
      0,
      ["This could not be done: there is no such tool", `Nothing was changed. The request: ${SUMMARY}`],
    ],
    [
      "the number of changes that a failed run made",
      { state: "failed", because: "it broke" },
      1,
      ["This could not be done: it broke", `1 of 2 changes had been made by then. The request: ${SUMMARY}`],
    ],
    [
      "the person who denied the request",
      { state: "rejected", by: "nora@example.com", reason: "not now" },
      0,
      ["This was not approved by nora@example.com: not now", `The request: ${SUMMARY}`],
    ],
    [
      "the person who cancelled the run",
      { state: "cancelled", by: "nora@example.com", reason: "a mistake" },
      1,
      [
        "This was cancelled by nora@example.com: a mistake",
        `1 of 2 changes had been made by then. The request: ${SUMMARY}`,
      ],
    ],
    [
      "the expiry",
      { state: "expired" },
      0,
      [
        "This was not approved in time, so it was not done. Ask again if it is still wanted.",
        `The request: ${SUMMARY}`,
      ],
    ],
  ])("contains %s", ([, ending, made, expected]) => expect(told(ending, made)).toEqual(expected));

  it.for<[string, Ending, number, string[]]>([
    [
      "all targets",
      { state: "done", approvals: [] },
      2,
      [`Done: ${SUMMARY}`, "It had already been deleted: nothing was changed."],
    ],
    [
      "some targets",
      { state: "done", approvals: [] },
      1,
      [
        `Accepted by the service, which can take some minutes to show it: ${SUMMARY}`,
        "1 of 2 changes had nothing to delete: the target had already been deleted.",
      ],
    ],
    [
      "some targets of a run that then failed",
      { state: "failed", because: "it broke" },
      2,
      ["This could not be done: it broke", `Nothing was changed. The request: ${SUMMARY}`],
    ],
  ])("states which targets were already deleted: %s", ([, ending, gone, expected]) =>
    expect(told(ending, 2, [SUMMARY], gone)).toEqual(expected),
  );

  it("omits the plan if the run has no plan", () => {
    expect(told({ state: "failed", because: "x" }, 0, [])).toEqual([
      "This could not be done: x",
      "Nothing was changed.",
    ]);
    expect(told({ state: "expired" }, 0, [])).toHaveLength(1);
  });

  it("contains five actions in full, and the number of further actions", () => {
    const many = Array.from({ length: 8 }, (_, n) => `Action ${n + 1}.`);
    expect(told({ state: "done", approvals: [] }, 2, many)).toEqual([
      "Accepted by the service, which can take some minutes to show it: Action 1. Action 2. Action 3. Action 4. Action 5. And 3 more.",
    ]);
  });

  it("contains a link to the run if the link is known", () => {
    const ending: Ending = { state: "expired" };
    expect(
      writeMessage({ summaries: [], made: 0, changes: 0, gone: 0, unseen: 0, ending }),
    ).not.toHaveProperty("link");
    const link = "https://reeve.example.com/api/runs/run_1";
    expect(
      writeMessage({ summaries: [], made: 0, changes: 0, gone: 0, unseen: 0, ending, link }),
    ).toHaveProperty("link", link);
  });

  it("has at most 2,000 characters per sentence, without splitting a character", () => {
    const because = "😀".repeat(3_000);
    const [sentence = ""] = told({ state: "failed", because });
    expect(sentence.length).toBeLessThanOrEqual(2_000);
    expect(sentence.length).toBeGreaterThan(1_990);
    expect(sentence.isWellFormed()).toBe(true);
  });

  it("has one line per sentence, without control or direction characters", () => {
    const because = "a\r\nb\u2028c\0d\u202Ee\u2066f\u061Cg\u200Fh\u0085i";
    const [sentence] = told({ state: "failed", because });
    expect(sentence).toBe("This could not be done: a b c defgh i");
  });
});

it.for(Object.entries(HOSTILE_TEXTS))("each sentence stays on one line with %s in it", ([, text]) => {
  const endings: readonly Ending[] = [
    { state: "done", approvals: [`Approved by ${text}: ${text}`] },
    { state: "failed", because: text },
    { state: "rejected", by: text, reason: text },
    { state: "cancelled", by: text, reason: text },
    { state: "expired" },
  ];
  for (const sentence of endings.flatMap((ending) => told(ending, 1, [text, text]))) {
    expect(sentence).toMatch(/^\S[^\r\n]*$/);
    expect(sentence).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff]/u);
    expect(sentence.length).toBeLessThanOrEqual(2_000);
  }
});

it("a message contains no invisible characters", () => {
  const summary = "Give\u202e Ada\u{e0041}\u200b\ud800 the\nkey.";
  expect(told({ state: "expired" }, 0, [summary]).join()).toContain("Give Ada\ufffd the key.");
});

it("a message states that a withdrawal came too late", () => {
  const lateWithdrawal = "IAM-42 is now “Declined”";
  const plan = { summaries: [SUMMARY], made: 2, changes: 2, gone: 0, unseen: 0, lateWithdrawal };
  expect(writeMessage({ ...plan, ending: { state: "done", approvals: [] } }).sentences).toEqual([
    `Done: ${SUMMARY}`,
    "It was withdrawn too late to stop it: IAM-42 is now “Declined”.",
  ]);
});

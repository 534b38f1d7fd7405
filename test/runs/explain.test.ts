import { describe, expect, it } from "vitest";
import { ticketChannel, writeNote } from "../../src/channels/tickets.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { explainEnd, toTicket } from "../../src/runs/explain.ts";
import { replyTo } from "../../src/runs/message.ts";
import type { Run } from "../../src/runs/run.ts";
import { RUN_STATE, RUN_STATES } from "../../src/runs/states.ts";
import { workerEvent } from "../../src/systems/reading/worker.ts";
import { Replies } from "../../src/systems/reply/replies.ts";
import { fresh, makePlan } from "../desk/lives.ts";
import { HOSTILE_TEXTS } from "../support/hostile-texts.ts";
import { approvalBy } from "../support/stages.ts";

const CALLBACK = "/identityGovernance/lifecycleWorkflows/workflows/w/tasks/t/taskProcessingResults/r/resume";
const waiting = (callbackUriPath?: string) =>
  workerEvent("entra", "u1", {
    type: "worker.terminated",
    worker: { fields: callbackUriPath === undefined ? {} : { callbackUriPath } },
  });
const done: Run = { ...fresh, state: "done", plan: makePlan() };
const failed: Run = { ...fresh, state: "failed", problem: { code: "internal", message: "m", public: "p" } };
const replies = (entra: object = {}) => Replies.parse({ entra });

describe("a system that accepts no text", () => {
  it.for([
    ["done", done, "Completed"],
    ["failed", failed, "Failed"],
  ] as const)("receives only the state %s", ([, run, move]) => {
    expect(replyTo(waiting(CALLBACK), run, replies(), undefined)).toMatchObject({
      target: { system: "entra", fields: { callbackUriPath: CALLBACK } },
      message: null,
      move,
    });
  });

  it("receives another state if the settings specify it", () => {
    const settings = replies({ move: { notDone: "Completed" } });
    expect(replyTo(waiting(CALLBACK), failed, settings, undefined)).toMatchObject({ move: "Completed" });
  });

  it("receives nothing if none of its tasks waits, or if replies are turned off", () => {
    expect(replyTo(waiting(), done, replies(), undefined)).toBeNull();
    expect(replyTo(waiting(CALLBACK), done, Replies.parse({}), undefined)).toBeNull();
  });
});

describe("a note to the ticket of a run", () => {
  const until = Date.UTC(2026, 10, 27, 9, 30);
  const plan = makePlan();
  const REMIND = "The requester can remind approvers on the run's page, once in 24 hours.";
  const hold = { budget: "deletes an hour", limit: 5, used: 5, windowMinutes: 60 };

  it.for<[Run["state"], Partial<Run>, ...string[]]>([
    [
      "awaiting_approval",
      { approvalReasons: ["it deletes something"], dueAt: until },
      "This waits for an approval: it deletes something. Somebody with the role approver decides. Without a decision by 27 Nov 2026, 10:30 (Europe/Berlin), it will not be done.",
    ],
    [
      "awaiting_approval",
      { approvalReasons: ["it deletes something", "it is old"], dueAt: null },
      "This waits for an approval: it deletes something; it is old. Somebody with the role approver decides.",
    ],
    [
      "scheduled",
      { dueAt: until, scheduledFor: "the end of 27 Nov 2026" },
      "This is scheduled for 27 Nov 2026, 10:30 (Europe/Berlin), the end of 27 Nov 2026.",
    ],
    [
      "held",
      { hold },
      "This is on hold, and an operator decides whether it continues. The plan would exceed the budget “deletes an hour”: 5 of 5 used in 60 minutes.",
    ],
    [
      "held",
      {
        hold,
        approvals: [approvalBy("nora.field@example.com")],
        override: { hash: "h", by: "gita.lund@example.com", reason: "", at: 0 },
      },
      "This is on hold, and an operator decides whether it continues. The plan would exceed the budget “deletes an hour”: 5 of 5 used in 60 minutes.",
      "Approved by nora.field@example.com.",
      "Allowed to exceed its budget by gita.lund@example.com.",
    ],
    [
      "awaiting_follow_up",
      { dueAt: until },
      "The rest must be done and reported by an operator by 27 Nov 2026, 10:30 (Europe/Berlin):",
    ],
    ["needs_review", {}, "This is waiting for an operator: it is unknown whether a call was carried out."],
  ])("that is %s explains the wait to the requester: %j", ([state, more, ...words]) => {
    const run: Run = { ...fresh, ...more, state, plan };
    expect(writeNote(run, "Europe/Berlin", undefined)).toEqual({
      sentences: [...words, `The request: ${plan.actions[0]?.summary}`],
    });
    const note = writeNote({ ...run, plan: null }, "Europe/Berlin", "https://reeve.example.com");
    const remind = state === "awaiting_approval" ? [REMIND] : [];
    expect(note).toEqual({
      sentences: [...words, ...remind],
      link: `https://reeve.example.com/runs/${run.id}`,
    });
  });

  const config = { ...sample, replies: Replies.parse({ jira: {}, entra: {} }) };

  it("is sent only in waiting states, and only to configured systems that have comments", () => {
    for (const state of RUN_STATES) {
      const run: Run = { ...fresh, state, plan };
      const note = writeNote(run, "UTC", undefined);
      const waits = RUN_STATE[state].waitsFor !== null;
      expect(note !== null, state).toBe(waits);
      const addresses = (subject: string, about: "state" | "reminder" = "state") =>
        ticketChannel.addresses({ about, run: { ...run, subject } }, { config, env: {} });
      if (waits) expect(addresses("jira:1"), state).toEqual(["jira"]);
      expect(addresses("jira:1", "reminder"), state).toEqual([]);
      expect(addresses("linear:1"), state).toEqual([]);
      expect(addresses("entra:1"), state).toEqual([]);
    }
  });
});

it("a reply is sent only with the message about the run's end", () => {
  const reply = replyTo(waiting(CALLBACK), done, replies(), undefined);
  const config = { ...sample, replies: replies() };
  const addresses = (version: number) =>
    ticketChannel.addresses({ about: "state", run: { ...done, reply, version } }, { config, env: {} });
  expect(addresses(done.version)).toEqual(["entra"]);
  expect(addresses(done.version + 1)).toEqual([]);
});

const at = (change: Partial<Run>): Run => ({ ...fresh, plan: makePlan(), remindAt: [], ...change });
const text = (run: Run) => toTicket(explainEnd(run) ?? [], null).sentences;
const SUMMARY = makePlan().actions[0]?.summary;
const REQUEST = `The request: ${SUMMARY}`;
const call = (change: object): Run["journal"][number] => ({
  ...{ operation: "deleteMcpTool", state: "applied", attempts: 1, ...change },
});
const [seen, gone, planned] = [
  call({ shows: { is: "seen", at: 1 } }),
  call({ wasMissing: true }),
  call({ state: "planned", attempts: 0 }),
];
const broken = { code: "internal", message: "m", public: "it broke" } as const;

describe("the end of a run", () => {
  const ACCEPTED = `Accepted by the service, which can take some minutes to show it: ${SUMMARY}`;
  it.for<[string, Partial<Run>, string[]]>([
    ["with effects that are not visible yet", { state: "done", journal: [call({})] }, [ACCEPTED]],
    [
      "with an approval",
      { state: "done", journal: [seen], approvals: [approvalBy("nora@example.com")] },
      [`Done: ${SUMMARY}`, "Approved by nora@example.com."],
    ],
    [
      "whose only target was already deleted",
      { state: "done", journal: [gone] },
      [`Done: ${SUMMARY}`, "Nothing was left to delete: nothing was changed."],
    ],
    [
      "with two targets, one of which was already deleted",
      { state: "done", journal: [call({}), gone] },
      [ACCEPTED, "1 of 2 changes had nothing to delete: the target had already been deleted."],
    ],
    [
      "that was withdrawn too late",
      { state: "done", journal: [seen], lateWithdrawal: "IAM-42 is now “Declined”" },
      [`Done: ${SUMMARY}`, "It was withdrawn, but too late to stop it:", "“IAM-42 is now ‘Declined’”"],
    ],
    [
      "that failed",
      { state: "failed", problem: broken, journal: [gone, planned] },
      ["This could not be done: it broke", "Nothing was changed.", REQUEST],
    ],
    [
      "that failed after a change",
      { state: "failed", problem: broken, journal: [seen, planned] },
      ["This could not be done: it broke", "1 of 2 changes had been made by then.", REQUEST],
    ],
    [
      "that failed without a plan",
      { state: "failed", problem: broken, plan: null },
      ["This could not be done: it broke", "Nothing was changed."],
    ],
    [
      "whose follow-up was not done",
      { state: "not_done", ended: { by: "nora@example.com", reason: "not now" } },
      ["nora@example.com reported this as not done:", "“not now”", "Nothing was changed.", REQUEST],
    ],
    [
      "whose plan another run carries out",
      { state: "ignored", ignored: "already in progress", sameAs: "run_1", plan: null },
      ["Another run is handling this change, or has handled it, so this run did nothing."],
    ],
  ])("%s is described to its requester", ([, change, expected]) => {
    expect(text(at(change))).toEqual(expected);
  });

  it("is described with five actions in full, and the number of further actions", () => {
    const [action] = makePlan().actions;
    const actions = Array.from({ length: 8 }, (_, n) => ({ ...action, summary: `Action ${n + 1}.` }));
    const plan = { ...makePlan(), actions } as Run["plan"];
    expect(text(at({ state: "done", plan, journal: [seen] }))).toEqual([
      "Done: Action 1. Action 2. Action 3. Action 4. Action 5. And 3 more.",
    ]);
  });

  it.for(Object.entries(HOSTILE_TEXTS))(
    "is described with one line of visible text per sentence, despite %s",
    ([, hostile]) => {
      const by = { by: hostile, reason: hostile };
      for (const change of [
        { state: "failed", problem: { ...broken, public: hostile } },
        { state: "rejected", ended: by, approvals: [approvalBy(hostile, by)] },
        { state: "cancelled", ended: by },
        { state: "cancelled", ended: { ...by, withdrawn: "ticket_stays" } },
      ] as const)
        for (const sentence of text(at(change))) {
          expect(sentence).toMatch(/^\S[^\r\n]*$/);
          expect(sentence).not.toMatch(
            /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff]/u,
          );
          expect(sentence.length).toBeLessThanOrEqual(2_000);
        }
    },
  );
});

import { describe, expect, it } from "vitest";
import { ticketChannel } from "../../src/channels/tickets.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { replyTo, writeWait } from "../../src/runs/reply.ts";
import type { Run } from "../../src/runs/run.ts";
import { RUN_STATE, RUN_STATES } from "../../src/runs/states.ts";
import { workerEvent } from "../../src/systems/reading/worker.ts";
import { Replies } from "../../src/systems/reply/replies.ts";
import { fresh, makePlan } from "../desk/lives.ts";
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

describe("a note to a ticket whose run waits", () => {
  const until = Date.UTC(2026, 10, 27, 9, 30);
  const plan = makePlan();
  const hold = { budget: "deletes an hour", limit: 5, used: 5, windowMinutes: 60 };

  it.for<[Run["state"], Partial<Run>, ...string[]]>([
    [
      "awaiting_approval",
      { approvalReasons: ["it deletes something"], dueAt: until },
      "This waits for an approval: it deletes something. Somebody with the role approver decides. Without a decision by 27 Nov 2026, 10:30 (Europe/Berlin) it is not done.",
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
      "Approved by nora.field@example.com.",
      "gita.lund@example.com allowed this run to exceed its budget.",
      "This is on hold, and an operator decides whether it continues. The plan would exceed the budget “deletes an hour”: 5 of 5 used in 60 minutes.",
    ],
    [
      "awaiting_follow_up",
      { dueAt: until },
      "The rest must be done and reported by an operator by 27 Nov 2026, 10:30 (Europe/Berlin):",
    ],
    ["needs_review", {}, "This waits for an operator: it is unknown whether a call was carried out."],
  ])("that is %s names the reason, the assignees and the end of the wait: %j", ([state, more, ...words]) => {
    const run: Run = { ...fresh, ...more, state, plan };
    expect(writeWait(run, "Europe/Berlin", undefined)).toEqual({
      sentences: [...words, `The request: ${plan.actions[0]?.summary}`],
    });
    const note = writeWait({ ...run, plan: null }, "Europe/Berlin", "https://reeve.example.com");
    expect(note).toEqual({ sentences: words, link: `https://reeve.example.com/runs/${run.id}` });
  });

  const config = { ...sample, replies: Replies.parse({ jira: {}, entra: {} }) };

  it("is sent only in waiting states, and only to systems with comments", () => {
    for (const state of RUN_STATES) {
      const run: Run = { ...fresh, state, plan };
      const note = writeWait(run, "UTC", undefined);
      const waits = RUN_STATE[state].waitsFor !== null && state !== "awaiting_confirmation";
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

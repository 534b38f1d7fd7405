import { describe, expect, it } from "vitest";
import { replyTo } from "../../src/desk/run/reply.ts";
import type { Run } from "../../src/desk/run/run.ts";
import { workerEvent } from "../../src/systems/reading/worker.ts";
import { Replies } from "../../src/systems/reply/replies.ts";
import { fresh, makePlan } from "./lives.ts";

const CALLBACK = "/identityGovernance/lifecycleWorkflows/workflows/w/tasks/t/taskProcessingResults/r/resume";
const waiting = (callbackUriPath?: string) =>
  workerEvent("entra", "u1", {
    type: "worker.terminated",
    worker: { fields: callbackUriPath === undefined ? {} : { callbackUriPath } },
  });
const done: Run = { ...fresh, state: "done", plan: makePlan() };
const failed: Run = { ...fresh, state: "failed", problem: { code: "internal", message: "m", public: "p" } };
const replies = (entra: object = {}) => Replies.parse({ entra });

describe("a system without a place for words", () => {
  it.for([
    ["done", done, "Completed"],
    ["failed", failed, "Failed"],
  ] as const)("is only told that it is %s", ([, run, move]) => {
    expect(replyTo(waiting(CALLBACK), run, replies(), undefined)).toMatchObject({
      to: "entra",
      step: "move",
      state: "due",
      move,
    });
  });

  it("may be told otherwise", () => {
    const settings = replies({ move: { notDone: "Completed" } });
    expect(replyTo(waiting(CALLBACK), failed, settings, undefined)).toMatchObject({ move: "Completed" });
  });

  it("is told nothing where nobody waits, or where it is not to be answered", () => {
    expect(replyTo(waiting(), done, replies(), undefined)).toBeNull();
    expect(replyTo(waiting(CALLBACK), done, Replies.parse({}), undefined)).toBeNull();
  });
});

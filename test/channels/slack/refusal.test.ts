import { expect, it } from "vitest";
import { toRefusal } from "../../../src/channels/slack/api.ts";

const post = (answer: unknown, reads = false) => toRefusal("chat.postMessage", answer, reads);

it.for([
  ["ratelimited", false, "sender_unavailable"],
  ["service_unavailable", false, "sender_unavailable"],
  ["fatal_error", false, "sender_outcome_unknown"],
  ["fatal_error", true, "sender_unavailable"],
  ["channel_not_found", false, "sender_refused"],
] as const)("Slack's error %s (in a read-only call: %s) is reported as %s", ([error, reads, code]) => {
  expect(post({ ok: false, error }, reads)).toMatchObject({
    code,
    message: `slack, chat.postMessage: ${error}`,
  });
});

it("the problem of a call that Slack rejects names the missing scope or the invalid block", () => {
  const answer = {
    ok: false,
    error: "invalid_blocks",
    response_metadata: {
      messages: ["[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text]"],
    },
  };
  expect(post(answer).message).toBe("slack, chat.postMessage: invalid_blocks at /blocks/0/text");
  expect(post({ ok: false, error: "missing_scope", needed: "chat:write" }).message).toBe(
    "slack, chat.postMessage: missing_scope (needs chat:write)",
  );
});

it.for([
  [null],
  [[]],
  ["no"],
  [{}],
  [{ error: 1 }],
  [{ error: "<html>" }],
  [{ error: "xoxb-1-token" }],
  [{ error: "x".repeat(200) }],
])("a problem does not reveal an undocumented response from Slack: %j", ([answer]) => {
  expect(post(answer)).toMatchObject({
    code: "sender_refused",
    message: "slack, chat.postMessage: the response is not ok",
  });
});

import { expect, it } from "vitest";
import { readableLine } from "../../../src/cli/shared/log-lines.ts";

const DELIVERY = {
  message: "delivery",
  source: "jira",
  event: "evt_1",
  events: 1,
  type: "ticket.transitioned",
  duplicate: false,
};
const RUN = {
  message: "run",
  run: "run_1",
  event: "evt_1",
  automation: "leaver",
  mode: "live",
  state: "failed",
};
const ORIGIN = "http://127.0.0.1:8787";
const AT = Date.parse("2026-11-22T12:03:11Z");
const readable = (line: object | string, origin?: string) =>
  readableLine(typeof line === "string" ? line : JSON.stringify(line), origin, AT).replace(
    /^\d\d:\d\d:11 /,
    "",
  );

it.for<[object, string]>([
  [DELIVERY, `delivery jira ticket.transitioned ${ORIGIN}/events/evt_1`],
  [{ ...DELIVERY, duplicate: true }, `delivery jira ticket.transitioned duplicate ${ORIGIN}/events/evt_1`],
  [{ message: "delivery", source: "gusto", event: null, malformed: true }, "delivery gusto malformed"],
  [
    { message: "delivery", source: "slack", job: "command", key: "1", duplicate: false },
    "delivery slack command",
  ],
  [{ ...RUN, problem: "not_found" }, `run leaver live failed not_found ${ORIGIN}/runs/run_1`],
  [
    { ...RUN, problem: null, state: "awaiting_approval" },
    `run leaver live awaiting_approval ${ORIGIN}/runs/run_1`,
  ],
  [
    { message: "outbox_item", job: "command", key: "command:1.b3dc", problem: null, durationMs: 34 },
    "outbox item job=command key=command:1.b3dc durationMs=34",
  ],
  [
    { message: "desk_fault", level: "alert", run: "run_1", faults: 2 },
    `ALERT desk fault faults=2 ${ORIGIN}/runs/run_1`,
  ],
])("the log line %j is formatted, with a link to its page if there is a page", ([line, expected]) => {
  expect(readable(line, ORIGIN)).toBe(expected);
});

it("a formatted log line begins with its time, and ends with an id if the console's origin is unknown", () => {
  expect(readableLine(JSON.stringify(RUN), undefined, AT)).toMatch(
    /^\d\d:03:11 run leaver live failed run_1$/,
  );
});

it("text that is not a log line is printed unchanged, except for replaced control characters", () => {
  expect(readable("warning: something\n")).toBe("warning: something");
  expect(readable("\u001b[2Jgone")).toBe("\ufffd[2Jgone");
  expect(readable('["no", "object"]')).toBe('["no", "object"]');
  expect(readable({ ...DELIVERY, type: "a\u001b[2J\nb" })).toBe("delivery jira a [2J b evt_1");
});

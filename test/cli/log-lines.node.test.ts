import { expect, it } from "vitest";
import { logLines } from "../../src/cli/shared/log-lines.ts";

const DELIVERY = {
  message: "delivery",
  source: "jira",
  event: "evt_1",
  events: 1,
  type: "ticket.transitioned",
};
const RUN = {
  message: "run",
  run: "run_1",
  event: "evt_1",
  automation: "leaver",
  mode: "live",
  state: "failed",
};
const text = (line: object) => JSON.stringify(line);
const withoutTime = (line: string) => line.replace(/^\d\d:\d\d:\d\d /, "");

it("names events and runs as people do, with the link to each, and asks for a name once", async () => {
  let asked = 0;
  const readable = logLines({
    origin: "http://127.0.0.1:8787",
    event: async () => {
      asked++;
      return { source: "jira", name: 'IAM-42 "Remove owner"', ignored: null };
    },
    why: async () => "there is no such user",
  });
  expect(await readable(text(DELIVERY))).toMatch(/^\d\d:\d\d:\d\d jira /);
  expect(withoutTime(await readable(text(DELIVERY)))).toBe(
    'jira IAM-42 "Remove owner" received http://127.0.0.1:8787/events/evt_1',
  );
  expect(withoutTime(await readable(text({ ...RUN, problem: "not_found" })))).toBe(
    'jira IAM-42 "Remove owner" → leaver failed: there is no such user http://127.0.0.1:8787/runs/run_1',
  );
  expect(withoutTime(await readable(text({ ...RUN, state: "awaiting_approval" })))).toBe(
    'jira IAM-42 "Remove owner" → leaver waits for approval http://127.0.0.1:8787/runs/run_1',
  );
  expect(asked).toBe(1);
});

it("says what the log says where nothing else can be asked", async () => {
  const readable = logLines();
  expect(withoutTime(await readable(text({ ...DELIVERY, duplicate: true })))).toBe(
    "jira ticket.transitioned already received evt_1",
  );
  expect(withoutTime(await readable(text({ ...RUN, problem: "not_found" })))).toBe(
    "jira → leaver failed: not_found run_1",
  );
  expect(withoutTime(await readable(text({ message: "delivery", source: "gusto", malformed: true })))).toBe(
    "gusto can't be read",
  );
  const job = {
    message: "messenger_job",
    job: "command",
    key: "command:1.b3dc",
    problem: null,
    durationMs: 34,
  };
  expect(withoutTime(await readable(text(job)))).toBe("slack command done in 34 ms");
  expect(
    withoutTime(await readable(text({ message: "desk_fault", level: "alert", run: "run_1", faults: 2 }))),
  ).toBe("ALERT desk fault run=run_1 faults=2");
});

it("shows what is no log line as it is, and lets nothing steer the terminal", async () => {
  const readable = logLines();
  expect(await readable("warning: something\n")).toBe("warning: something");
  expect(await readable("\u001b[2Jgone")).toBe("\ufffd[2Jgone");
  expect(await readable('["no", "object"]')).toBe('["no", "object"]');
  const named = logLines({ event: async () => ({ source: "x", name: "a\u001b[2J\nb", ignored: null }) });
  expect(withoutTime(await named(text(DELIVERY)))).toBe("jira a [2J b received evt_1");
});

import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { expect, it } from "vitest";
import { readDelivery } from "../../src/http/incoming.ts";
import { bamboohr, jira } from "../../src/sandbox/vendors/senders.ts";
import type { Sender } from "../../src/sandbox/vendors/signing.ts";
import { bare } from "../console/signed.ts";
import { app } from "../support/app.ts";
import { hearLog } from "../support/log.ts";
import { sourceNamed } from "../support/source-named.ts";
import { dressed, filled, type Recorded } from "../systems/support/dressed.ts";

const recorded: Recorded = import.meta.glob("../fixtures/jira/issue_updated.transitioned.json", {
  query: "?raw",
  import: "default",
  eager: true,
});
/** An approved ticket, which an automation wants. */
const issue = (id: string) => Object.values(filled(recorded)).join().replaceAll("10427", id);

/** Delivers a signed body to the front door. @returns the status, and the ids of its events */
async function deliver(sender: Sender, body: string, headers: Readonly<Record<string, string>> = {}) {
  const delivery = await dressed(sender, body, { at: Date.now() });
  for (const [name, value] of Object.entries(headers)) delivery.headers.set(name, value);
  const context = createExecutionContext();
  const bindings = { ...bare, [sourceNamed(sender.source).secretVariable]: sender.localSecret };
  const response = await app.request(delivery.url.href, delivery, bindings, context);
  await waitOnExecutionContext(context);
  const { event, events = [event] } = await response.json<{ event?: string; events?: string[] }>();
  return { status: response.status, events };
}

it("two deliveries with an empty id are accepted separately, unless one is a copy of the other", async () => {
  const unnumbered = { "x-atlassian-webhook-identifier": "" };
  const first = await deliver(jira, issue("10427"), unnumbered);
  const other = await deliver(jira, issue("10428"), unnumbered);
  expect([first.status, other.status]).toEqual([202, 202]);
  expect(other.events).not.toEqual(first.events);
  expect(await deliver(jira, issue("10427"), unnumbered)).toEqual({ status: 200, events: first.events });
});

it("a person's long name is not cut within a character", async () => {
  const long = issue("10429").replaceAll(
    /"displayName": ?"[^"]*"/g,
    `"displayName": "${"a".repeat(319)}😀${"b".repeat(60_000)}"`,
  );
  const read = readDelivery(sourceNamed("jira"), await dressed(jira, long));
  const [one] = read.ok ? read.value : [];
  expect(one?.event).toMatchObject({
    actor: { name: "a".repeat(319) },
    ticket: { requester: { name: "a".repeat(319) } },
  });
});

it("a person's address is read without mailto:", async () => {
  const read = readDelivery(
    sourceNamed("jira"),
    await dressed(jira, issue("10431").replaceAll('"emailAddress": "', "$&mailto:")),
  );
  const [one] = read.ok ? read.value : [];
  expect(JSON.stringify(one?.event)).not.toContain("mailto:");
});

it("each event of a delivery has its own id, even if the delivery does not number its events", async () => {
  const employee = (field: string) => ({ id: "118", action: "Updated", changedFields: [field] });
  const body = JSON.stringify({ employees: ["department", "jobTitle", "salary"].map(employee) });
  const first = await deliver(bamboohr, body);
  expect(first.status).toBe(202);
  expect(new Set(first.events).size).toBe(3);
});

it("a delivery that makes its parser throw or has too many events is rejected", async () => {
  const source = sourceNamed("jira");
  const delivery = await dressed(jira, issue("10427"));
  const throwing = () => {
    throw new RangeError("Maximum call stack size exceeded");
  };
  expect(readDelivery({ ...source, parse: throwing }, delivery)).toEqual({
    ok: false,
    reason: { detail: "Reeve could not read the delivery: RangeError: Maximum call stack size exceeded" },
  });
  expect(readDelivery(source, delivery)).toMatchObject({ ok: true, value: [{ event: {} }] });

  const employees = Array.from({ length: 5_001 }, (_, n) => ({ id: `${n}`, action: "Created" }));
  const { status, events } = await deliver(bamboohr, JSON.stringify({ employees: employees.slice(0, 501) }));
  expect([status, new Set(events).size]).toEqual([202, 501]);
  expect(await deliver(bamboohr, JSON.stringify({ employees }))).toMatchObject({ status: 422 });
});

it.each([
  ["one", "check the secret at both ends"],
  ["two, separated by a comma", expect.stringContaining("if this is one secret that contains a comma")],
])("the log of a rejected delivery has a hint that fits the number of secrets: %s", async (how, hint) => {
  const lines = hearLog();
  const delivery = await dressed(jira, issue("10430"), { at: Date.now() });
  const secret = how === "one" ? "a-secret-of-another" : "a-secret-of-another,with-a-comma-within";
  const bindings = { ...bare, [sourceNamed("jira").secretVariable]: secret };
  const response = await app.request(delivery.url.href, delivery, bindings, createExecutionContext());
  expect(response.status).toBe(401);
  expect(lines.find(({ message }) => message === "delivery_refused")).toMatchObject({
    check: "signature_mismatch",
    expected: `SHA-256 HMAC with a secret in use (${how === "one" ? 1 : 2})`,
    got: "another",
    hint,
  });
});

import { describe, expect, it } from "vitest";
import { rippling as sender } from "../../src/cli/send/senders.ts";
import { incomingOf } from "../../src/http/incoming.ts";
import { sourceNamed } from "../support/source-named.ts";
import { describeSource, dressed, eventOf, NOW, type Recorded, said } from "./laws.ts";

const rippling = sourceNamed("rippling");

const recorded: Recorded = import.meta.glob("../fixtures/rippling/*", {
  query: "?raw",
  import: "default",
  eager: true,
});
describeSource(rippling, sender, recorded);

const worker = "60a1f0c2d3e4f5a6b7c8d901";
const secret = sender.localSecret;

it("takes the secret of a workflow in the address", async () => {
  const delivery = { ...(await dressed(sender, "{}")), headers: new Headers() };
  delivery.url.searchParams.set("secret", secret);
  expect(await rippling.verify(delivery, [secret], NOW)).toMatchObject({ ok: true });
  delivery.url.searchParams.set("secret", `${secret}!`);
  expect(await rippling.verify(delivery, [secret], NOW)).toMatchObject({
    reason: { check: "secret_mismatch" },
  });
});

it("takes no signature for the secret", async () => {
  const delivery = {
    ...(await dressed(sender, "{}")),
    headers: new Headers({ "x-rippling-signature": secret }),
  };
  expect(await rippling.verify(delivery, [secret], NOW)).toEqual({
    ok: false,
    reason: { check: "secret_missing" },
  });
});

describe("what Rippling says", () => {
  it.for([
    ["employee.hired", { type: "worker.hired", mayBe: ["worker.returned"] }],
    ["employee.terminated", { type: "worker.terminated" }],
    [
      "employee.updated",
      { type: "worker.changed", mayBe: ["worker.hired", "worker.terminated", "worker.returned"] },
    ],
    [
      "employee.created",
      { type: "worker.changed", changed: ["access"], mayBe: ["worker.hired", "worker.returned"] },
    ],
    ["employee.deleted", { type: "worker.changed", changed: ["access"], mayBe: ["worker.terminated"] }],
  ] as const)("is, as %s, of one employee", async ([name, event]) => {
    expect(await eventOf(rippling, sender, recorded, name)).toEqual({
      ...event,
      subject: `rippling:${worker}`,
      worker: { system: "rippling", id: worker, fields: { company: "5ff4c6f2a1b2c3d4e5f60718" } },
    });
  });

  it("means nothing here where it is not about an employee, or does not say about whom", async () => {
    expect(await said(rippling, sender, recorded, "leave_request.created")).toMatchObject([
      { event: { ignored: "Rippling's event leave_request.created is not about an employee" } },
    ]);
    const anybody = rippling.parse(await dressed(sender, "event_name=employee.updated&company_id=1"), NOW);
    expect(anybody).toMatchObject({
      value: [{ event: { ignored: "Rippling's event employee.updated does not say about whom" } }],
    });
  });

  it("is what a workflow says in our own words", async () => {
    expect(await eventOf(rippling, sender, recorded, "workflow-studio")).toMatchObject({
      type: "worker.terminated",
      subject: `rippling:${worker}`,
      effectiveOn: "2026-06-30",
      worker: {
        system: "rippling",
        email: "ada.marsh@example.com",
        manager: { email: "bram.cole@example.com" },
      },
    });
    expect(await said(rippling, sender, recorded, "workflow-studio")).toMatchObject([
      { id: `${worker} terminated 2026-06-30` },
    ]);
  });

  it("can't be read without an event's name", async () => {
    expect(rippling.parse(await dressed(sender, "company_id=1&id=2"), NOW)).toMatchObject({
      reason: { detail: expect.stringContaining("event_name") },
    });
  });
});

describe("the same form again", () => {
  const MINUTE = 60_000;
  const form = recorded["../fixtures/rippling/employee.updated.form"] ?? "";
  const idAt = async (minutes: number, body = form) => {
    const parsed = rippling.parse(
      await dressed(sender, body),
      Date.parse("2026-06-15T08:00:00Z") + minutes * MINUTE,
    );
    return parsed.ok ? parsed.value[0]?.id : undefined;
  };

  it("is a repeat within the quarter of an hour, however its fields are ordered", async () => {
    expect(await idAt(0)).toMatch(/@2026-06-15T08:00:00.000Z$/);
    expect(await idAt(14)).toBe(await idAt(0));
    expect(await idAt(1, form.split("&").reverse().join("&"))).toBe(await idAt(0));
  });

  it("is another change later", async () => {
    const ids = await Promise.all([0, 15, 30, 24 * 60].map((minutes) => idAt(minutes)));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("is known, however long it is", async () => {
    const keysAt = async (minutes: number) => {
      const delivery = await dressed(sender, `${form}&note=${"n".repeat(5_000)}`);
      const parsed = rippling.parse(delivery, NOW + minutes * MINUTE);
      const taken = await incomingOf(rippling, [delivery.body], parsed.ok ? parsed.value : []);
      return taken.map(({ unread = null, keys }) => ({ unread, keys }));
    };
    const [first] = await keysAt(0);
    expect(first).toEqual({
      unread: null,
      keys: [expect.stringMatching(/^rippling:id:sha256:[0-9a-f]{64}$/)],
    });
    expect(await keysAt(1)).toEqual([first]);
    expect(await keysAt(20)).not.toEqual([first]);
  });

  it("is another event where a field differs", async () => {
    expect(await idAt(0, form.replace("updated", "hired"))).not.toBe(await idAt(0));
    expect(await idAt(0, `${form}2`)).not.toBe(await idAt(0));
  });
});

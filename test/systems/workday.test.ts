import { describe, expect, it } from "vitest";
import { WorkerNotice } from "../../src/systems/reading/worker.ts";
import { dressed, NOW } from "./laws.ts";
import { describeVendor } from "./vendor.ts";

const workday = describeVendor("workday");

const secret = workday.sender.localSecret;

it.for<[string, Record<string, string>]>([
  ["a bearer token", { authorization: `Bearer ${secret}` }],
  ["a password, whatever the name", { authorization: `Basic ${btoa(`anyone:${secret}`)}` }],
  ["a header of its own", { "x-reeve-secret": secret }],
])("takes the secret as %s", async ([, headers]) => {
  const delivery = { ...(await dressed(workday.sender, "{}")), headers: new Headers(headers) };
  expect(await workday.verify(delivery, [secret], NOW)).toEqual({
    ok: true,
    value: { secret: 0, signed: null },
  });
  expect(await workday.verify(delivery, [`${secret}!`], NOW)).toMatchObject({
    reason: { check: "secret_mismatch" },
  });
});

describe("what Workday says", () => {
  it("is a hire, on its day", async () => {
    expect(await workday.event("hired")).toEqual({
      type: "worker.hired",
      subject: "workday:3aa5550b7fe348b98d7b5741afc65534",
      occurredAt: "2026-06-15T14:58:12.000Z",
      actor: { id: "f5f0c1a37d2e4b5c9a8b7c6d5e4f3a2b", name: "Gita Lund", email: "gita.lund@example.com" },
      effectiveOn: "2026-06-30",
      worker: {
        system: "workday",
        id: "3aa5550b7fe348b98d7b5741afc65534",
        email: "ada.marsh@example.com",
        name: "Ada Marsh",
        department: "Platform",
        jobTitle: "Platform engineer",
        manager: {
          id: "0e44c92412d34b01ace61e80a47aaf6d",
          name: "Bram Cole",
          email: "bram.cole@example.com",
        },
        fields: { employeeId: "21508", location: "Berlin" },
      },
    });
  });

  it("is a change, of what has a previous value", async () => {
    expect(await workday.event("changed")).toMatchObject({
      type: "worker.changed",
      changed: ["department", "jobTitle", "manager"],
      worker: {
        department: "Security",
        manager: { name: "Nora Field" },
        fields: { "previous.department": "Platform", "previous.manager": "bram.cole@example.com" },
      },
    });
  });

  it("is a termination, and what is empty is left out", async () => {
    const event = await workday.event("terminated");
    expect(event).toMatchObject({
      type: "worker.terminated",
      effectiveOn: "2026-06-30",
      changed: ["status"],
    });
    expect(event).not.toHaveProperty("worker.manager");
  });

  it("is a return that has taken effect, where no day is given", async () => {
    const event = await workday.event("returned");
    expect(event).toMatchObject({ type: "worker.returned", worker: { name: "Ada Marsh", fields: {} } });
    for (const absent of ["effectiveOn", "changed", "actor", "worker.department", "worker.jobTitle"])
      expect(event).not.toHaveProperty(absent);
  });

  it("is known by the event's id", async () => {
    expect(await workday.said("hired")).toMatchObject([{ id: "HIRE_EMPLOYEE-6-118204" }]);
  });

  it.for<[string, (notice: Record<string, unknown>) => void, string]>([
    ["no id", (notice) => delete notice["id"], "id"],
    ["a type that there is not", (notice) => (notice["type"] = "worker.moved"), "type"],
    ["a day that there is not", (notice) => (notice["effectiveOn"] = "2026-02-30"), "effectiveOn"],
    ["a day of another country", (notice) => (notice["effectiveOn"] = "30.06.2026"), "effectiveOn"],
    ["an empty day", (notice) => (notice["effectiveOn"] = ""), "effectiveOn"],
    ["a worker without an id", (notice) => (notice["worker"] = { name: "Ada Marsh" }), "worker.id"],
  ])("can't be read with %s, and what is wrong is named", async ([, change, member]) => {
    const notice = workday.json("hired");
    change(notice);
    expect(await workday.read(notice)).toMatchObject({
      ok: false,
      reason: { detail: expect.stringMatching(`^${member}:`) },
    });
  });
});

describe("docs/senders.md", () => {
  const page = Object.values(
    import.meta.glob("../../docs/senders.md", { query: "?raw", import: "default", eager: true }),
  ).join("");
  const blocks = Array.from(page.matchAll(/```json\n(.*?)```/gs), ([, text = ""]) => JSON.parse(text));

  it("has an example that can be read", () => {
    const examples = blocks.filter((block) => String(block.type).startsWith("worker."));
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(WorkerNotice.safeParse(example)).toMatchObject({ success: true });
  });
});

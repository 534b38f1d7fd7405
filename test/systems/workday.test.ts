import { describe, expect, it } from "vitest";
import { WorkerNotice } from "../../src/systems/reading/worker.ts";
import { NOW } from "./support/dressed.ts";
import { describeVendor } from "./support/vendor.ts";

const workday = describeVendor("workday");

const secret = workday.sender.localSecret;

it.for<[string, Record<string, string>]>([
  ["a bearer token", { authorization: `Bearer ${secret}` }],
  ["a password with any user name", { authorization: `Basic ${btoa(`anyone:${secret}`)}` }],
  ["the header x-reeve-secret", { "x-reeve-secret": secret }],
])("Workday's secret is accepted in %s", async ([, headers]) => {
  const delivery = workday.request(headers);
  expect(await workday.verify(delivery, [secret], NOW)).toEqual({
    ok: true,
    value: { secret: 0, signed: null },
  });
  expect(await workday.verify(delivery, [`${secret}!`], NOW)).toMatchObject({
    reason: { check: "secret_mismatch" },
  });
});

workday.reads([
  [
    "a hire on its day, identified by the event's id",
    "hired",
    {
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
    },
    { id: "HIRE_EMPLOYEE-6-118204", whole: true },
  ],
  [
    "a change of the properties that have a previous value",
    "changed",
    {
      type: "worker.changed",
      changed: ["department", "jobTitle", "manager"],
      worker: {
        department: "Security",
        manager: { name: "Nora Field" },
        fields: { "previous.department": "Platform", "previous.manager": "bram.cole@example.com" },
      },
    },
  ],
  [
    "a termination without its empty properties",
    "terminated",
    { type: "worker.terminated", worker: { lastDay: "2026-06-30" }, changed: ["status"] },
    { without: ["worker.manager"] },
  ],
  [
    "a termination on a day that never comes, as ignored",
    { ...workday.json("terminated"), effectiveOn: "9999-12-31" },
    { ignored: 'the last day: 9999-12-31 means "never", so the worker stays' },
  ],
  [
    "ids that are numbers",
    { ...workday.json("terminated"), id: 118377, worker: { id: 4711, name: 17 } },
    { subject: "workday:4711", worker: { id: "4711", name: "17" } },
    { id: "118377" },
  ],
  [
    "a return that is in effect, because it has no day",
    "returned",
    { type: "worker.returned", worker: { name: "Ada Marsh", fields: {} } },
    { without: ["effectiveOn", "changed", "actor", "worker.department", "worker.jobTitle"] },
  ],
]);

const hired: Record<string, unknown> = workday.json("hired");
workday.refuses([
  ["id:", { ...hired, id: undefined }],
  ["type:", { ...hired, type: "worker.moved" }],
  ["effectiveOn:", { ...hired, effectiveOn: "2026-02-30" }],
  ["effectiveOn:", { ...hired, effectiveOn: "30.06.2026" }],
  ["effectiveOn:", { ...hired, effectiveOn: "" }],
  ["worker.id:", { ...hired, worker: { name: "Ada Marsh" } }],
]);

describe("docs/senders.md", () => {
  const page = Object.values(
    import.meta.glob("../../docs/senders.md", { query: "?raw", import: "default", eager: true }),
  ).join("");
  const blocks = Array.from(page.matchAll(/```json\n(.*?)```/gs), ([, text = ""]) => JSON.parse(text));

  it("contains a valid example", () => {
    const examples = blocks.filter((block) => String(block.type).startsWith("worker."));
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(WorkerNotice.safeParse(example)).toMatchObject({ success: true });
  });
});

it("a notice is rejected if its time zone is neither an IANA name nor a common Windows name", () => {
  const notice = (timeZone: string) => ({
    id: "1",
    type: "worker.terminated",
    worker: { id: "1", timeZone },
  });
  for (const timeZone of ["Eastern Standard Time", "Europe/Berlin", ""])
    expect(WorkerNotice.safeParse(notice(timeZone)).success).toBe(true);
  expect(WorkerNotice.safeParse(notice("Mars Standard Time")).error?.issues).toMatchObject([
    { path: ["worker", "timeZone"], message: expect.stringContaining("expected a time zone") },
  ]);
  expect(
    WorkerNotice.safeParse({ ...notice(""), effectiveOn: "2026-06-15-07:00" }).error?.issues,
  ).toMatchObject([{ path: ["effectiveOn"] }]);
});

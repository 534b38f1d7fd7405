import { describe, expect, it } from "vitest";
import { bytes, hex, mac } from "../../src/sandbox/vendors/signing.ts";
import { dressed, NOW } from "./laws.ts";
import { describeVendor } from "./vendor.ts";

// A form does not say when the change was: one that is signed anew may be of a second change.
const bamboohr = describeVendor("bamboohr", ["employee.updated.form-post", "employees.form-post"]);

const SECRET = bamboohr.sender.localSecret;
const SECONDS = String(Math.floor(NOW / 1000));

describe("what BambooHR signs", () => {
  const delivery = (body: string, timestamp: string | null, signature: string) => ({
    method: "POST",
    url: new URL("https://reeve.example.com/hooks/bamboohr"),
    headers: new Headers({
      "x-bamboohr-signature": signature,
      ...(timestamp === null ? {} : { "x-bamboohr-timestamp": timestamp }),
    }),
    body: bytes([body]),
  });
  const check = async (body: string, timestamp: string | null, ...signed: string[]) =>
    bamboohr.verify(delivery(body, timestamp, hex(await mac("SHA-256", SECRET, ...signed))), [SECRET], NOW);

  it("is the body and then the time", async () => {
    expect(await check("{}", SECONDS, "{}", SECONDS)).toMatchObject({ ok: true });
  });

  it.for([
    ["the time first", "{}", SECONDS, [SECONDS, ".", "{}"], "signature_mismatch"],
    ["a point between them", "{}", SECONDS, ["{}", ".", SECONDS], "signature_mismatch"],
    ["the body alone", "{}", SECONDS, ["{}"], "signature_mismatch"],
    ["no time", "{}", null, ["{}"], "timestamp_missing"],
    ["another time", "{}", String(Number(SECONDS) - 1), ["{}", SECONDS], "signature_mismatch"],
    ["milliseconds", "{}", String(NOW), ["{}", String(NOW)], "timestamp_malformed"],
    ["a date", "{}", "2026-06-15T08:00:05Z", ["{}", "2026-06-15T08:00:05Z"], "timestamp_malformed"],
  ] as const)("is not %s", async ([, body, timestamp, signed, reason]) => {
    expect(await check(body, timestamp, ...signed)).toEqual({ ok: false, reason: { check: reason } });
  });

  it.for([
    ["the body's last digit given to the time", "data[employeeId]=1", `0${SECONDS}`],
    ["two of them", "data[employeeId]=", `10${SECONDS}`],
    [
      "the time's first digit given to the body",
      `data[employeeId]=10${SECONDS.slice(0, 1)}`,
      SECONDS.slice(1),
    ],
  ] as const)("is not the same bytes with %s", async ([, body, timestamp]) => {
    const whole = ["data[employeeId]=10", SECONDS];
    expect(body + timestamp).toBe(whole.join(""));
    expect(await check(body, timestamp, ...whole)).toMatchObject({ ok: false });
  });
});

describe("what BambooHR says", () => {
  it.for([
    ["employee.created", "101", { type: "worker.hired" }],
    [
      "employee.updated",
      "118",
      { type: "worker.changed", changed: ["department", "jobTitle", "manager", "payRate"] },
    ],
    [
      "employee.updated.status",
      "121",
      {
        type: "worker.changed",
        mayBe: ["worker.hired", "worker.terminated", "worker.returned"],
        changed: ["status"],
      },
    ],
    ["employee.deleted", "999", { type: "worker.terminated" }],
  ] as const)("in %s", async ([name, id, event]) => {
    expect(await bamboohr.event(name)).toEqual({
      ...event,
      subject: `bamboohr:${id}`,
      occurredAt: "2026-06-15T08:00:00.000Z",
      worker: { system: "bamboohr", id, fields: {} },
    });
  });

  it("is known by event, employee, time and fields", async () => {
    const [only] = await bamboohr.said("employee.updated.status");
    expect(only?.id).toBe("employee.updated:121:2026-06-15T08:00:00+0000:employmentHistoryStatus:status");
  });

  it("is known by what is signed in a form, which holds no time", async () => {
    const [only] = await bamboohr.said("employee.updated.form-post");
    expect(only).toMatchObject({
      id: null,
      event: { type: "worker.changed", subject: "bamboohr:118", changed: ["department", "jobTitle"] },
    });
    const at = async (seconds: number) => {
      const verified = await bamboohr.verify(
        await dressed(bamboohr.sender, "type=employee.deleted&data[employeeId]=1", {
          at: NOW + seconds * 1000,
        }),
        [SECRET],
        NOW,
      );
      return verified.ok ? verified.value.signed : null;
    };
    expect(await at(1)).not.toEqual(await at(0));
    expect(await at(1)).toEqual(await at(1));
  });

  it("is of each employee where it is field-based, with values", async () => {
    const all = await bamboohr.said("employees");
    expect(all.map(({ event }) => event)).toMatchObject([
      {
        type: "worker.changed",
        subject: "bamboohr:118",
        changed: ["department", "manager"],
        worker: {
          email: "ada.marsh@example.com",
          name: "Ada Marsh",
          department: "Platform",
          jobTitle: "Staff Engineer",
          manager: { name: "Nora Field" },
          fields: { "Employee #": "118", Status: "Active" },
        },
      },
      {
        type: "worker.terminated",
        subject: "bamboohr:121",
        changed: ["status"],
        worker: { email: "hugo.pike@example.com" },
      },
      { type: "worker.hired", subject: "bamboohr:124" },
      { type: "worker.terminated", subject: "bamboohr:999" },
    ]);
    expect(all.map(({ id }) => id)).toEqual([
      "Updated:118:2026-06-15T08:00:00+0000:Department:Reporting to",
      "Updated:121:2026-06-15T08:00:00+0000:Employment Status:Status",
      "Created:124:2026-06-15T08:00:00+0000",
      "Deleted:999:2026-06-15T08:00:00+0000",
    ]);
    expect(JSON.parse(all[1]?.payload ?? "")).toMatchObject({ id: "121" });
  });

  it("is the same in a field-based form", async () => {
    const all = await bamboohr.said("employees.form-post");
    expect(all).toMatchObject([
      {
        id: null,
        event: {
          type: "worker.changed",
          subject: "bamboohr:118",
          changed: ["department", "jobTitle"],
          worker: { department: "Platform", jobTitle: "Staff Engineer", email: "ada.marsh@example.com" },
        },
      },
      { id: null, event: { type: "worker.terminated", subject: "bamboohr:121", changed: ["status"] } },
    ]);
  });

  it.for([
    ['{"type":"applicant.created","data":{"employeeId":"1"}}', "applicant.created is not about an employee"],
    ['{"employees":[{"id":1,"action":"Merged"}]}', "Merged is not about an employee"],
  ] as const)("means nothing here in %s", async ([body, ignored]) => {
    expect(await bamboohr.read(body)).toMatchObject({
      value: [{ event: { ignored: expect.stringContaining(ignored) } }],
    });
  });

  it.for([
    ["{}", "type"],
    ['{"type":"employee.updated"}', "data"],
    ['{"type":"employee.updated","data":{}}', "data.employeeId"],
    ['{"employees":[{}]}', "employees.0.id"],
    ['{"employees":{"118":{}}}', "employees"],
  ] as const)("can't be read as %s, and what is wrong is named", async ([body, detail]) => {
    expect(await bamboohr.read(body)).toMatchObject({
      ok: false,
      reason: { detail: expect.stringContaining(`${detail}:`) },
    });
  });

  it("has an id and no time where the time can't be read", async () => {
    const body = '{"type":"employee.deleted","timestamp":"yesterday","data":{"employeeId":7}}';
    expect(await bamboohr.read(body)).toMatchObject({
      value: [{ id: "employee.deleted:7:yesterday", event: expect.not.objectContaining({ occurredAt: "" }) }],
    });
  });
});

import { describe, expect, it } from "vitest";
import { toHex } from "../../src/base/hash.ts";
import { mac } from "../../src/sandbox/vendors/signing.ts";
import { dressed, NOW } from "./support/dressed.ts";
import { describeVendor } from "./support/vendor.ts";

// A form contains no time of the change: a form that is signed again could report a second change.
const bamboohr = describeVendor("bamboohr", ["employee.updated.form-post", "employees.form-post"]);

const SECRET = bamboohr.sender.localSecret;
const SECONDS = String(Math.floor(NOW / 1000));

describe("BambooHR's signature", () => {
  const signed = async (body: string, timestamp: string | null, ...pieces: string[]) =>
    bamboohr.request(
      {
        "x-bamboohr-signature": toHex(await mac("SHA-256", SECRET, ...pieces)),
        ...(timestamp === null ? {} : { "x-bamboohr-timestamp": timestamp }),
      },
      { body },
    );
  const date = "2026-06-15T08:00:05Z";

  it("covers the body followed by the time", async () => {
    const delivery = await signed("{}", SECONDS, "{}", SECONDS);
    expect(await bamboohr.verify(delivery, [SECRET], NOW)).toMatchObject({ ok: true });
  });

  bamboohr.rejects([
    ["a signature with the time first", signed("{}", SECONDS, SECONDS, ".", "{}"), "signature_mismatch"],
    [
      "a signature with a dot between body and time",
      signed("{}", SECONDS, "{}", ".", SECONDS),
      "signature_mismatch",
    ],
    ["a signature of the body alone", signed("{}", SECONDS, "{}"), "signature_mismatch"],
    ["a delivery without a time", signed("{}", null, "{}"), "timestamp_missing"],
    [
      "a delivery with another time",
      signed("{}", String(Number(SECONDS) - 1), "{}", SECONDS),
      "signature_mismatch",
    ],
    ["a time in milliseconds", signed("{}", String(NOW), "{}", String(NOW)), "timestamp_malformed"],
    ["a date", signed("{}", date, "{}", date), "timestamp_malformed"],
  ]);

  it.for([
    ["the body's last digit moved to the time", "data[employeeId]=1", `0${SECONDS}`],
    ["the body's last two digits moved to the time", "data[employeeId]=", `10${SECONDS}`],
    [
      "the time's first digit moved to the body",
      `data[employeeId]=10${SECONDS.slice(0, 1)}`,
      SECONDS.slice(1),
    ],
  ] as const)("does not match a delivery with %s", async ([, body, timestamp]) => {
    const whole = ["data[employeeId]=10", SECONDS];
    expect(body + timestamp).toBe(whole.join(""));
    const delivery = await signed(body, timestamp, ...whole);
    expect(await bamboohr.verify(delivery, [SECRET], NOW)).toMatchObject({ ok: false });
  });
});

const undated = { type: "employee.deleted", timestamp: "yesterday", data: { employeeId: 7 } };
bamboohr.reads([
  [
    "an event whose time is unreadable, with an id but no time",
    undated,
    {},
    { id: "employee.deleted:7:yesterday", without: ["occurredAt"] },
  ],
]);

it("the signed content of a form includes the time, and so identifies the delivery", async () => {
  const at = async (seconds: number) => {
    const form = "type=employee.deleted&data[employeeId]=1";
    const delivery = await dressed(bamboohr.sender, form, { at: NOW + seconds * 1000 });
    const verified = await bamboohr.verify(delivery, [SECRET], NOW);
    return verified.ok ? verified.value.signed : null;
  };
  expect(await at(1)).not.toEqual(await at(0));
  expect(await at(1)).toEqual(await at(1));
});

it.for([
  ['{"type":"applicant.created","data":{"employeeId":"1"}}', "applicant.created is not about an employee"],
  ['{"employees":[{"id":1,"action":"Merged"}]}', "Merged is not about an employee"],
] as const)("the delivery %s is ignored", async ([body, ignored]) => {
  expect(await bamboohr.said(body)).toMatchObject([{ event: { ignored: expect.stringContaining(ignored) } }]);
});

bamboohr.refuses([
  ["type:", "{}"],
  ["data:", { type: "employee.updated" }],
  ["data.employeeId:", { type: "employee.updated", data: {} }],
  ["employees.0.id:", { employees: [{}] }],
  ["employees:", { employees: { "118": {} } }],
]);

import { expect, it } from "vitest";
import notice from "../../docs/set-up/senders/worker-notice.json";
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

it("docs/set-up/senders/worker-notice.json is a valid notice", () => {
  expect(WorkerNotice.safeParse(notice)).toMatchObject({ success: true });
});

it("a notice is rejected if its time zone is neither an IANA name nor a common Windows name, or if its effective day has a UTC offset", () => {
  const makeNotice = (timeZone: string) => ({
    id: "1",
    type: "worker.terminated",
    worker: { id: "1", timeZone },
  });
  for (const timeZone of ["Eastern Standard Time", "Europe/Berlin", ""])
    expect(WorkerNotice.safeParse(makeNotice(timeZone)).success).toBe(true);
  expect(WorkerNotice.safeParse(makeNotice("Mars Standard Time")).error?.issues).toMatchObject([
    { path: ["worker", "timeZone"], message: expect.stringContaining("expected a time zone") },
  ]);
  expect(
    WorkerNotice.safeParse({ ...makeNotice(""), effectiveOn: "2026-06-15-07:00" }).error?.issues,
  ).toMatchObject([{ path: ["effectiveOn"] }]);
});

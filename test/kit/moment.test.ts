import { describe, expect, it } from "vitest";
import { findWorkerZone, takesEffect, whyOvertaken } from "../../src/kit/moment.ts";
import { Settings } from "../../src/kit/settings.ts";
import type { Worker, WorkerEvent } from "../../src/systems/event.ts";

const settings = (accessEnds: object = {}, others: object = {}): Settings =>
  Settings.parse({ timeZone: "Europe/Berlin", accessEnds, ...others });

const terminated = (worker: Partial<Worker>): WorkerEvent => ({
  type: "worker.terminated",
  subject: "workday:1",
  worker: { system: "workday", id: "1", fields: {}, ...worker },
});
const hired = (effectiveOn: string, worker: Partial<Worker> = {}): WorkerEvent => ({
  ...terminated(worker),
  type: "worker.hired",
  effectiveOn,
});
const ends = (worker: Partial<Worker>, accessEnds: object = {}) => {
  const found = takesEffect(terminated(worker), settings(accessEnds));
  return found && `${new Date(found.at).toISOString()}: ${found.words}`;
};

describe("the end of a leaver's access", () => {
  it.for<[what: string, worker: Partial<Worker>, accessEnds: object, expected: string | null]>([
    ["is unknown without a day or a time", {}, {}, null],
    [
      "is the end of the last day in the worker's time zone",
      { lastDay: "2026-06-30", timeZone: "Pacific/Auckland" },
      {},
      "2026-06-30T12:00:00.000Z: the end of 30 Jun 2026 in Pacific/Auckland (30 Jun 2026, 14:00 in Europe/Berlin)",
    ],
    [
      "is later in a western time zone",
      { lastDay: "2026-06-30", timeZone: "America/Los_Angeles" },
      {},
      "2026-07-01T07:00:00.000Z: the end of 30 Jun 2026 in America/Los_Angeles (1 Jul 2026, 09:00 in Europe/Berlin)",
    ],
    [
      "is shown once if the company's clocks show the same time",
      { lastDay: "2026-06-30", timeZone: "Europe/Paris" },
      {},
      "2026-06-30T22:00:00.000Z: the end of 30 Jun 2026",
    ],
    [
      "is at the configured hour",
      { lastDay: "2026-06-30" },
      { time: "18:00" },
      "2026-06-30T16:00:00.000Z: 30 Jun 2026, 18:00",
    ],
    [
      "is exact if the system reports a time",
      { leavesAt: "2026-06-30T17:00:00Z" },
      { time: "12:00" },
      "2026-06-30T17:00:00.000Z: 30 Jun 2026, 19:00",
    ],
    [
      "is the earlier of a day and a time",
      { lastDay: "2026-06-15", leavesAt: "2026-06-30T17:00:00Z" },
      {},
      "2026-06-15T22:00:00.000Z: the end of 15 Jun 2026",
    ],
    [
      "is moved by calendar days, across a clock change",
      { lastDay: "2026-10-24" },
      { offsetDays: 1, time: "18:00" },
      "2026-10-25T17:00:00.000Z: 25 Oct 2026, 18:00",
    ],
    [
      "is the end of a reported time's local day in a zone ahead of UTC",
      { lastDay: "2026-12-31T15:00:00.000Z", timeZone: "Asia/Tokyo" },
      {},
      "2027-01-01T15:00:00.000Z: the end of 1 Jan 2027 in Asia/Tokyo (1 Jan 2027, 16:00 in Europe/Berlin)",
    ],
    [
      "is on a reported time's local day in a zone behind UTC",
      { lastDay: "2026-12-31T05:00:00.000Z", timeZone: "America/Los_Angeles" },
      { time: "18:00" },
      "2026-12-31T02:00:00.000Z: 30 Dec 2026, 18:00 in America/Los_Angeles (31 Dec 2026, 03:00 in Europe/Berlin)",
    ],
    [
      "is moved back by a negative offset",
      { leavesAt: "2026-03-29T16:00:00Z" },
      { offsetDays: -1 },
      "2026-03-28T17:00:00.000Z: 28 Mar 2026, 18:00",
    ],
  ])("%s", ([, worker, accessEnds, expected]) => expect(ends(worker, accessEnds)).toBe(expected));

  it("can't be configured with an invalid time, or an offset below -30 or above 180 days", () => {
    expect(() => settings({ time: "25:00" })).toThrow("must be a time of day, HH:MM");
    expect(() => settings({ offsetDays: 181 })).toThrow("<=180");
    expect(() => settings({ offsetDays: -31 })).toThrow(">=-30");
  });
});

it("a joiner's first day begins in the worker's time zone", () => {
  expect(takesEffect(hired("2026-12-01", { timeZone: "Asia/Tokyo" }), settings())).toEqual({
    at: Date.parse("2026-11-30T15:00:00Z"),
    words: "1 Dec 2026 in Asia/Tokyo (30 Nov 2026, 16:00 in Europe/Berlin)",
  });
  expect(takesEffect(hired("2026-12-01"), settings())?.words).toBe("1 Dec 2026");
});

describe("the time zone of a worker", () => {
  const zones = { timeZones: { Auckland: "Pacific/Auckland", us: "America/Denver" } };
  it.for<[what: string, worker: Pick<Worker, "timeZone" | "fields">, expected: string]>([
    ["is the system's zone", { timeZone: "Asia/Tokyo", fields: { office: "Auckland" } }, "Asia/Tokyo"],
    ["is the value of the field timeZone", { fields: { timeZone: "Asia/Tokyo" } }, "Asia/Tokyo"],
    ["is the company's for an unknown zone", { timeZone: "Middle-earth/Shire", fields: {} }, "Europe/Berlin"],
    ["is the office's zone", { fields: { office: "AUCKLAND ", country: "US" } }, "Pacific/Auckland"],
    ["is the country's zone", { fields: { office: "Elsewhere", country: "US" } }, "America/Denver"],
    ["is the company's zone otherwise", { fields: { office: "constructor" } }, "Europe/Berlin"],
  ])("%s", ([, worker, expected]) => expect(findWorkerZone(worker, settings({}, zones))).toBe(expected));
});

describe("a first day", () => {
  it("that is reported as a time in UTC is read as the day in the worker's time zone", () => {
    const japan = { fields: { country: "Japan" } };
    const zones = settings({}, { timeZones: { Japan: "Asia/Tokyo" } });
    const begins = takesEffect(hired("2026-12-13T15:00:00.000Z", japan), zones);
    expect(begins?.words).toMatch(/^14 Dec 2026/);
    expect(begins?.at).toBe(Date.parse("2026-12-13T15:00:00Z"));
  });
});

describe("a termination with 30 more days of access", () => {
  const cancels = (last: Partial<Worker>, first: WorkerEvent) => {
    const later = { ...terminated(last), occurredAt: "2026-06-02T09:00:00Z" };
    const now = Date.parse("2026-06-02T09:00:00Z");
    return whyOvertaken(first, later, settings({ offsetDays: 30 }), now) !== null;
  };
  it.for<[string, Partial<Worker>, boolean]>([
    ["cancels a hire whose first day is the last day", { lastDay: "2026-07-02" }, true],
    ["cancels a hire whose first day is later", { lastDay: "2026-07-01" }, true],
    ["cancels a hire whose first day contains the exact end", { leavesAt: "2026-07-02T15:00:00Z" }, true],
    ["cancels a hire on a last day reported as a time", { lastDay: "2026-07-01T22:00:00.000Z" }, true],
    ["cancels no hire whose first day is earlier", { lastDay: "2026-07-03" }, false],
  ])("%s", ([, last, expected]) => {
    const first = hired("2026-07-02");
    for (const type of ["worker.hired", "worker.returned", "worker.changed"] as const)
      expect(cancels(last, { ...first, type })).toBe(expected);
    expect(cancels(last, { ...first, effectiveOn: "2026-07-01T22:00:00.000Z" })).toBe(expected);
  });
});

it.for([
  ["Eastern Standard Time", "America/New_York"],
  ["W. Europe Standard Time", "Europe/Berlin"],
  ["Central Standard Time (Mexico)", "America/Mexico_City"],
  ["India Standard Time", "Asia/Calcutta"],
  ["Mars Standard Time", "Europe/Berlin"],
] as const)("a worker with the Windows time zone %s is in the time zone %s", ([timeZone, expected]) => {
  expect(findWorkerZone({ timeZone, fields: {} }, settings())).toBe(expected);
  expect(findWorkerZone({ fields: { timeZone } }, settings())).toBe(expected);
});

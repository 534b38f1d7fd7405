import { describe, expect, expectTypeOf, it } from "vitest";
import type * as z from "zod";
import type { TicketEvent, WorkerEvent } from "../../../src/systems/event.ts";
import {
  readOwnFormat,
  TicketEventData,
  type WorkerEventData,
} from "../../../src/systems/standard-webhooks.ts";

const read = (type: string, data: unknown) => readOwnFormat("told", { type, data });

const ticket = { id: "1", key: "K-1", title: "T" };
const worker = { id: "1" };

describe("Reeve's own format", () => {
  it("has the properties of an event, except those that the source sets", () => {
    type Rest = "type" | "subject" | "occurredAt";
    expectTypeOf<keyof z.output<typeof TicketEventData>>().toEqualTypeOf<Exclude<keyof TicketEvent, Rest>>();
    expectTypeOf<keyof z.output<typeof WorkerEventData>>().toEqualTypeOf<
      Exclude<keyof WorkerEvent, Rest | "confirmed" | "immediate" | "stays">
    >();
    expectTypeOf<keyof z.output<typeof TicketEventData>["ticket"]>().toEqualTypeOf<
      Exclude<keyof TicketEvent["ticket"], "system" | "unsure" | "moved" | "people">
    >();
    expectTypeOf<keyof z.output<typeof WorkerEventData>["worker"]>().toEqualTypeOf<
      Exclude<keyof WorkerEvent["worker"], "system">
    >();
    expect(Object.keys(TicketEventData.shape)).toEqual(["actor", "ticket", "comment"]);
  });

  it.for([
    ["ticket.created", { ticket: { ...ticket, system: "jira" }, subject: "jira:9", type: "request.made" }],
    ["worker.hired", { worker: { ...worker, system: "workday" }, subject: "workday:9" }],
  ] as const)("can't replace the system, subject or type of the event %s", ([type, data]) => {
    const parsed = read(type, data);
    expect(parsed).toMatchObject({ type, subject: "told:1" });
    const [object] = Object.values(parsed).filter((value) => typeof value === "object");
    expect(object).toMatchObject({ system: "told", id: "1" });
  });

  it.for([
    ["ticket.created", { ticket: { ...ticket, url: "javascript:alert(1)" } }, "data.ticket.url"],
    ["ticket.created", { ticket: { ...ticket, fields: { a: 1 } } }, "data.ticket.fields.a"],
    ["ticket.created", { ticket: { ...ticket, id: "" } }, "data.ticket.id"],
    ["ticket.created", { ticket, comment: "" }, "data.comment"],
    ["worker.hired", { worker, effectiveOn: "2026-02-30" }, "data.effectiveOn"],
    ["worker.hired", { worker, effectiveOn: "tomorrow" }, "data.effectiveOn"],
    ["worker.changed", { worker, possibleTypes: ["schedule.due"] }, "data.possibleTypes.0"],
    ["worker.changed", { worker, changed: "department" }, "data.changed"],
    ["ticket.created", { ticket: { ...ticket, title: undefined } }, "data.ticket.title"],
    ["worker.hired", null, "data"],
    ["worker.hired", [], "data"],
  ] as const)("reports the invalid property of the event %s with the data %j", ([type, data, path]) => {
    expect(read(type, data)).toMatchObject({ detail: expect.stringMatching(`^${path}: `) });
  });

  it("has no field that changes a prototype by a hostile name", () => {
    const fields: unknown = JSON.parse('{"__proto__": {"polluted": "yes"}, "role": "Owner"}');
    expect(read("ticket.created", { ticket: { ...ticket, fields } })).toMatchObject({
      ticket: { fields: { role: "Owner" } },
    });
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it("ignores events of unknown types", () => {
    for (const type of ["request.made", "schedule.due", "vendor.unknown", "ticket", ""])
      expect(read(type, { ticket })).toEqual({
        ignored: expect.stringContaining(`of type ${type} is neither`),
      });
  });
});

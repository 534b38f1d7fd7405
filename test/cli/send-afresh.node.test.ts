import { describe, expect, it } from "vitest";
import { afresh } from "../../src/cli/send/afresh.ts";
import { fixture, fixtures } from "../../src/cli/send/deliver.ts";
import { senders } from "../../src/sandbox/vendors/senders.ts";

const NOW = Date.parse("2031-03-04T05:06:07.008Z");
const PLAIN = {};
const json = (body: unknown) => ({ body: JSON.stringify(body), headers: {} });
const sent = (body: unknown, changes = {}, sender: Parameters<typeof afresh>[1] = PLAIN): unknown =>
  JSON.parse(afresh(json(body), sender, { now: NOW, ...changes }).body);

describe("a recording that is sent now", () => {
  it("has its times as long before or after now as they were, each as it was written", () => {
    expect(
      sent({
        a: "2026-06-15T08:00:02.000Z",
        b: "2026-06-15T10:00:02.0000000+02:00",
        c: "2026-06-15 07:00:02",
        d: "2026-06-15T01:00:02-0700",
        e: 1781510402,
        f: 1781510401000,
      }),
    ).toEqual({
      a: "2031-03-04T05:06:07.008Z",
      b: "2031-03-04T07:06:07.0080000+02:00",
      c: "2031-03-04 04:06:07",
      d: "2031-03-03T22:06:07-0700",
      e: 1930367167,
      f: 1930367166008,
    });
  });

  it("takes effect today, or on the day that is asked for, in whatever way the day is written", () => {
    const body = { hired: "2026-06-01", ends: "2026-06-30", at: "2026-06-30T00:00:00Z", id: "9-2026-06-30" };
    expect(sent(body)).toEqual({
      hired: "2031-02-03",
      ends: "2031-03-04",
      at: "2031-03-04T00:00:00Z",
      id: "9-2026-06-30",
    });
    expect(sent(body, { on: "2026-12-20" })).toMatchObject({ ends: "2026-12-20", hired: "2026-11-21" });
    expect(() => sent({ at: "2026-06-15T08:00:02Z" }, { on: "2026-12-20" })).toThrow(
      "does not say on which day",
    );
  });

  it("has what is set, of the kind it was, and nothing that it did not have", () => {
    const body = { worker: { email: "a@example.com", level: 3, active: true }, tags: ["x", "y"] };
    const set = [
      ["worker.email", "b@example.com"],
      ["worker.level", "4"],
      ["worker.active", "false"],
      ["tags.1", "z"],
    ];
    expect(sent(body, { set })).toEqual({
      worker: { email: "b@example.com", level: 4, active: false },
      tags: ["x", "z"],
    });
    expect(() => sent(body, { set: [["worker.emial", "b"]] })).toThrow("near it: worker.email");
    const form = { body: "name=Ada&payload=%7B%22id%22%3A1%7D", headers: {} };
    const changed = afresh(form, PLAIN, {
      now: NOW,
      set: [
        ["name", "Bram"],
        ["payload.id", "2"],
      ],
    });
    expect(Object.fromEntries(new URLSearchParams(changed.body))).toEqual({
      name: "Bram",
      payload: '{"id":2}',
    });
  });

  it("is told from the one before", () => {
    const numbered = ["id", "items.*.uuid", "count", "x-id"];
    const body = { id: "T-1", items: [{ uuid: "cb1fe0a7-c2a1-4bd6-8cf5-57e70c7f1d53" }], count: "4" };
    const one = afresh({ ...json(body), headers: { "x-id": "C-1" } }, { numbered }, { now: NOW });
    const two = afresh({ ...json(body), headers: { "x-id": "C-1" } }, { numbered }, { now: NOW + 1 });
    const [a, b] = [JSON.parse(one.body), JSON.parse(two.body)];
    expect([a.id, a.items[0].uuid, a.count]).not.toContain(b.id);
    expect(a.items[0].uuid).toMatch(/^[\da-f-]{36}$/);
    expect(a.items[0].uuid).not.toBe(b.items[0].uuid);
    expect(Number(b.count)).toBe(Number(a.count) + 1);
    expect(one.headers).not.toEqual(two.headers);
  });

  it.for(senders.map((sender) => [sender.source, sender] as const))(
    "of %s names no day of the recording",
    ([source, sender]) => {
      for (const name of fixtures(source)) {
        const { body, headers } = afresh(fixture(source, name), sender, { now: NOW });
        const text = body + JSON.stringify(headers);
        expect([name, /2026-0[67]-\d\d/.exec(text)?.[0]]).toEqual([name, undefined]);
      }
    },
  );
});

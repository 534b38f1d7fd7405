import { describe, expect, it } from "vitest";
import { base64, bytes, hex, mac } from "../../src/sandbox/vendors/signing.ts";
import type { Delivery } from "../../src/systems/system.ts";
import { NOW } from "./laws.ts";
import { describeVendor } from "./vendor.ts";

const hibob = describeVendor("hibob");

const SECRET = hibob.sender.localSecret;
const delivery = (body: string, headers: Record<string, string> = {}, method = "POST"): Delivery => ({
  method,
  url: new URL("https://reeve.example.com/hooks/hibob"),
  headers: new Headers(headers),
  body: bytes([body]),
});

it.for([
  ["of SHA-256", async () => ({ "bob-signature": base64(await mac("SHA-256", SECRET, "{}")) })],
  ["in hex", async () => ({ "bob-signature": hex(await mac("SHA-512", SECRET, "{}")) })],
  [
    "with a prefix",
    async () => ({ "bob-signature": `sha512=${base64(await mac("SHA-512", SECRET, "{}"))}` }),
  ],
] as const)("refuses a signature %s", async ([, headers]) => {
  expect(await hibob.verify(delivery("{}", await headers()), [SECRET], NOW)).toEqual({
    ok: false,
    reason: { check: "signature_malformed" },
  });
});

describe("HiBob's pings", () => {
  it.for(["Ping test", '"Ping test"', '{"text":"Ping test"}', '{ "text": "Ping test" }\n'])(
    "are answered: %s",
    (body) => {
      expect(hibob.handshake?.(delivery(body))).toEqual({ status: 200 });
    },
  );

  it.for([
    "",
    "{}",
    '{"text":"Ping test","type":"employee.left"}',
    '{"text":"Ping"}',
    `"Ping test${" ".repeat(60)}"`,
  ])("are nothing else: %s", (body) => {
    expect(hibob.handshake?.(delivery(body))).toBeNull();
  });

  it("are posted", () => {
    expect(hibob.handshake?.(delivery("Ping test", {}, "PUT"))).toBeNull();
  });
});

describe("what HiBob says", () => {
  it.for([
    ["employee.created", "016", { type: "worker.changed", mayBe: ["worker.hired"] }],
    ["employee.joined", "024", { type: "worker.hired", mayBe: ["worker.returned"] }],
    [
      "employee.updated",
      "118",
      { type: "worker.changed", changed: ["department", "manager", "jobTitle", "work.site"] },
    ],
    [
      "employee.inactivated",
      "121",
      { type: "worker.changed", changed: ["status"], mayBe: ["worker.terminated"] },
    ],
    ["employee.left", "121", { type: "worker.terminated", changed: ["status"] }],
    ["employee.deleted", "121", { type: "worker.terminated", worker: { email: "hugo.pike@example.com" } }],
    ["table.entry.created", "118", { type: "worker.changed", effectiveOn: "2026-06-30" }],
  ] as const)("in %s", async ([name, end, expected]) => {
    const id = `3332883854254932${end}`;
    const { worker, ...event } = { worker: {}, ...expected };
    expect(await hibob.event(name)).toEqual({
      ...event,
      subject: `hibob:${id}`,
      occurredAt: "2026-06-15T08:00:00.915Z",
      ...(["joined", "inactivated", "left"].some((system) => name.endsWith(system))
        ? {}
        : { actor: { id: "3332883804594373380" } }),
      worker: { system: "hibob", id, fields: {}, ...worker },
    });
  });

  it.for(["timeoff.request.created", "table.entry.updated.bank"])("is nothing here in %s", async (name) => {
    expect(await hibob.said(name)).toMatchObject([
      { event: { ignored: expect.stringContaining("HiBob's event") } },
    ]);
  });

  it("is known by event, employee and time, and by the table", async () => {
    const ids = await Promise.all(
      ["employee.left", "table.entry.created"].map(async (name) => (await hibob.said(name))[0]?.id),
    );
    expect(ids).toEqual([
      "employee.left:3332883854254932121:2026-06-15T08:00:00.915906",
      "table.entry.created:3332883854254932118:2026-06-15T08:00:00.915906:work",
    ]);
  });

  it.for([
    ["names", '["internal.status"]', ["status"]],
    ["objects", '[{"id":"internal.status"}]', ["status"]],
    ["something else", '[[],null,{"id":{}}]', undefined],
    ["no list", "7", undefined],
  ] as const)("names fields as %s, and a status may be more", async ([, updates, changed]) => {
    const body = `{"type":"employee.updated","data":{"employeeId":"1","fieldUpdates":${updates}}}`;
    const parsed = await hibob.read(body);
    expect(parsed).toEqual({
      ok: true,
      value: [
        {
          id: null,
          payload: body,
          event: {
            type: "worker.changed",
            mayBe: ["worker.hired", "worker.terminated", "worker.returned"],
            ...(changed ? { changed } : {}),
            subject: "hibob:1",
            worker: { system: "hibob", id: "1", fields: {} },
          },
        },
      ],
    });
  });

  it.for([
    ["{}", "type"],
    ['{"type":"employee.left"}', "data.employeeId"],
    ['{"type":"table.entry.created","data":{"employeeId":null}}', "data.employeeId"],
  ] as const)("can't be read as %s, and what is wrong is named", async ([body, detail]) => {
    expect(await hibob.read(body)).toMatchObject({
      ok: false,
      reason: { detail: expect.stringContaining(`${detail}:`) },
    });
  });
});

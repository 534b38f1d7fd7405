import { describe, expect, it } from "vitest";
import { toHex } from "../../src/base/hash.ts";
import { base64, mac } from "../../src/sandbox/vendors/signing.ts";
import { describeVendor } from "./support/vendor.ts";

const hibob = describeVendor("hibob");

const signed = async (hash: "SHA-256" | "SHA-512", write: (signature: Uint8Array) => string) =>
  hibob.request({ "bob-signature": write(await mac(hash, hibob.sender.localSecret, "{}")) });

hibob.rejects([
  ["a signature with SHA-256", signed("SHA-256", base64), "signature_malformed"],
  ["a signature in hex", signed("SHA-512", toHex), "signature_malformed"],
  [
    "a signature with a prefix",
    signed("SHA-512", (signature) => `sha512=${base64(signature)}`),
    "signature_malformed",
  ],
]);

describe("a ping from HiBob", () => {
  const ask = (body: string, method?: string) => hibob.handshake?.(hibob.request({}, { body, method }));

  it.for(["Ping test", '"Ping test"', '{"text":"Ping test"}', '{ "text": "Ping test" }\n'])(
    "gets a 200 response: %s",
    (body) => expect(ask(body)).toEqual({ status: 200 }),
  );

  it.for([
    "",
    "{}",
    '{"text":"Ping test","type":"employee.left"}',
    '{"text":"Ping"}',
    `"Ping test${" ".repeat(60)}"`,
  ])("is not confused with another body: %j", (body) => expect(ask(body)).toBeNull());

  it("must be a POST request", () => expect(ask("Ping test", "PUT")).toBeNull());
});

it.for([
  ["names", '["internal.status"]', ["status"]],
  ["objects", '[{"id":"internal.status"}]', ["status"]],
  ["values of other types", '[[],null,{"id":{}}]', undefined],
  ["a number", "7", undefined],
] as const)(
  "an update whose changed fields are sent as %s is read as a possible hire, termination or return",
  async ([, updates, changed]) => {
    const body = `{"type":"employee.updated","data":{"employeeId":"1","fieldUpdates":${updates}}}`;
    expect(await hibob.said(body)).toEqual([
      {
        id: null,
        payload: body,
        event: {
          type: "worker.changed",
          possibleTypes: ["worker.hired", "worker.terminated", "worker.returned"],
          ...(changed ? { changed } : {}),
          subject: "hibob:1",
          worker: { system: "hibob", id: "1", fields: {} },
        },
      },
    ]);
  },
);

hibob.refuses([
  ["type:", "{}"],
  ["data.employeeId:", { type: "employee.left" }],
  ["data.employeeId:", { type: "table.entry.created", data: { employeeId: null } }],
]);

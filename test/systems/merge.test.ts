import { describe, expect, it } from "vitest";
import { hex, mac } from "../../src/sandbox/vendors/signing.ts";
import { dressed, NOW } from "./laws.ts";
import { describeVendor } from "./vendor.ts";

const merge = describeVendor("merge");

const SECRET = merge.sender.localSecret;
const SIGNATURE = "x-merge-webhook-signature";
/** A body whose signature has both letters that the two alphabets write differently. */
const BODY = '{"n":0}';

describe("Merge's signature", () => {
  const verify = async (change: (signature: string) => string) => {
    for (let n = 0; n < 200; n++) {
      const delivery = await dressed(merge.sender, BODY.replace("0", String(n)));
      const signature = delivery.headers.get(SIGNATURE) ?? "";
      if (!signature.includes("-") || !signature.includes("_")) continue;
      delivery.headers.set(SIGNATURE, change(signature));
      return merge.verify(delivery, [SECRET], NOW);
    }
    throw new Error("no signature has both letters");
  };

  it("is taken with its padding and without", async () => {
    expect(await verify((signature) => signature)).toMatchObject({ ok: true });
    expect(await verify((signature) => signature.replace("=", ""))).toMatchObject({ ok: true });
  });

  it("is not in the other alphabet", async () => {
    const other = (signature: string) => signature.replaceAll("-", "+").replaceAll("_", "/");
    expect(await verify(other)).toEqual({ ok: false, reason: { check: "signature_malformed" } });
  });

  it("is not in hex", async () => {
    const delivery = await dressed(merge.sender, BODY);
    delivery.headers.set(SIGNATURE, hex(await mac("SHA-256", SECRET, BODY)));
    expect(await merge.verify(delivery, [SECRET], NOW)).toEqual({
      ok: false,
      reason: { check: "signature_malformed" },
    });
  });
});

describe("what Merge says", () => {
  it("is a hire on a day, with what is known of the worker and nothing private", async () => {
    expect(await merge.event("Employee.added")).toEqual({
      type: "worker.hired",
      subject: "merge:0958cbc6-6040-430a-848e-aafacbadf098",
      occurredAt: "2026-06-15T08:00:00.123Z",
      effectiveOn: "2026-06-30",
      worker: {
        system: "merge",
        id: "0958cbc6-6040-430a-848e-aafacbadf098",
        email: "jasper.pasture@example.com",
        name: "Jasper Pasture",
        manager: { id: "0048ea5b-911e-4dff-9364-92070dea62ff" },
        fields: {
          remote_id: "19202938",
          created_at: "2026-06-15T07:59:58.000Z",
          modified_at: "2026-06-15T08:00:00.123Z",
          employee_number: "098",
          company: "8d9fd929-436c-4fd4-a48b-0c61f68d6178",
          username: "jasper.pasture",
          groups: ["21a54124-397f-494d-985e-3c5b330b8a68"],
          employments: ["17a54124-287f-494d-965e-3c5b330c9a68"],
          work_location: "9efbc633-3387-4306-aa55-e2c635e6bb4f",
          team: "249c9faa-3045-4a31-953b-8f22d3613301",
          pay_group: "fd1e0fb5-8f92-4ec9-9f32-179cf732867d",
          hire_date: "2026-06-30T00:00:00Z",
          start_date: "2026-06-30T00:00:00Z",
          employment_status: "PENDING",
          remote_was_deleted: "false",
          linked_account: "a3602c03-aba7-4d9d-a349-dbc338504092",
        },
      },
    });
  });

  it("is a change while they work here, and a termination once they are inactive or gone", async () => {
    const events = await Promise.all(
      ["Employee.changed", "Employee.changed.inactive", "Employee.removed"].map((name) => merge.event(name)),
    );
    expect(events).toMatchObject([
      { type: "worker.changed", worker: { email: "ada.marsh@example.com" } },
      { type: "worker.terminated", effectiveOn: "2026-06-30" },
      { type: "worker.terminated", worker: { email: "hugo.pike@example.com" } },
    ]);
    expect(events[2]).not.toHaveProperty("effectiveOn");
  });

  it.for(["LinkedAccount.synced", "TimeOff.changed"])("is nothing here in %s", async (name) => {
    expect(await merge.said(name)).toMatchObject([
      { event: { ignored: `Merge's event ${name} is about nobody who works here` } },
    ]);
  });

  it("is nothing here where a first sync adds somebody who has left", async () => {
    const body = '{"hook":{"event":"Employee.added"},"data":{"id":"e1","employment_status":"INACTIVE"}}';
    expect(await merge.read(body)).toMatchObject({
      value: [{ id: null, event: { ignored: expect.stringContaining("Employee.added") } }],
    });
  });

  it("is known by event, employee and the time of the change, not by the webhook's id", async () => {
    const [only] = await merge.said("Employee.changed");
    expect(only?.id).toBe("Employee.changed:0958cbc6-6040-430a-848e-aafacbadf118:2026-06-15T08:00:00.123Z");
  });

  it("reads a manager who comes whole", async () => {
    const body =
      '{"hook":{"event":"Employee.changed"},"data":{"id":"e1","manager":{"id":"e2"},"last_name":"Marsh"}}';
    expect(await merge.read(body)).toMatchObject({
      value: [{ event: { worker: { name: "Marsh", manager: { id: "e2" } } } }],
    });
  });

  it.for([
    ["{}", "hook"],
    ['{"hook":{}}', "hook.event"],
    ['{"hook":{"event":"Employee.added"},"data":{}}', "data.id"],
  ] as const)("can't be read as %s, and what is wrong is named", async ([body, detail]) => {
    expect(await merge.read(body)).toMatchObject({
      ok: false,
      reason: { detail: expect.stringContaining(`${detail}:`) },
    });
  });
});

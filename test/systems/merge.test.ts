import { describe, expect, it } from "vitest";
import { toHex } from "../../src/base/hash.ts";
import { mac } from "../../src/sandbox/vendors/signing.ts";
import { dressed, NOW } from "./support/dressed.ts";
import { describeVendor } from "./support/vendor.ts";

const merge = describeVendor("merge");

const SECRET = merge.sender.localSecret;
const SIGNATURE = "x-merge-webhook-signature";

describe("Merge's signature", () => {
  /** Makes a delivery whose signature contains both letters that differ between the two alphabets. */
  const signed = async (change: (signature: string) => string) => {
    for (let n = 0; n < 200; n++) {
      const delivery = await dressed(merge.sender, `{"n":${n}}`);
      const signature = delivery.headers.get(SIGNATURE) ?? "";
      if (!signature.includes("-") || !signature.includes("_")) continue;
      delivery.headers.set(SIGNATURE, change(signature));
      return delivery;
    }
    throw new Error("no signature has both letters");
  };
  const inHex = async () => merge.request({ [SIGNATURE]: toHex(await mac("SHA-256", SECRET, "{}")) });

  it.for<[string, (signature: string) => string]>([
    ["with its padding", (signature) => signature],
    ["without its padding", (signature) => signature.replace("=", "")],
  ])("is accepted %s", async ([, change]) => {
    expect(await merge.verify(await signed(change), [SECRET], NOW)).toMatchObject({ ok: true });
  });

  merge.rejects([
    [
      "a signature in the other alphabet",
      signed((signature) => signature.replaceAll("-", "+").replaceAll("_", "/")),
      "signature_malformed",
    ],
    ["a signature in hex", inHex(), "signature_malformed"],
  ]);
});

const ofWhom = (name: string) => ({ ignored: `Merge's event ${name} is not about an employee` });
merge.reads([
  [
    "a hire on a day, with the known data of the worker and no private data",
    "Employee.added",
    {
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
    },
    { whole: true },
  ],
  [
    "a change of a current employee, identified by event, employee and time instead of the webhook's id",
    "Employee.changed",
    { type: "worker.changed", worker: { email: "ada.marsh@example.com" } },
    { id: "Employee.changed:0958cbc6-6040-430a-848e-aafacbadf118:2026-06-15T08:00:00.123Z" },
  ],
  [
    "a termination if the employee is inactive",
    "Employee.changed.inactive",
    { type: "worker.terminated", worker: { lastDay: "2026-06-30" } },
  ],
  [
    "a termination if the employee was deleted",
    "Employee.removed",
    { type: "worker.terminated", worker: { email: "hugo.pike@example.com" } },
    { without: ["effectiveOn", "worker.lastDay"] },
  ],
  ["a sync, as ignored", "LinkedAccount.synced", ofWhom("LinkedAccount.synced")],
  ["an absence, as ignored", "TimeOff.changed", ofWhom("TimeOff.changed")],
  [
    "a manager who is sent as a whole object",
    { hook: { event: "Employee.changed" }, data: { id: "e1", manager: { id: "e2" }, last_name: "Marsh" } },
    { worker: { name: "Marsh", manager: { id: "e2" } } },
  ],
]);

it("an employee who has left is ignored in the first sync", async () => {
  const data = { id: "e1", employment_status: "INACTIVE" };
  expect(await merge.said({ hook: { event: "Employee.added" }, data })).toMatchObject([
    { id: null, event: { ignored: expect.stringContaining("Employee.added") } },
  ]);
});

merge.refuses([
  ["hook:", "{}"],
  ["hook.event:", { hook: {} }],
  ["data.id:", { hook: { event: "Employee.added" }, data: {} }],
]);

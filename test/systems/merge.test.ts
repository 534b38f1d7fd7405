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

merge.reads([
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

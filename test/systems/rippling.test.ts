import { expect, it } from "vitest";
import { readIncoming } from "../../src/http/incoming.ts";
import { rulesOf } from "../simulation/world.ts";
import { dressed, NOW } from "./support/dressed.ts";
import { describeVendor } from "./support/vendor.ts";

const rippling = describeVendor("rippling");

const secret = rippling.sender.localSecret;

it("the secret of a workflow is accepted in the address", async () => {
  const delivery = rippling.request({}, { query: `?secret=${encodeURIComponent(secret)}` });
  expect(await rippling.verify(delivery, [secret], NOW)).toMatchObject({ ok: true });
});
rippling.rejects([
  [
    "another secret",
    rippling.request({}, { query: `?secret=${encodeURIComponent(secret)}!` }),
    "secret_mismatch",
  ],
  ["the secret as a signature", rippling.request({ "x-rippling-signature": secret }), "secret_missing"],
]);

it("a notice is identified by its id, even if the id is very long", async () => {
  const readKeys = async (id: string) => {
    const body = JSON.stringify({ ...rippling.json("workflow-studio"), id });
    const delivery = await dressed(rippling.sender, body);
    const taken = await readIncoming(rippling, [delivery.body], await rippling.said(body), rulesOf());
    return taken.map(({ unread = null, keys }) => ({ unread, keys }));
  };
  const long = "n".repeat(5_000);
  expect(await readKeys(long)).toEqual([
    { unread: null, keys: [expect.stringMatching(/^rippling:id:sha256:[0-9a-f]{64}$/)] },
  ]);
  expect(await readKeys(long)).toEqual(await readKeys(long));
  expect(await readKeys(`${long}n`)).not.toEqual(await readKeys(long));
});

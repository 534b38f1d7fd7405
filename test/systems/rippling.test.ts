import { describe, expect, it } from "vitest";
import { incomingOf } from "../../src/http/incoming.ts";
import { dressed, NOW } from "./laws.ts";
import { describeVendor } from "./vendor.ts";

const rippling = describeVendor("rippling");

const worker = "60a1f0c2d3e4f5a6b7c8d901";
const secret = rippling.sender.localSecret;

it("takes the secret of a workflow in the address", async () => {
  const delivery = { ...(await dressed(rippling.sender, "{}")), headers: new Headers() };
  delivery.url.searchParams.set("secret", secret);
  expect(await rippling.verify(delivery, [secret], NOW)).toMatchObject({ ok: true });
  delivery.url.searchParams.set("secret", `${secret}!`);
  expect(await rippling.verify(delivery, [secret], NOW)).toMatchObject({
    reason: { check: "secret_mismatch" },
  });
});

it("takes no signature for the secret", async () => {
  const delivery = {
    ...(await dressed(rippling.sender, "{}")),
    headers: new Headers({ "x-rippling-signature": secret }),
  };
  expect(await rippling.verify(delivery, [secret], NOW)).toEqual({
    ok: false,
    reason: { check: "secret_missing" },
  });
});

describe("a notice of a workflow", () => {
  it("is an event of Reeve's own types", async () => {
    expect(await rippling.event("workflow-studio")).toMatchObject({
      type: "worker.terminated",
      subject: `rippling:${worker}`,
      effectiveOn: "2026-06-30",
      worker: {
        system: "rippling",
        email: "ada.marsh@example.com",
        manager: { email: "bram.cole@example.com" },
      },
    });
    expect(await rippling.said("workflow-studio")).toMatchObject([{ id: `${worker} terminated 2026-06-30` }]);
  });

  it("is known by its id, however long that is", async () => {
    const keysOf = async (id: string) => {
      const body = rippling.body("workflow-studio");
      const delivery = await dressed(rippling.sender, JSON.stringify({ ...JSON.parse(body), id }));
      const parsed = rippling.parse(delivery, NOW);
      const taken = await incomingOf(rippling, [delivery.body], parsed.ok ? parsed.value : []);
      return taken.map(({ unread = null, keys }) => ({ unread, keys }));
    };
    const long = "n".repeat(5_000);
    expect(await keysOf(long)).toEqual([
      { unread: null, keys: [expect.stringMatching(/^rippling:id:sha256:[0-9a-f]{64}$/)] },
    ]);
    expect(await keysOf(long)).toEqual(await keysOf(long));
    expect(await keysOf(`${long}n`)).not.toEqual(await keysOf(long));
  });
});

// The same seeds live the same lives: a change of shape that changes none of them has changed no behaviour.
import { createHash } from "node:crypto";
import { beforeAll, expect, it, vi } from "vitest";
import { Life } from "./life.ts";
import { simulate } from "./simulate.ts";

beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  await simulate(1, 1);
});

/** Of the stories and audit trails of these seeds. A change that means to alter them says so in its commit. */
const DIGEST = "761c978682091112";

it("100 lives are the lives they were", async () => {
  const lives: string[] = [];
  for (let seed = 1; seed <= 100; seed++) {
    const life = new Life(seed);
    await life.live();
    lives.push(JSON.stringify([life.story, life.ledger.audit]));
    life.disk.close();
  }
  const digest = createHash("sha256")
    .update(new TextEncoder().encode(lives.join("\n")))
    .digest();
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  expect(hex.slice(0, 16)).toBe(DIGEST);
});

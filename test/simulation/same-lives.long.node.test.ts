// Checks that the same seeds give the same simulated lives: a refactoring that changes none of them has changed no
// behaviour.
import { createHash } from "node:crypto";
import { beforeAll, expect, it, vi } from "vitest";
import { Life } from "./life.ts";
import { simulate } from "./simulate.ts";

beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  await simulate(1, 1);
});

/** Digest of the stories and audit trails of these seeds. A commit that changes them deliberately must mention it. */
const DIGEST = "ac22da00b054e4ec";

it("the stories and audit trails of 100 simulated desks still have the recorded digest", async () => {
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

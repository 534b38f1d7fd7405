import { describe, expect, it } from "vitest";
import { parseCredential } from "../../../src/governance/client/credential.ts";
import { cacheName, sealedCache } from "../../../src/governance/client/token.ts";
import { TOKENS } from "./bindings.ts";
import { encodeKey, RFC8037_JWK, settings } from "./fixtures.ts";

const NOW_MS = Date.parse("2026-11-01T12:00:00Z");
const token = {
  accessToken: "c4n4ry-token",
  expiresAtMs: NOW_MS + 3_600_000,
  refreshAtMs: NOW_MS + 3_540_000,
};

const own = parseCredential(settings());
const otherSecret = parseCredential(
  settings({ GOVERNANCE_CLIENT_SECRET: `secret-token:acme:v1:${encodeKey(RFC8037_JWK)}` }),
);
const otherClient = parseCredential(settings({ GOVERNANCE_CLIENT_ID: "loud-owl-1@acme.example.com/reeve" }));
const otherRoot = parseCredential(settings({ GOVERNANCE_BASE_URL: "https://proxy.example.net" }));

describe("the sealed cache", () => {
  it("returns the stored token until it must be refreshed", async () => {
    const cache = await sealedCache(TOKENS, own, "round-trip");
    expect(await cache.get(NOW_MS)).toBeUndefined();
    await cache.put(token, NOW_MS);
    expect(await cache.get(token.refreshAtMs - 1)).toEqual(token);
    expect(await cache.get(token.refreshAtMs)).toBeUndefined();
  });

  it("stores no token, secret or client id in readable form, and stores a different value each time", async () => {
    const name = await cacheName(own);
    const cache = await sealedCache(TOKENS, own, name);
    await cache.put(token, NOW_MS);
    const first = await TOKENS.get(`governance-token:${name}`);
    await cache.put(token, NOW_MS);
    const second = await TOKENS.get(`governance-token:${name}`);
    expect(first).toMatch(/^[\w-]{100,}$/);
    expect(second).not.toBe(first);
    const { keys } = await TOKENS.list();
    const shown =
      JSON.stringify(keys) + first + atob((first ?? "").replaceAll("-", "+").replaceAll("_", "/"));
    for (const canary of [token.accessToken, RFC8037_JWK.d, "quiet-owl"]) expect(shown).not.toContain(canary);
  });

  it.for([
    ["another secret", otherSecret],
    ["another client id", otherClient],
    ["another address", otherRoot],
  ] as const)("can't be opened with %s", async ([, credential]) => {
    await (await sealedCache(TOKENS, own, "moved")).put(token, NOW_MS);
    expect(await (await sealedCache(TOKENS, credential, "moved")).get(NOW_MS)).toBeUndefined();
  });

  it("has a different name for each credential", async () => {
    const names = await Promise.all([own, otherSecret, otherClient, otherRoot].map(cacheName));
    expect(new Set(names).size).toBe(4);
    expect(await cacheName(own)).toBe(names[0]);
  });

  it.for(["", "not base64url!", "AAAA", "A".repeat(200), '{"accessToken":"x"}'])(
    "treats the poisoned value %j as absent",
    async (poison) => {
      await TOKENS.put("governance-token:poisoned", poison);
      expect(await (await sealedCache(TOKENS, own, "poisoned")).get(NOW_MS)).toBeUndefined();
    },
  );

  it("treats a value as absent if a byte was changed", async () => {
    const cache = await sealedCache(TOKENS, own, "changed");
    await cache.put(token, NOW_MS);
    const value = (await TOKENS.get("governance-token:changed")) ?? "";
    for (const at of [0, 20, Math.floor(value.length / 2), value.length - 4]) {
      const changed = value.slice(0, at) + (value[at] === "A" ? "B" : "A") + value.slice(at + 1);
      await TOKENS.put("governance-token:changed", changed);
      expect(await cache.get(NOW_MS), `character ${at}`).toBeUndefined();
    }
  });

  it("treats an unavailable KV as empty", async () => {
    const away = { get: () => Promise.reject(new Error("away")) } as unknown as KVNamespace;
    expect(await (await sealedCache(away, own, "away")).get(NOW_MS)).toBeUndefined();
  });

  it("requests a time to live that KV accepts, even for a short-lived token", async () => {
    const lives: unknown[] = [];
    const kv = {
      put: async (_: string, __: string, options: unknown) => lives.push(options),
    } as unknown as KVNamespace;
    const cache = await sealedCache(kv, own, "ttl");
    await cache.put({ ...token, refreshAtMs: NOW_MS + 5_000 }, NOW_MS);
    await cache.put(token, NOW_MS);
    expect(lives).toEqual([{ expirationTtl: 60 }, { expirationTtl: 3_540 }]);
  });
});

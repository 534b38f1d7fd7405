import { afterEach, describe, expect, it, vi } from "vitest";
import { fetchJson } from "../../../src/systems/api/send.ts";

afterEach(() => vi.unstubAllGlobals());

/** Answers every request. @returns the requests */
function answer(body: string, init?: ResponseInit) {
  const sent: RequestInit[] = [];
  vi.stubGlobal("fetch", async (_: URL, request: RequestInit) => {
    sent.push(request);
    return new Response(body, init);
  });
  return sent;
}

describe("fetchJson", () => {
  it("sends a request with a time limit, follows no redirects, and returns the JSON of the response", async () => {
    const sent = answer('{"onCall": "ada.marsh@example.com"}');
    expect(await fetchJson("https://oncall.example.com/now")).toEqual({ onCall: "ada.marsh@example.com" });
    expect(sent).toMatchObject([{ method: "GET", redirect: "manual", signal: expect.any(AbortSignal) }]);
  });

  it("rejects a response over 1 MiB", async () => {
    answer(JSON.stringify("x".repeat(1024 * 1024)));
    await expect(fetchJson("https://oncall.example.com/now")).rejects.toMatchObject({
      code: "sender_unavailable",
      message: expect.stringContaining("oncall.example.com, GET /now: Error: the response is longer than"),
    });
  });

  it("rejects an invalid address, and names it", async () => {
    await expect(fetchJson("/now")).rejects.toMatchObject({
      code: "sender_bad_request",
      message: '"/now" is not an address',
    });
  });

  it("hides the values of the request's headers in the message about a rejection", async () => {
    answer("the token s3cret is not valid", { status: 403 });
    await expect(
      fetchJson("https://oncall.example.com/now", { headers: { authorization: "Bearer s3cret" } }),
    ).rejects.toMatchObject({
      code: "sender_refused",
      message: "oncall.example.com, GET /now: 403 the token [hidden] is not valid",
    });
  });
});

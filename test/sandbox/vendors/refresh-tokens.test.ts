import { afterEach, describe, expect, it, vi } from "vitest";
import { refreshTokens } from "../../../src/sandbox/vendors/refresh-tokens.ts";

afterEach(() => void vi.useRealTimers());

const CLIENT = { id: "acme", secret: "secret-of-the-tests", first: "r0" };
const form = (refresh_token: string, more: object = {}) => ({
  grant_type: "refresh_token",
  client_id: CLIENT.id,
  client_secret: CLIENT.secret,
  refresh_token,
  ...more,
});
/** Returns the tokens of a successful refresh. */
const refreshed = (vendor: ReturnType<typeof refreshTokens>, token: string) => {
  const { body } = vendor.exchange("POST", form(token));
  const { access_token, refresh_token } = body as Record<string, string>;
  return { access: `Bearer ${access_token}`, refresh: refresh_token ?? "" };
};

describe("the simulated token endpoint", () => {
  it("issues access tokens that are valid for two hours", () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const vendor = refreshTokens(CLIENT);
    const { access } = refreshed(vendor, "r0");
    vi.setSystemTime(Date.now() + 7_199_000);
    expect(vendor.accepts(access)).toBe(true);
    vi.setSystemTime(Date.now() + 1_000);
    expect(vendor.accepts(access)).toBe(false);
  });

  it("accepts each refresh token once, and invalidates the previous access token", () => {
    const vendor = refreshTokens(CLIENT);
    const one = refreshed(vendor, "r0");
    const two = refreshed(vendor, one.refresh);
    expect([vendor.accepts(one.access), vendor.accepts(two.access)]).toEqual([false, true]);
    for (const used of ["r0", one.refresh])
      expect(vendor.exchange("POST", form(used))).toMatchObject({
        status: 400,
        body: { error: "invalid_grant" },
      });
  });

  it("accepts an old refresh token until the new access token is used, if the vendor is lenient", () => {
    const vendor = refreshTokens({ ...CLIENT, isLenient: true });
    refreshed(vendor, "r0");
    const { access } = refreshed(vendor, "r0");
    expect(vendor.accepts(access)).toBe(true);
    expect(vendor.exchange("POST", form("r0")).status).toBe(400);
  });

  it.for([
    [400, "GET", {}],
    [400, "POST", { grant_type: "client_credentials" }],
    [401, "POST", { client_secret: "another" }],
    [401, "POST", { client_id: "another" }],
    [400, "POST", { refresh_token: "another" }],
  ] as const)("responds with %s to a %s request with %o", ([status, method, more]) => {
    expect(refreshTokens(CLIENT).exchange(method, form("r0", more)).status).toBe(status);
  });
});

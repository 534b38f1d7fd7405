import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { path } from "../../../src/systems/api/client.ts";

describe("a path", () => {
  it.for([
    ["118", "/v1/118/x"],
    ["a b", "/v1/a%20b/x"],
    ["1/../2", "/v1/1%2F..%2F2/x"],
    ["/", "/v1/%2F/x"],
    ["//evil.example", "/v1/%2F%2Fevil.example/x"],
    ["\\..\\", "/v1/%5C..%5C/x"],
    ["?a=b", "/v1/%3Fa%3Db/x"],
    ["#a", "/v1/%23a/x"],
    ["a\r\nhost: evil.example", "/v1/a%0D%0Ahost%3A%20evil.example/x"],
    ["\0", "/v1/%00/x"],
    ["@evil.example", "/v1/%40evil.example/x"],
    ["...", "/v1/.../x"],
    ["%2e%2e%2f", "/v1/%252e%252e%252f/x"],
    ["Ünï", "/v1/%C3%9Cn%C3%AF/x"],
  ])("keeps %j in one segment", ([value = "", expected]) => expect(path`/v1/${value}/x`).toBe(expected));

  it.for(["", ".", "..", "%2e", "%2E%2e", ".%2e", "%2e.", "%252e%252e", "%25252E", "\ud800", "a\udc00"])(
    "rejects %j",
    (value) =>
      expect(() => path`/v1/${value}/x`).toThrow(expect.objectContaining({ code: "sender_bad_request" })),
  );

  it("keeps its prefix and its segments, even with hostile values", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        let made: string;
        try {
          made = path`/v1/${value}/x`;
        } catch {
          return;
        }
        const url = new URL(`https://api.example.com${made}`);
        expect(url.host).toBe("api.example.com");
        expect(url.pathname.split("/")).toHaveLength(4);
        expect(url.pathname).toMatch(/^\/v1\/.*\/x$/);
        expect(url.search + url.hash).toBe("");
      }),
    );
  });
});

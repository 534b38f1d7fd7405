import { expect, it } from "vitest";
import STYLESHEET from "../../src/console/assets/console.css" with { type: "text" };
import SCRIPT from "../../src/console/assets/console.js" with { type: "text" };

/** The colours in light and dark mode. The checks of the pages in a browser measure their contrast. */
const DECLARED = STYLESHEET.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g);

it("the stylesheet uses only the declared colours, except in the local stack's bar", () => {
  expect(Array.from(DECLARED).length).toBeGreaterThan(10);
  const own = STYLESHEET.slice(STYLESHEET.indexOf("* {")).match(/#[0-9a-f]{3,8}\b/g) ?? [];
  expect(new Set(own)).toEqual(new Set(["#ffffff", "#ffd36b", "#2b1d00", "#fff", "#7a5a00"]));
});

it("the script and the stylesheet together have at most 30 KiB", () => {
  expect(new TextEncoder().encode(STYLESHEET + SCRIPT).byteLength).toBeLessThanOrEqual(30 * 1024);
});

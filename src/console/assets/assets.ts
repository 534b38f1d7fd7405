// The console's stylesheet and script, at addresses that change with their content.
import { Problem } from "../../base/problem.ts";
import { SCRIPT } from "./script.ts";
import { STYLESHEET } from "./stylesheet.ts";

/** A short hash of a text (FNV-1a, 32 bits) for its address. */
function version(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

export const STYLESHEET_URL = `/assets/console-${version(STYLESHEET)}.css`;
export const SCRIPT_URL = `/assets/console-${version(SCRIPT)}.js`;

const assets = new Map([
  [STYLESHEET_URL, { type: "text/css; charset=utf-8", text: STYLESHEET }],
  [SCRIPT_URL, { type: "text/javascript; charset=utf-8", text: SCRIPT }],
]);

/**
 * A file of the pages. It holds no data and never changes at its address: browsers keep it. @throws Problem `not_found`
 */
export function asset(path: string): Response {
  const found = assets.get(path);
  if (!found) throw new Problem("not_found", path);
  return new Response(found.text, {
    headers: {
      "content-type": found.type,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    },
  });
}

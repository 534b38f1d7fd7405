// The console's stylesheet and script, at URLs that change with their content.
import type { Context } from "hono";
import { fnv1a } from "../../base/hash.ts";
import { Problem } from "../../base/problem.ts";
import STYLESHEET from "./console.css" with { type: "text" };
import SCRIPT from "./console.js" with { type: "text" };

const version = (text: string): string => fnv1a(text).toString(36);

export const STYLESHEET_URL = `/assets/console-${version(STYLESHEET)}.css`;
export const SCRIPT_URL = `/assets/console-${version(SCRIPT)}.js`;

const assets = new Map([
  [STYLESHEET_URL, { type: "text/css; charset=utf-8", text: STYLESHEET }],
  [SCRIPT_URL, { type: "text/javascript; charset=utf-8", text: SCRIPT }],
]);

/**
 * Serves a static file. The URL changes with the content, so browsers cache the file.
 * @throws Problem `not_found` if no file has the path
 */
export function asset({ req: { path } }: Context): Response {
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

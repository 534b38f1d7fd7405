// The stylesheet and the script of the console, with addresses that change with them.
import { SCRIPT } from "./script.ts";
import { STYLESHEET } from "./stylesheet.ts";

/** Short, and different for different texts (FNV-1a, 32 bits): an address that is never another text's. */
function version(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

export const STYLESHEET_URL = `/assets/console-${version(STYLESHEET)}.css`;
export const SCRIPT_URL = `/assets/console-${version(SCRIPT)}.js`;

/** Files that pages load, by address. They hold no data and never change: browsers keep them. */
export const assets: ReadonlyMap<string, { readonly type: string; readonly text: string }> = new Map([
  [STYLESHEET_URL, { type: "text/css; charset=utf-8", text: STYLESHEET }],
  [SCRIPT_URL, { type: "text/javascript; charset=utf-8", text: SCRIPT }],
]);

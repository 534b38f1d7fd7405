// Runs wrangler and gives what it printed.
import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { root } from "../bundle.ts";

const COMPILED = root("node_modules/.cache/wrangler");

/** What a command of wrangler said, where it went wrong. */
export class WranglerFailed extends Error {
  override readonly name = "WranglerFailed";
}

/** Runs one command of wrangler, and gives what it prints. @throws WranglerFailed with what it said */
export type Wrangler = (args: readonly string[], more?: Readonly<Record<string, string>>) => Promise<string>;

/**
 * The wrangler of this repository, which knows how to sign in: `wrangler login`, or `CLOUDFLARE_API_TOKEN`.
 * @param folder Where `wrangler.toml` is.
 */
export const wranglerIn =
  (folder: string, env: Readonly<Record<string, string | undefined>>): Wrangler =>
  async (args, more = {}) => {
    const child = spawn(process.execPath, [root("node_modules/wrangler/bin/wrangler.js"), ...args], {
      cwd: folder,
      // A deployment runs it a dozen times, and half of each is the time Node takes to compile it.
      env: { NODE_COMPILE_CACHE: COMPILED, ...env, ...more, NO_COLOR: "1", FORCE_COLOR: "0" },
      // Without a terminal it asks nothing, and says what it would have asked.
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [output, errors] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
    if (code === 0) return output;
    const said = stripVTControlCharacters(`${errors}\n${output}`).trim();
    const hint = /CLOUDFLARE_API_TOKEN|not authenticated|code: 10000/.test(said)
      ? "\nSign in with `npx wrangler login`, or set CLOUDFLARE_API_TOKEN (and CLOUDFLARE_ACCOUNT_ID)."
      : "";
    throw new WranglerFailed(`wrangler ${args.join(" ")} ended with ${code}:\n${said}${hint}`);
  };

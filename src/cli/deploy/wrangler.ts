// Runs wrangler and returns its output.
import { type ExecFileException, execFile } from "node:child_process";
import { promisify, stripVTControlCharacters } from "node:util";
import { root } from "../shared/bundle.ts";

export class WranglerFailed extends Error {
  override readonly name = "WranglerFailed";
}

/** Runs one command of wrangler, and returns its output. @throws WranglerFailed if the command fails */
export type Wrangler = (args: readonly string[], more?: Readonly<Record<string, string>>) => Promise<string>;

/**
 * Returns a function that runs this repository's wrangler with the user's sign-in. An error contains the output, and
 * advice if there is any.
 * @param folder The folder of `wrangler.toml`
 */
export const wranglerIn =
  (folder: string, env: Readonly<Record<string, string | undefined>>): Wrangler =>
  async (args, more = {}) => {
    const running = promisify(execFile)(process.execPath, ["--no-warnings", WRANGLER, ...args], {
      cwd: folder,
      env: {
        ...env,
        ...more,
        // An empty value selects production, even if wrangler.toml has other environments.
        CLOUDFLARE_ENV: env["REEVE_ENV"] ?? "",
        WRANGLER_LOG: "log",
        NO_COLOR: "1",
        FORCE_COLOR: "0",
      },
      maxBuffer: Infinity,
    });
    // Without a terminal, wrangler prints its questions instead of asking them.
    running.child.stdin?.end();
    const stop = () => running.child.kill("SIGINT");
    process.once("exit", stop);
    return running
      .then(
        ({ stdout }) => stdout,
        ({ code, stdout = "", stderr = "" }: ExecFileException) => {
          const quoted = stripVTControlCharacters(`${stderr}\n${stdout.slice(-MAX_QUOTED_CHARS)}`).trim();
          const hint = HINTS.find(([sign]) => sign.test(quoted))?.[1] ?? "";
          throw new WranglerFailed(
            `wrangler ${args.join(" ")} ended with ${code}:\n${quoted}${hint && `\n${hint}`}`,
          );
        },
      )
      .finally(() => process.off("exit", stop));
  };

const WRANGLER = root("node_modules/wrangler/wrangler-dist/cli.js");

/** Maximum characters of stdout that an error quotes, from the end. Stderr is quoted in full. */
const MAX_QUOTED_CHARS = 10_000;

const HINTS: readonly (readonly [sign: RegExp, hint: string])[] = [
  [
    /CLOUDFLARE_API_TOKEN|not authenticated|code: 10000|not logged in/i,
    "Sign in with `npx wrangler login`, or set CLOUDFLARE_API_TOKEN (and CLOUDFLARE_ACCOUNT_ID).",
  ],
  [
    /required secrets have not been set/,
    "docs/reference/variables.md describes the source of each secret. Write the secrets into a file, one NAME=value per line, and run `npm run deploy -- --secrets-file FILE`.",
  ],
  [
    /code: 10014\b/,
    'An upload failed after the KV namespace was created. Find the id of this namespace with `npx wrangler kv namespace list`, and write the id into wrangler.toml below binding = "TOKENS": id = "…".',
  ],
];

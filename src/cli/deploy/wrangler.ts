// Runs wrangler and returns its output.
import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { root } from "../shared/bundle.ts";

export class WranglerFailed extends Error {
  override readonly name = "WranglerFailed";
}

/** Runs one command of wrangler, and returns its output. @throws WranglerFailed if the command fails */
export type Wrangler = (args: readonly string[], more?: Readonly<Record<string, string>>) => Promise<string>;

/**
 * Returns a function that runs this repository's wrangler with the user's sign-in. @param folder The folder of
 * `wrangler.toml`
 */
export const wranglerIn =
  (folder: string, env: Readonly<Record<string, string | undefined>>): Wrangler =>
  (args, more = {}) =>
    runWrangler(folder, { ...env, ...more }, args);

/**
 * Runs one command of wrangler until it ends or is stopped.
 * @param print Receives the output as it arrives
 * @returns the output, or an empty string if `print` received the output
 * @throws WranglerFailed with the output, and advice if there is any
 */
export async function runWrangler(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
  print?: (text: string) => void,
  signal?: AbortSignal,
): Promise<string> {
  const child = spawn(process.execPath, ["--no-warnings", WRANGLER, ...args], {
    cwd: folder,
    env: {
      ...env,
      // An empty value selects production, even if wrangler.toml has other environments.
      CLOUDFLARE_ENV: env["REEVE_ENV"] ?? "",
      WRANGLER_LOG: "log",
      NO_COLOR: "1",
      FORCE_COLOR: "0",
    },
    // Without a terminal, wrangler prints its questions instead of asking them.
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = () => child.kill("SIGINT");
  signal?.addEventListener("abort", stop);
  process.once("exit", stop);
  let [output, errors] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output = print ? (output + text).slice(-MAX_QUOTED_CHARS) : output + text;
    print?.(text);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on("error", reject).on("close", resolve),
  );
  process.off("exit", stop);
  if (code === 0 || signal?.aborted) return print ? "" : output;
  const quoted = stripVTControlCharacters(`${errors}\n${output.slice(-MAX_QUOTED_CHARS)}`).trim();
  const hint = HINTS.find(([sign]) => sign.test(quoted))?.[1] ?? "";
  throw new WranglerFailed(`wrangler ${args.join(" ")} ended with ${code}:\n${quoted}${hint && `\n${hint}`}`);
}

const WRANGLER = root("node_modules/wrangler/wrangler-dist/cli.js");

/** Maximum characters of the output that an error quotes. */
const MAX_QUOTED_CHARS = 10_000;

const HINTS: readonly (readonly [sign: RegExp, hint: string])[] = [
  [
    /CLOUDFLARE_API_TOKEN|not authenticated|code: 10000|not logged in/i,
    "Sign in with `npx wrangler login`, or set CLOUDFLARE_API_TOKEN (and CLOUDFLARE_ACCOUNT_ID).",
  ],
  [
    /required secrets have not been set/,
    "docs/reference.md#variables describes the source of each secret. Write the secrets into a file, one NAME=value per line, and run `npm run deploy -- --secrets-file FILE`.",
  ],
  [
    /code: 10014\b/,
    'An upload failed after the KV namespace was created. Find the id of this namespace with `npx wrangler kv namespace list`, and write the id into wrangler.toml below binding = "TOKENS": id = "…".',
  ],
  [
    /code: 100(07|90)\b/,
    "No Worker with the name in wrangler.toml is deployed in this account: deploy it with `npm run deploy`.",
  ],
];

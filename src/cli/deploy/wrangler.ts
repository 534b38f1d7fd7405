// Runs wrangler and gives what it printed.
import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { COMPILED, root } from "../shared/bundle.ts";

/** What a command of wrangler said, where it went wrong. */
export class WranglerFailed extends Error {
  override readonly name = "WranglerFailed";
}

/** Runs one command of wrangler, and gives what it prints. @throws WranglerFailed with what it said */
export type Wrangler = (args: readonly string[], more?: Readonly<Record<string, string>>) => Promise<string>;

/**
 * The wrangler of this repository, which knows how to sign in: `wrangler login`, or `CLOUDFLARE_API_TOKEN`.
 * @param folder Where `wrangler.toml` is.
 * @param run How its commands are run. @default each in a process
 */
export const wranglerIn =
  (folder: string, env: Readonly<Record<string, string | undefined>>, run = spawnWrangler): Wrangler =>
  async (args, more = {}) => {
    let output = "";
    const print = (text: string) => {
      output += text;
    };
    await runWrangler(folder, { ...env, ...more }, args, print, undefined, run);
    return output;
  };

/** One command of wrangler. */
export interface WranglerCommand {
  readonly args: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Takes what it prints as it comes. */
  readonly print: (text: string) => void;
  /** Stops it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs one command of wrangler to its end, or until it is stopped.
 * @param print Takes what it prints as it comes
 * @throws WranglerFailed with what it said, and what to do where that can be told
 */
export async function runWrangler(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
  print: (text: string) => void,
  signal?: AbortSignal,
  run = spawnWrangler,
): Promise<void> {
  let last = "";
  const { code, errors } = await run({
    args,
    folder,
    // A deployment runs it a dozen times, and half of each is the time Node takes to compile it.
    env: {
      NODE_COMPILE_CACHE: COMPILED,
      ...env,
      // Empty is production, also where wrangler.toml has others.
      CLOUDFLARE_ENV: env["REEVE_ENV"] ?? "",
      WRANGLER_LOG: "log",
      NO_COLOR: "1",
      FORCE_COLOR: "0",
    },
    print: (text) => {
      last = (last + text).slice(-MAX_SAID_CHARS);
      print(text);
    },
    signal,
  });
  if (code === 0 || signal?.aborted) return;
  const said = stripVTControlCharacters(`${errors}\n${last}`).trim();
  const hint = HINTS.find(([sign]) => sign.test(said))?.[1] ?? "";
  throw new WranglerFailed(`wrangler ${args.join(" ")} ended with ${code}:\n${said}${hint && `\n${hint}`}`);
}

/** Runs it in a process of its own. @returns its exit code, and what it said of errors */
async function spawnWrangler({ args, folder, env, print, signal }: WranglerCommand) {
  const child = spawn(process.execPath, [...START, ...args], {
    cwd: folder,
    env,
    // Without a terminal it asks nothing, and says what it would have asked.
    stdio: ["ignore", "pipe", "pipe"],
  });
  signal?.addEventListener("abort", () => child.kill("SIGINT"));
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", print);
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on("error", reject).on("close", resolve),
  );
  return { code, errors };
}

/** Its program. */
export const WRANGLER = root("node_modules/wrangler/wrangler-dist/cli.js");
/** As its `bin` starts it, without a process in between, and with the memory it takes to load from the beginning. */
const START = ["--no-warnings", "--min-semi-space-size=64", "--max-semi-space-size=64", WRANGLER];

/** How much of what it printed an error quotes. */
const MAX_SAID_CHARS = 10_000;

/** What to do about what wrangler says. */
const HINTS: readonly (readonly [sign: RegExp, hint: string])[] = [
  [
    /CLOUDFLARE_API_TOKEN|not authenticated|code: 10000|not logged in/i,
    "Sign in with `npx wrangler login`, or set CLOUDFLARE_API_TOKEN (and CLOUDFLARE_ACCOUNT_ID).",
  ],
  [
    /required secrets have not been set/,
    "docs/reference.md#variables says where each comes from. Write them into a file, a line NAME=value each, and run `npm run deploy -- --secrets-file FILE`.",
  ],
  [
    /code: 10014\b/,
    'An upload failed after the KV namespace was made. Find its id with `npx wrangler kv namespace list`, and write it into wrangler.toml below binding = "TOKENS": id = "…".',
  ],
  [
    /code: 100(07|90)\b/,
    "No Worker of the name in wrangler.toml is deployed in this account: `npm run deploy` brings it there.",
  ],
];

// Reads the code that the documentation prints, for tests that run it as printed.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import { root } from "../../../src/cli/shared/bundle.ts";
import { freePort, startProcess } from "../../cli/process.ts";

/** Returns a page, or its section with this heading, up to the next heading of the same level. */
export function readSection(page: string, title?: string): string {
  const text = readFileSync(root(page), "utf8");
  if (title === undefined) return text;
  const [, level = ""] = new RegExp(`^(##+) ${title}\n`, "m").exec(text) ?? [];
  if (level === "") throw new Error(`${page} has no section "${title}"`);
  const [, after = ""] = text.split(`\n${level} ${title}\n`);
  return after.split(new RegExp(`\n#{2,${level.length}} `))[0] ?? "";
}

/** Lists the code blocks in a language, in order. @param info The text after the backticks: `sh`, `json fixture` */
export const listBlocks = (text: string, info: string): readonly string[] =>
  Array.from(
    text.matchAll(new RegExp(`^( *)\`\`\`${info}\n([^]*?)^ *\`\`\``, "gm")),
    ([, indent, code = ""]) => code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );

/**
 * Types each block of commands whose output a page prints, and compares the output. In commands, `run_…`, `evt_…` and
 * `"hash": "…"` stand for the last such value in an output (of ids, those in addresses); in outputs, `…` stands for any
 * text.
 * @param type Types a block, and returns its output
 */
export async function checkOutputs(page: string, type: (commands: string) => Promise<string>): Promise<void> {
  let last: Readonly<Record<string, string>> = {};
  const blocks = page.matchAll(/^```sh\n([^`]*)```\n\n```text\n([\s\S]*?)\n```/gm);
  for (const [, commands = "", output = ""] of blocks) {
    const typed = commands.replace(/(run_|evt_|"hash": ")…/g, (_, kind: string) => kind + last[kind]);
    const printed = await type(typed);
    const values = printed.matchAll(/((?<=\/)run_|(?<=\/)evt_|(?<="plan": \{\s+)"hash": ")([\w-]+)/g);
    last = { ...last, ...Object.fromEntries(Array.from(values, ([, kind, value]) => [kind, value])) };
    expect(printed, commands).toMatch(toPattern(output));
  }
}

const quote = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** Returns the pattern of an output in which `…` stands for any text. */
export const toPattern = (output: string) => new RegExp(quote(output.trim()).replaceAll("…", "[\\s\\S]*?"));

/** Returns a pattern for the output that a page prints after a block of commands, which matches any text if it has none. */
export function findOutput(page: string, commands: string): RegExp {
  const blocks = listBlocks(page, "(?:sh|text)");
  const output = blocks[blocks.indexOf(commands) + 1];
  return toPattern(output && listBlocks(page, "text").includes(output) ? output.trim() : "");
}

/**
 * Types commands as a page prints them, in one shell that stops at the first failure.
 * @param commands With `http://127.0.0.1:8787` as Reeve's origin
 * @param folder The working folder
 * @param env Further variables
 * @returns the output
 */
export async function typeCommands(
  commands: string,
  reeve: URL,
  { folder = root("."), env = {} }: { readonly folder?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const typed = commands
    .replaceAll("http://127.0.0.1:8787", reeve.origin)
    .replaceAll("curl ", "curl -sS --fail-with-body ");
  const { stdout } = await promisify(execFile)("bash", ["-e", "-o", "pipefail", "-c", typed], {
    cwd: folder,
    env: { ...process.env, REEVE_URL: reeve.origin, ...env },
  });
  return stdout;
}

/** Runs `npm start` in a fork until the end of the test. @returns its port, and a function that returns its output */
export async function startFork(folder: string) {
  const port = String(await freePort());
  const command = [process.execPath, "src/cli/reeve.ts", "start", "--port", port];
  const { child, ended, text } = startProcess(command, { cwd: folder });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  await expect.poll(text).toContain("Ctrl-C stops");
  return { port, text };
}

// Temporary folders with parts of this tree, and a repository with a copy of the tree, like a user's fork.
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { onTestFinished } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";

/**
 * Creates a temporary folder.
 * @param over Receives the function that deletes the folder: `afterAll` or `onTestFinished`
 * @param parts The parts of this tree to copy into the folder, and those to link
 */
export function makeFolder(
  over: (remove: () => void) => void,
  { copied = [], linked = [] }: { copied?: readonly string[]; linked?: readonly string[] } = {},
  name = "reeve-",
): string {
  const folder = mkdtempSync(join(tmpdir(), name));
  over(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of copied) cpSync(root(part), join(folder, part), { recursive: true });
  for (const part of linked) symlinkSync(root(part), join(folder, part));
  return folder;
}

/** Files that git does not track, and files that only this machine has. */
const LEFT_OUT: readonly string[] = [
  "node_modules",
  ".git",
  ".reeve",
  ".wrangler",
  ".dev.vars",
  "screenshots",
];

export interface Fork {
  readonly folder: string;
  /**
   * Runs git in the repository.
   * @returns the output
   * @throws Error if git fails
   */
  git(...args: readonly string[]): string;
  /** Runs a Node program in the repository: a file of the tree, or of node_modules. */
  run(
    program: string,
    ...args: readonly string[]
  ): { readonly status: number | null; readonly output: string };
}

/**
 * Copies the tree, commits it in a new repository, and deletes both when the test ends.
 * @param over Receives the function that deletes them. @default it is called when the test ends
 */
export function makeFork(over: (remove: () => void) => void = onTestFinished): Fork {
  const folder = makeFolder(over, { linked: ["node_modules"] });
  cpSync(root(), folder, { recursive: true, filter: (path) => !LEFT_OUT.includes(basename(path)) });
  const call = (program: string, args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: "utf8" });
    return { status, output: stdout + stderr };
  };
  const git = (...args: readonly string[]) => {
    const who = ["-c", "user.name=Ada Marsh", "-c", "user.email=ada.marsh@example.com"];
    const { status, output } = call("git", [...who, ...args]);
    if (status !== 0) throw new Error(`git ${args.join(" ")}: ${output}`);
    return output;
  };
  git("init", "--quiet", "--initial-branch=main");
  // .gitignore only excludes node_modules as a folder, and here it is a link.
  appendFileSync(join(folder, ".git/info/exclude"), "node_modules\n");
  git("add", "--all");
  git("commit", "--quiet", "--message", "First release");
  return { folder, git, run: (program, ...args) => call(process.execPath, [program, ...args]) };
}

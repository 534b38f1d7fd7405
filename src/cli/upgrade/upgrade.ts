// `npm run upgrade -- --check`: what a newer Reeve would change for the user's settings, code and record. It lays the newer
// tree out in a folder of its own, with the user's files over it, and changes nothing.
import { execFile, execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { root } from "../shared/bundle.ts";
import { type ExitCode, print, UsageError } from "../shared/command-line.ts";
import { type ShowProgress, withProgress } from "../shared/progress.ts";

/** What no release changes, and what this machine has beside the tree. */
const OWN = ["src/config.ts", "src/own"];
const BESIDE = ["node_modules", ".dev.vars", ".reeve"];

const Tree = z.object({
  version: z.string(),
  enabled: z.array(z.string()),
  mistakes: z.array(z.string()),
  tables: z.array(z.string()),
});

/** Runs a program of a tree. @returns what it prints; where it fails, its complaint */
const run = (tree: string, program: string, ...args: readonly string[]): Promise<string> =>
  promisify(execFile)(process.execPath, [join(tree, program), ...args], { cwd: tree }).then(
    ({ stdout }) => stdout.trim(),
    ({ stderr }: { readonly stderr: string }) => stderr.trim(),
  );

const git = (...args: readonly string[]): string =>
  execFileSync("git", args, { cwd: root(), encoding: "utf8", stdio: "pipe" }).trim();

/** Exits 0 if there is nothing to do. */
export default async function (
  from: string | undefined,
  { check, since }: { readonly check?: true; readonly since: string },
): Promise<ExitCode> {
  if (!check) throw new UsageError("Say --check; the upgrade itself is a merge: docs/upgrade.md");
  const folder = join(mkdtempSync(join(tmpdir(), "reeve-upgrade-")), "tree");
  try {
    layOut(from ?? fetchNewest(), folder);
    const [here, there] = await Promise.all([readTree(root()), readTree(folder)]);
    const added = (of: "mistakes" | "tables") => there[of].filter((one) => !here[of].includes(one));
    const { other, failed } = await withProgress((show) => replan(folder, there.enabled, since, show));
    const todo = [
      ...section("What to do", whatToDo(readFileSync(join(folder, "CHANGELOG.md"), "utf8"), here.version)),
      ...section(`${OWN.join(" or ")} has what ${there.version} refuses`, added("mistakes")),
      ...section("Back-tests find something else there", other),
    ];
    const lines = [
      `${here.version} here, ${there.version} there`,
      ...todo,
      ...section("Tables that the deployment changes by itself", added("tables")),
      ...section("Nothing was back-tested", failed),
      ...(todo.length === 0 ? ["", "Nothing to do but to merge, test and deploy: docs/upgrade.md"] : []),
    ];
    print(lines.join("\n"));
    return todo.length === 0 ? 0 : 1;
  } finally {
    if (existsSync(join(folder, ".git"))) git("worktree", "remove", "--force", folder);
    rmSync(join(folder, ".."), { recursive: true });
  }
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
}

/** Lays a tree out in a new folder, with the user's files. @throws UsageError for what is none */
function layOut(from: string, folder: string): void {
  if (existsSync(from))
    cpSync(from, folder, {
      recursive: true,
      filter: (path) => ![...BESIDE, ".git"].includes(basename(path)),
    });
  else
    try {
      git("worktree", "add", "--quiet", "--detach", folder, from);
    } catch {
      throw new UsageError(
        `${from} is no tag, commit or folder here; git fetch upstream --tags may bring it`,
      );
    }
  for (const path of OWN) {
    rmSync(join(folder, path), { recursive: true, force: true });
    cpSync(root(path), join(folder, path), { recursive: true });
  }
  for (const path of BESIDE) if (existsSync(root(path))) symlinkSync(root(path), join(folder, path));
}

/** Fetches the newest tag of a remote, and no name of it. @returns its id @throws UsageError without one */
function fetchNewest(): string {
  const remotes = git("remote").split("\n");
  const remote = ["upstream", "origin"].find((name) => remotes.includes(name)) ?? ".";
  const tags = git("ls-remote", "--tags", "--refs", "--sort=-v:refname", remote, "v*");
  const [, id, tag] = /^(\w+)\s+(\S+)/.exec(tags) ?? [];
  if (id === undefined || tag === undefined)
    throw new UsageError("no remote upstream or origin has a tag v…: name a tag, a commit or a folder");
  git("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", remote, tag);
  return id;
}

async function readTree(tree: string): Promise<z.output<typeof Tree>> {
  const printed = await run(tree, "src/cli/upgrade/tree.ts");
  if (printed.startsWith("{")) return Tree.parse(JSON.parse(printed));
  throw new Error(
    `the tree can't be read, as it is older than this command or npm ci has to come first:\n${printed}`,
  );
}

/** The parts "What to do" of the versions of a changelog after this one, newest first. */
function whatToDo(changelog: string, version: string): string[] {
  return changelog.split(/^## /m).flatMap((release) => {
    const [head = "", after = ""] = release.split(/^### What to do\n/m);
    const [todo = ""] = after.split(/^### /m);
    const name = head.split(/\s/, 1).join();
    const isNewer = /^\d/.test(name) && name.localeCompare(version, "en", { numeric: true }) > 0;
    const does = todo.split("\n").filter(Boolean);
    return isNewer && does.length > 0 ? [`${name}:`, ...does] : [];
  });
}

/** Back-tests each automation with the code here and there. @returns the other findings there, or why there are none here */
async function replan(folder: string, automations: readonly string[], since: string, show: ShowProgress) {
  if (automations.length === 0)
    return { other: [], failed: ["no automation runs there with these settings"] };
  const other: string[] = [];
  for (const [n, automation] of automations.entries()) {
    show(`Planning again: ${automation}`, n, automations.length);
    const [here = "", there = ""] = await Promise.all(
      [root(), folder].map((tree) => run(tree, "src/cli/reeve.ts", "backtest", automation, "--since", since)),
    );
    // What is found comes after the time of the record, which differs.
    const [before, after] = [here, there].map((text) => text.split("\n\n").slice(1));
    if (before?.length === 0) return { other, failed: here.split("\n", 1) };
    if (before?.join() !== after?.join())
      other.push(`${automation}:`, ...(after?.length ? after : [there]).join("\n").split("\n"));
  }
  return { other, failed: [] };
}

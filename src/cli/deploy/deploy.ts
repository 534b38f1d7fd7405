// `npm run deploy`: deploys Reeve to a Cloudflare account for the first time, or upgrades it, step by step. It prints
// each completed step, and an error explains how to continue.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as z from "zod";
import { printable } from "../../base/text.ts";
import { nameDesk } from "../../desk/directory.ts";
import { readVariable } from "../../env.ts";
import { root, writeBundle } from "../shared/bundle.ts";
import { type ExitCode, errorMessage, type ShowProgress, withProgress } from "../shared/command-line.ts";
import { requireConfiguration, type WorkingTree } from "../shared/working-tree.ts";
import { listChanges } from "./dry-run.ts";
import { findBroken, isLedgerMissing, listStopped, recordedDesks, unfinishedRuns } from "./runs.ts";
import { type Wrangler, wranglerIn } from "./wrangler.ts";

interface DeployOptions {
  readonly tree: WorkingTree;
  /** The folder of `wrangler.toml`. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True to deploy even if unfinished runs would break. */
  readonly evenSo?: boolean;
  /** True to print the changes without making them. */
  readonly dryRun?: boolean;
  /** A file with secrets to set. @default the Worker keeps its secrets */
  readonly secretsFile?: string;
  readonly print: (line: string) => void;
  /** Shows the progress. @default shows nothing */
  readonly show?: ShowProgress;
}

type Chosen = Pick<DeployOptions, "secretsFile" | "evenSo" | "dryRun">;
export default async function (options: Chosen): Promise<ExitCode> {
  const tree = await requireConfiguration();
  await withProgress((show, print) =>
    deploy({ ...options, tree, folder: root(), env: process.env, print, show }),
  );
  return 0;
}

/** The part of `wrangler.toml` that this command reads. */
const Config = z.object({
  name: z.string(),
  vars: z.record(z.string(), z.unknown()),
  d1_databases: z.tuple([z.object({ database_name: z.string() })]),
});

/**
 * Deploys Reeve to Cloudflare, or only prints the changes if `dryRun` is true. Every step can be repeated, so running
 * the command again continues the deployment. The live Worker changes last. Wrangler creates the KV namespace, and
 * rejects an upload if a secret that `wrangler.toml` requires is missing.
 * @throws Error with the cause, if a step fails
 */
export async function deploy(options: DeployOptions): Promise<void> {
  const { folder, env, secretsFile, dryRun, print, show = () => {} } = options;
  const wrangler = wranglerIn(folder, env);
  const { unstable_readConfig: readConfig } = await import("wrangler");
  const { name, vars, d1_databases } = Config.parse(
    readConfig({ config: join(folder, "wrangler.toml"), env: env["REEVE_ENV"] ?? "" }),
  );
  const ok = (line: string) => print(`ok      ${printable(line)}`);
  try {
    show("Reading the deployed desks", 0, 4);
    ok(await requireDesks(wrangler, vars["DESKS"]));
    show("Reading the unfinished runs", 1, 4);
    ok(await requireRuns(wrangler, options));
    if (dryRun) {
      const site = String(vars["REEVE_URL"] ?? env["REEVE_URL"] ?? "");
      const changes = await listChanges(wrangler, folder, options.tree.config, site);
      for (const change of changes) print(`would   ${printable(change)}`);
      return print("\nNothing was changed.");
    }
    show("Migrating the ledger", 2, 4);
    ok(await migrate(wrangler, d1_databases[0].database_name));
    show("Uploading the Worker", 3, 4);
    const secrets = secretsFile === undefined ? [] : ["--secrets-file", resolve(secretsFile)];
    const origin = (await upload(wrangler, secrets)) ?? `https://<the address of ${name}>`;
    ok(`deployed: ${origin}`);
    print(`
The webhook address of a sender is ${origin}/hooks/<sender>: docs/set-up/senders describes the steps.
Put Cloudflare Access in front of ${origin}, with a bypass for /hooks and /healthz.`);
  } catch (error) {
    const why = `${errorMessage(error)}\n\nFix this and run the command again${dryRun ? "" : ": it continues where it stopped"}.`;
    throw new Error(why, { cause: error });
  }
}

/**
 * Rejects a value of `DESKS` that would move a subject of the newest audit entries to a different desk.
 * @returns the accepted number of desks, as text to print
 */
export async function requireDesks(wrangler: Wrangler, DESKS: unknown): Promise<string> {
  const count = readVariable(DESKS === undefined ? {} : { DESKS: String(DESKS) }, "DESKS");
  const moved = (await recordedDesks(wrangler)).find(
    ({ subject, desk }) => nameDesk(count, subject) !== desk,
  );
  if (!moved) return `desks: ${count}`;
  throw new Error(
    `DESKS is ${count}, but Reeve's first deployment had another number: ${moved.subject} belongs to ${moved.desk}, and would now be delivered to ${nameDesk(count, moved.subject)}, which has none of its deliveries and plans.\n\nSet DESKS in wrangler.toml back to the number of the first deployment.`,
  );
}

/**
 * Rejects code that can't continue every unfinished run, unless `evenSo` is true.
 * @returns the findings about the unfinished runs, as text to print
 */
async function requireRuns(wrangler: Wrangler, { tree, evenSo }: DeployOptions): Promise<string> {
  const runs = await unfinishedRuns(wrangler);
  const broken = findBroken(tree, runs);
  const stopped = listStopped(tree, runs);
  const paused = `\nlive runs that will not act: ${stopped.length}; runs that have not begun will only plan, and the others will pause\n${stopped.map(printable).join("\n")}`;
  const note = stopped.length === 0 ? "" : paused;
  if (broken.length === 0) return `unfinished runs: ${runs.length}; this code can continue them all${note}`;
  const named = broken.flatMap(({ id, automation, subject, state, faults }) => [
    `  ${id} (${automation}, ${subject}, ${state})`,
    ...faults.map((fault) => `    - ${fault}`),
  ]);
  const message = `${broken.length} of ${runs.length} unfinished runs would break, because different code planned them:\n${named.map(printable).join("\n")}${note}`;
  if (evenSo) return `${message}\n        deployed anyway`;
  throw new Error(
    `${message}\n\nWait until these runs end, cancel them (POST /api/runs/{id}/decisions), or deploy with --even-so.`,
  );
}

/** Migrates the ledger, and creates its database on the first deployment. @returns the result as a sentence */
async function migrate(wrangler: Wrangler, database: string): Promise<string> {
  const apply = () => wrangler(["d1", "migrations", "apply", "LEDGER", "--remote"]);
  try {
    await apply();
    return `ledger ${database} exists, and its migrations are applied`;
  } catch (error) {
    if (!isLedgerMissing(error)) throw error;
    await wrangler(["d1", "create", database]);
    await apply();
    return `ledger ${database} created, and its migrations are applied`;
  }
}

/**
 * Uploads the Worker, and reads its URL from the file to which wrangler writes its results, one JSON object per line.
 * @returns the URL, or `undefined` if the file has none
 */
async function upload(wrangler: Wrangler, options: readonly string[]): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "reeve-deploy-"));
  const file = join(folder, "output.ndjson");
  try {
    const entry = await writeBundle("src/worker.ts", join(folder, "worker"));
    await wrangler(["deploy", entry, "--no-bundle", "--config", "wrangler.toml", ...options], {
      WRANGLER_OUTPUT_FILE_PATH: file,
    });
    const entries = readFileSync(file, "utf8").trim().split("\n");
    const targets = entries.flatMap((line) => DeployEntry.safeParse(JSON.parse(line)).data?.targets ?? []);
    return targets.find((target) => target.startsWith("https://"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const DeployEntry = z.object({ type: z.literal("deploy"), targets: z.array(z.string()).default([]) });

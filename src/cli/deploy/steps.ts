// The steps of a deployment, in their order.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { printable } from "../../base/text.ts";
import { entrances, hookPath } from "../../systems/index.ts";
import { startPreflight } from "../doctor/preflight.ts";
import { writeBundle } from "../shared/bundle.ts";
import { requireDesks } from "./desks.ts";
import { hasEnvironment, withEnvironment } from "./environment.ts";
import { ensure, resourcesOf } from "./resources.ts";
import { brokenRunLines, unfinishedRuns } from "./runs.ts";
import { missingLines, secretNames } from "./secrets.ts";
import { type Wrangler, wranglerIn } from "./wrangler.ts";

/** How a deployment is made. */
export interface DeployOptions {
  /** Where `wrangler.toml` is. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** @default the repository's, with `env` */
  readonly wrangler?: Wrangler;
  /** Deploys although unfinished runs would break. */
  readonly evenSo: boolean;
  readonly print: (line: string) => void;
  /** File of the Worker that looks at the code. @default the working tree's */
  readonly preflight?: string;
}

/** What is read of `wrangler.toml`. */
const Config = z.object({
  name: z.string(),
  durable_objects: z.object({
    bindings: z.array(z.object({ name: z.string(), class_name: z.string() })),
  }),
  vars: z.record(z.string(), z.unknown()),
  d1_databases: z.array(z.object({ binding: z.string(), database_name: z.string().optional() })),
});

/** Why nothing was deployed, where the user has to fix it. */
class Stopped extends Error {}

/**
 * Brings Reeve to Cloudflare, step by step: each looks first at what is there, so that a repeat goes on where one ended.
 * What is live is changed last, after all that may stop it. @returns whether it is deployed
 */
export async function deploy(options: DeployOptions): Promise<boolean> {
  const { folder, env, evenSo, print, wrangler = wranglerIn(folder, env) } = options;
  const done: string[] = [];
  const { unstable_readConfig: readConfig } = await import("wrangler");
  const toml = join(folder, "wrangler.toml");
  const { REEVE_ENV: environment } = env;
  const option = environment ? ` --env ${environment}` : "";
  if (environment && !hasEnvironment(readFileSync(toml, "utf8"), environment)) {
    const production = Config.parse(readConfig({ config: toml, env: "" }));
    writeFileSync(toml, withEnvironment(readFileSync(toml, "utf8"), environment, production));
    print(`ok      wrangler.toml has the environment ${environment} now: commit it`);
  }
  const config = Config.parse(readConfig({ config: toml, env: environment ?? "" }));
  const worker = config.name;
  const database = config.d1_databases.find(({ binding }) => binding === "LEDGER")?.database_name ?? worker;
  async function step<Value>(name: string, work: () => Promise<Value>, said?: (value: Value) => string) {
    try {
      const value = await work();
      const what = said?.(value) ?? name;
      print(`ok      ${printable(what)}`);
      done.push(name);
      return value;
    } catch (error) {
      print(`STOPPED ${name}\n\n${error instanceof Error ? error.message : error}\n`);
      print(
        `Done so far: ${done.join(", ") || "nothing"}. Fix this and run \`npm run deploy${option && ` --${option}`}\` again: it continues from there.`,
      );
      throw new Stopped();
    }
  }

  const preflight = await startPreflight(options.preflight);
  try {
    for (const resource of resourcesOf(worker, database, environment ? `env.${environment}.` : ""))
      await step(
        resource.what,
        () => ensure(resource, folder, wrangler),
        (what) => what,
      );
    const set = await step(
      "secrets",
      async () => {
        const set = new Set([...Object.keys(config.vars), ...(await secretNames(wrangler))]);
        const missing = missingLines(await preflight.needs(), set, option);
        if (missing.length === 0) return set;
        throw new Error(
          `The Worker "${worker}" lacks what is listed below. Run this in ${folder}; where wrangler asks whether to create the Worker, say ` +
            `yes:\n\n${missing.join("\n")}`,
        );
      },
      () => "all needed secrets are set",
    );
    await step(
      "desks",
      () => requireDesks(wrangler, config.vars["DESKS"], Date.now()),
      (what) => what,
    );
    await step(
      "unfinished runs",
      async () => {
        const runs = await unfinishedRuns(wrangler);
        const broken = await preflight.upgrade(runs);
        if (broken.length === 0)
          return `${runs.length} unfinished runs, and this code can continue each of them`;
        const named = broken.flatMap(brokenRunLines).map(printable).join("\n");
        const told = `${broken.length} of ${runs.length} unfinished runs were planned by other code and would break:\n${named}`;
        if (evenSo) return `${told}\n        deployed anyway`;
        throw new Error(
          `${told}\n\nWait until they end, or cancel them (POST /api/runs/{id}/decisions), or deploy with \`npm run deploy -- --even-so${option}\`.`,
        );
      },
      (what) => what,
    );
    await step("migrations of the ledger", () =>
      wrangler(["d1", "migrations", "apply", "LEDGER", "--remote"]),
    );
    const targets = await step(
      "deployment",
      () => upload(wrangler),
      (urls) => `deployed: ${urls.join(", ")}`,
    );
    for (const line of addresses(targets, set)) print(line);
    return true;
  } catch (error) {
    if (error instanceof Stopped) return false;
    throw error;
  } finally {
    await preflight.stop();
  }
}

/** Uploads the Worker. @returns where it is reached; wrangler writes that into a file of one JSON object a line. */
async function upload(wrangler: Wrangler): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "reeve-deploy-"));
  const file = join(folder, "output.ndjson");
  try {
    const entry = await writeBundle("src/worker.ts", join(folder, "worker"));
    await wrangler(["deploy", entry, "--no-bundle", "--config", "wrangler.toml"], {
      WRANGLER_OUTPUT_FILE_PATH: file,
    });
    const entries = readFileSync(file, "utf8").trim().split("\n");
    return entries.flatMap((line) => {
      const entry = DeployEntry.safeParse(JSON.parse(line));
      return entry.success ? entry.data.targets.filter((target) => target.startsWith("https://")) : [];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const DeployEntry = z.object({ type: z.literal("deploy"), targets: z.array(z.string()).default([]) });

/** Where senders are to send to. */
function addresses([origin]: readonly string[], set: ReadonlySet<string>): string[] {
  const root = origin ?? "https://<the Worker's address>";
  const open = entrances.filter(({ secretVariable }) => set.has(secretVariable));
  const paths = new Set(open.map(hookPath));
  return [
    "",
    "Addresses for senders (docs/senders.md says where to enter each):",
    ...Array.from(paths, (path) => `  ${root}${path}`),
    "",
    `Put Cloudflare Access in front of ${root}, with a bypass for /hooks and /healthz.`,
  ];
}

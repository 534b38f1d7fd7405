// Runs a Worker on a local workerd, for the commands, the tests and the benches.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { LegacyWorkerOptions, Miniflare } from "miniflare";
import { type Bundle, bundle, madeOnce, root } from "./bundle.ts";

/** A Worker running in a local workerd of its own, reached without a proxy in between. */
export interface RunningWorker {
  readonly url: URL;
  readonly miniflare: Miniflare;
  /** Goes on with other code of the same entry, on the same data. */
  reload(code: Bundle): Promise<void>;
  stop(): Promise<void>;
}

/** What goes in front of each Worker that runs here. */
export const BEFORE = "src/cli/start/platform-limits.ts";

/** How to run a Worker locally. */
export interface RunOptions {
  /** Its name, as its wrangler.toml has it. */
  readonly name: string;
  /** Its wrangler.toml, from the repository's root. @default it has nothing bound, and the compatibility date of Reeve's */
  readonly config?: string;
  /** Its entry file, from the repository's root. */
  readonly entry: string;
  /** What {@link bundle} made of the entry. @default built for this */
  readonly code?: Bundle;
  /** Port on 127.0.0.1. @default a free one */
  readonly port?: number;
  /** Folder that keeps KV, D1 and Durable Objects over restarts. @default in memory */
  readonly persist?: string;
  /** Where its log lines go. @default nowhere */
  readonly log?: (line: string) => void;
  /** Variables and secrets, over those of its wrangler.toml. */
  readonly bindings: Readonly<Record<string, string>>;
}

/** Starts a Worker on workerd, with the bindings its wrangler.toml declares. */
export async function run({
  name,
  config,
  entry,
  code,
  port = 0,
  persist,
  bindings,
  log = () => {},
}: RunOptions): Promise<RunningWorker> {
  // It takes a while to load: a command that starts nothing does without.
  const { convertV4MiniflareOptions, Log, LogLevel, Miniflare } = await import("miniflare");
  const declared = await declaredIn(config);
  const hand = await handOf(name, declared);
  const options = (modules: Bundle) =>
    convertV4MiniflareOptions({
      log: new Log(LogLevel.WARN),
      cf: false,
      handleStructuredLogs: ({ message }) => log(message),
      ...(persist ? { resourcePersistencePath: persist } : {}),
      workers: [
        // The first is the one that `dispatchFetch` reaches.
        ...hand,
        {
          ...declared,
          name,
          modules: modulesOf(modules),
          bindings: { ...declared.bindings, ...bindings },
          unsafeDirectSockets: [{ host: "127.0.0.1", port }],
        },
      ],
    });
  const miniflare = new Miniflare(options(code ?? (await bundle(entry, true, BEFORE))));
  await miniflare.ready;
  return {
    url: await miniflare.unsafeGetDirectURL(name),
    miniflare,
    reload: (changed) => miniflare.setOptions(options(changed)),
    stop: () => miniflare.dispose(),
  };
}

/** The Worker beside one that has a ledger: see `start/hand.ts`. */
async function handOf(
  name: string,
  { d1Databases, compatibilityDate = "" }: Partial<LegacyWorkerOptions>,
): Promise<LegacyWorkerOptions[]> {
  if (!d1Databases || !("LEDGER" in d1Databases)) return [];
  const folder = root("src/ledger/migrations");
  const MIGRATIONS = readdirSync(folder)
    .sort()
    .map((file) => ({ name: file, sql: readFileSync(join(folder, file), "utf8") }));
  return [
    {
      name: "hand",
      compatibilityDate,
      compatibilityFlags: ["service_binding_extra_handlers"],
      modules: modulesOf(await bundle("src/cli/start/hand.ts")),
      d1Databases,
      serviceBindings: { WORKER: name },
      bindings: { MIGRATIONS },
    },
  ];
}

const modulesOf = (code: Bundle) => code.map((module) => ({ type: "ESModule" as const, ...module }));

/**
 * What a wrangler.toml declares, and nothing of what .dev.vars or .env says. Wrangler reads it, and takes longer to load
 * than the rest of a start: of the same text once.
 * @throws Error with what is wrong in it
 */
export async function bindingsOf(config: string): Promise<Partial<LegacyWorkerOptions>> {
  const path = root(config);
  const read = async () => {
    const { unstable_getMiniflareWorkerOptions: workerOptions, unstable_readConfig: readConfig } =
      await import("wrangler");
    const config = readConfig({ config: path });
    // The secrets of a deployment are not wanted here.
    const declared = workerOptions({ ...config, secrets: undefined }).workerOptions;
    return JSON.stringify({ ...declared, bindings: config.vars });
  };
  // The same text says the same of one environment in any folder, but for which folder that is.
  const environment = process.env["CLOUDFLARE_ENV"] ?? "";
  const declared = await madeOnce([config, environment, readFileSync(path, "utf8")], read);
  return { ...JSON.parse(declared), rootPath: dirname(path) };
}

async function declaredIn(config: string | undefined): Promise<Partial<LegacyWorkerOptions>> {
  if (config !== undefined) return bindingsOf(config);
  const toml = readFileSync(root("wrangler.toml"), "utf8");
  const [, compatibilityDate] = /^compatibility_date = "(.+)"$/m.exec(toml) ?? [];
  if (compatibilityDate === undefined) throw new Error("wrangler.toml has no line compatibility_date");
  return { compatibilityDate };
}

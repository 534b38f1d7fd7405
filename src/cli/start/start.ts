// `npm start`: runs Reeve and the embedded tenant, calls the cron handler regularly, and reloads or restarts Reeve when
// its files change, until Ctrl-C.
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { isDeepStrictEqual, promisify } from "node:util";
import { context, type Message, type Plugin } from "esbuild";
import { ifPossible } from "../../base/if-possible.ts";
import { ENDINGS } from "../send/deliver.ts";
import { sendAll } from "../send/send.ts";
import { type Bundle, buildOptions, bundle, root, toModules } from "../shared/bundle.ts";
import { complain, type ExitCode, errorMessage, onStop, paint, UsageError } from "../shared/command-line.ts";
import { checkVariables, devVars, varsFile } from "../shared/dev-vars.ts";
import { clock, readableLine } from "../shared/log-lines.ts";
import { BEFORE, readBindings } from "../shared/runtime.ts";
import { type CheckedTree, CONFIG_INVALID, requireConfiguration } from "../shared/working-tree.ts";
import {
  dataFolder,
  forgetOwnSecrets,
  keepStackVariables,
  lockFolder,
  makeOwnSecrets,
  requireReadable,
  secretsFile,
} from "./data-folder.ts";
import { REEVE_PORT, reevePort, requireFree } from "./ports.ts";
import { LOCAL_SECRETS, startStack, tenantOrigin, tick } from "./stack.ts";

const ENTRY = "src/cli/start/worker.ts";
const TICK_MS = 60_000;

/** The port, the data folder and the log of the stack that this command runs. */
interface Place {
  readonly port: number;
  readonly folder: string;
  /** Receives each log line of Reeve and of the embedded tenant. */
  readonly log: (line: string) => void;
}
type Running = Awaited<ReturnType<typeof begin>>;

/**
 * Runs the stack until Ctrl-C.
 * @param options `json`: true to print log lines as JSON. `sample`: true to send the recordings of all senders except
 * Slack once the stack runs
 */
export default async function (options: Partial<Record<"json" | "sample", true>>): Promise<ExitCode> {
  const { json, sample } = options;
  const port = reevePort();
  const folder = dataFolder(port);
  const log = (line: string) => console.log(json ? line : readableLine(line, `http://127.0.0.1:${port}`));
  await requireConfiguration(!isOwnTenant());
  await readBindings("wrangler.toml");
  checkVariables(devVars());
  if (sample && isOwnTenant())
    throw new UsageError("--sample is only for the embedded tenant: remove GOVERNANCE_* from .dev.vars");
  if (sample && !existsSync(ENDINGS))
    throw new UsageError("--sample needs the recordings in the folder test/");
  // Lock the folder before the ports are checked, because two starts can both find the ports free.
  const lock = lockFolder(folder, port);
  await requireFree(port, "Reeve", "npm start -- --port 9000");
  await requireFree(port + 1, "the tenant", "npm start -- --port 9000");
  requireReadable(folder);
  console.log(
    `Starting Reeve ${isOwnTenant() ? "on the tenant that .dev.vars names" : "and the embedded tenant"} …`,
  );
  // Register this handler before Miniflare starts: Miniflare's own handler for the stop signals ends the process.
  onStop(() => console.log("\nStopping. Runs in progress continue at the next start."));
  const place = { port, folder, log };
  const first = await begin(place, await bundle(ENTRY, BEFORE), LOCAL_SECRETS).catch((error: unknown) => {
    complain(errorMessage(error));
    // Exit explicitly, because started processes would keep the command running.
    process.exit(1);
  });
  const stopWatching = await watchFiles(first, (version, running) => update(place, version, running));
  onStop(async () => {
    const running = await stopWatching();
    await running?.stop();
    lock.close();
    process.exit(0);
  });
  if (sample) {
    await sendAll(first.stack.reeve.url);
    console.log("\n  sample    the recordings of all senders except Slack have been sent");
  }
  console.log(describeStack(place, first));
  return 0;
}

/** Starts Reeve and the tenant with the current `.dev.vars` and `wrangler.toml`. */
async function begin({ port, folder, log }: Place, code: Bundle, secrets: CheckedTree["secrets"]) {
  const variables = devVars();
  for (const warning of checkVariables(variables)) console.warn(paint("wait", warning, process.stderr));
  // A stack on the user's own tenant must not use public secrets, and its tenant does not contain the sample people.
  const own = isOwnTenant(variables);
  if (!own) forgetOwnSecrets(folder);
  const stack = await startStack({
    entry: ENTRY,
    code,
    reevePort: port,
    tenantPort: port + 1,
    persist: folder,
    // The sample's HR systems and the user's own tenant have no people in common.
    hrApis: !own,
    // Variables of `.dev.vars` override the local ones.
    bindings: { ...(own ? makeOwnSecrets(folder, secrets) : { SAMPLE: "yes", ...secrets }), ...variables },
    log,
  });
  keepStackVariables(folder, own ? {} : stack.variables);
  await tick(stack.reeve);
  const ticking = setInterval(() => void tick(stack.reeve).catch(console.error), TICK_MS);
  const stop = async () => {
    clearInterval(ticking);
    await stack.stop();
  };
  return { code, secrets, stack, own, stop };
}

/**
 * Runs a version of the files, and keeps the data. If Reeve would not start with the version, the previous version
 * continues to run. If a restart itself fails, nothing runs until the next version.
 * @returns the stack that runs now, or `null` if none runs
 */
async function update(place: Place, version: Version, running: Running | null): Promise<Running | null> {
  const { startFile } = version;
  if (startFile === null && isDeepStrictEqual(version.bundle, running?.code)) return running;
  const say = (text: string) => console.log(readableLine(`${clock(Date.now())} ${text}`));
  let kept = running;
  try {
    const { code, secrets } = await requireStartable(version);
    const isNewSecret = !isDeepStrictEqual(secrets, running?.secrets);
    if (startFile === null && !isNewSecret && running) {
      await running.stack.reeve.reload(code);
      say("reloaded");
      return { ...running, code };
    }
    await running?.stop();
    kept = null;
    const next = await begin(place, code, secrets);
    const where = next.own ? "the tenant of GOVERNANCE_* in .dev.vars" : "the embedded tenant";
    say(`restarted on ${where}: ${startFile ?? (isNewSecret ? "a sender" : "the code")} has changed`);
    return next;
  } catch (error) {
    const what = startFile === null ? "not reloaded" : `not restarted, although ${startFile} has changed`;
    const how = kept
      ? "The previous version keeps running."
      : "Reeve does not run until the error is corrected.";
    say(`${what}: ${errorMessage(error).trim()}\n${how}`);
    return kept;
  }
}

/** Returns the code and secrets of a version. @throws Error if Reeve would not start with the version */
async function requireStartable({ bundle: code, faults }: Version) {
  if (!code) throw new Error(`the code does not compile:\n  ${faults.join("\n  ")}`);
  checkVariables(devVars());
  await readBindings("wrangler.toml");
  // Check the working tree in another process, because this process keeps the rules that it has loaded.
  const { stdout } = await promisify(execFile)(process.execPath, [
    root("src/cli/shared/working-tree.ts"),
    ...(isOwnTenant() ? [] : ["sample"]),
  ]);
  const { mistakes, secrets }: CheckedTree = JSON.parse(stdout);
  if (mistakes.length > 0) throw new Error(`${CONFIG_INVALID}:\n  ${mistakes.join("\n  ")}`);
  return { code, secrets };
}

function describeStack({ port, folder }: Place, { stack, own }: Running): string {
  const { origin } = stack.reeve.url;
  const at = port === REEVE_PORT ? "" : ` --port ${port}`;
  const sample = `  tenant    ${tenantOrigin(stack.tenant)}  (embedded, with 200 sample users; its API: /openapi.json)`;
  const theirs = `  tenant    the one that GOVERNANCE_* in .dev.vars specifies
  secrets   ${secretsFile(folder)}
            random, and only for senders on this machine: npm run send uses them.
            In the console, you can act as any person in the setting people of src/config.ts.`;
  const sampleSteps = `    1. Send a sample, in another terminal:  npm run send -- workday terminated${at}
    2. Decide on the plan in the console:   ${origin}/approvals
    3. Set up your own tenant:              npm run init`;
  const steps = `    1. Check the tenant and the settings:   npm run doctor
    2. Choose a delivery to send:           npm run send -- --list
    3. Decide on the plan in the console:   ${origin}/approvals`;
  return `
  console   ${origin}
  webhooks  ${origin}/hooks/…
${own ? theirs : sample}
  data      ${folder}  (delete it to start over)

  Changes in src/, .dev.vars and wrangler.toml take effect automatically. Ctrl-C stops. Next:

${own ? steps : sampleSteps}
`;
}

/**
 * Returns true if `.dev.vars` names a tenant. Otherwise `npm start` uses the embedded tenant, with the sample's names.
 */
const isOwnTenant = (variables = devVars()): boolean =>
  Object.keys(variables).some((name) => name.startsWith("GOVERNANCE_"));

/**
 * How long esbuild waits after it notices a change, before it builds, in milliseconds. It notices changes by polling:
 * each poll checks some of the files, and twenty polls check all of them.
 */
const WATCH_MS = 50;

/** Lists the files that are read when Reeve starts but do not belong to a bundle. */
const startFiles = () => [varsFile(), "wrangler.toml"];

interface Version {
  readonly bundle: Bundle | null;
  /** The reasons why there is no bundle, one line each. */
  readonly faults: readonly string[];
  /** The start file that changed since the previous version, or `null` if none did. */
  readonly startFile: string | null;
}

/**
 * Calls a function for each version of the files that Reeve is built from and started with, one after another,
 * beginning with the current one. The function receives the result of its previous call.
 * @returns a function that stops watching, waits for the call in progress, and returns the last result
 */
async function watchFiles(
  first: Running,
  act: (version: Version, running: Running | null) => Promise<Running | null>,
): Promise<() => Promise<Running | null>> {
  let last: Promise<Running | null> = Promise.resolve(first);
  let before = startFiles().map(readText);
  const report: Plugin = {
    name: "report",
    setup({ onLoad, onEnd }) {
      onLoad({ filter: /\/worker\.ts$/ }, () => ({ watchFiles: startFiles().map(root) }));
      onEnd(({ errors, outputFiles }) => {
        const texts = startFiles().map(readText);
        const startFile = startFiles().find((_, n) => texts[n] !== before[n]) ?? null;
        before = texts;
        const bundle = errors.length > 0 || !outputFiles ? null : toModules(outputFiles);
        last = last.then((running) => act({ bundle, faults: errors.map(placed), startFile }, running));
      });
    },
  };
  const watched = await context({ ...buildOptions(ENTRY, BEFORE, report), logLevel: "silent" });
  await watched.watch({ delay: WATCH_MS });
  return async () => {
    await watched.dispose();
    return last;
  };
}

const readText = (name: string): string | undefined => ifPossible(() => readFileSync(root(name), "utf8"));

const placed = ({ text, location }: Message): string =>
  location ? `${location.file}:${location.line}:${location.column + 1}: ${text}` : text;

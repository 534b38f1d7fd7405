// `npm start`: runs Reeve and the embedded tenant, and calls the cron handler regularly, until Ctrl-C.
import { execFile } from "node:child_process";
import { isDeepStrictEqual, promisify } from "node:util";
import { type Bundle, bundle, root } from "../shared/bundle.ts";
import { complain, type ExitCode, errorMessage, onStop } from "../shared/command-line.ts";
import { checkVariables, devVars } from "../shared/dev-vars.ts";
import { clock, readableLine } from "../shared/log-lines.ts";
import { paint } from "../shared/paint.ts";
import { BEFORE, readBindings } from "../shared/runtime.ts";
import { type CheckedTree, CONFIG_MISTAKEN, requireConfiguration } from "../shared/working-tree.ts";
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
import { watchFiles } from "./watch.ts";

const ENTRY = "src/cli/start/worker.ts";
const TICK_MS = 60_000;

export default async function ({ json }: { readonly json?: true }): Promise<ExitCode> {
  const port = reevePort();
  const folder = dataFolder(port);
  const say = (text: string) => console.log(readableLine(`${clock(Date.now())} ${text}`));

  /** Starts Reeve and the tenant with the present `.dev.vars` and `wrangler.toml`. */
  async function begin(code: Bundle, secrets: CheckedTree["secrets"]) {
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
      log: (line) => console.log(json ? line : readableLine(line, `http://127.0.0.1:${port}`)),
    });
    keepStackVariables(folder, own ? {} : stack.variables);
    await tick(stack.reeve);
    const ticking = setInterval(() => void tick(stack.reeve).catch(console.error), TICK_MS);
    return {
      code,
      secrets,
      stack,
      own,
      async stop() {
        clearInterval(ticking);
        await stack.stop();
      },
    };
  }

  await requireConfiguration(!isOwnTenant());
  await readBindings("wrangler.toml");
  checkVariables(devVars());
  // The lock comes first, because two starts can both find the ports free.
  const lock = lockFolder(folder, port);
  await requireFree(port, "Reeve", "npm start -- --port 9000");
  await requireFree(port + 1, "the tenant", "npm start -- --port 9000");
  requireReadable(folder);
  console.log(
    `Starting Reeve ${isOwnTenant() ? "on the tenant that .dev.vars names" : "and the embedded tenant"} …`,
  );
  let running: Awaited<ReturnType<typeof begin>> | null = await begin(
    await bundle(ENTRY, BEFORE),
    LOCAL_SECRETS,
  ).catch((error: unknown) => {
    complain(errorMessage(error));
    // Exit explicitly, because started processes would keep the command running.
    process.exit(1);
  });
  const { stack, own } = running;

  /**
   * Runs each version of the files. If Reeve would not start with a version, the previous version continues to run. The
   * data is kept.
   */
  const stopWatching = await watchFiles(ENTRY, async ({ bundle: code, faults, startFile }) => {
    if (startFile === null && isDeepStrictEqual(code, running?.code)) return;
    try {
      if (!code) throw new Error(`the code does not compile:\n  ${faults.join("\n  ")}`);
      checkVariables(devVars());
      await readBindings("wrangler.toml");
      const { mistakes, secrets } = await checkChange();
      if (mistakes.length > 0) throw new Error(`${CONFIG_MISTAKEN}:\n  ${mistakes.join("\n  ")}`);
      const isNewSecret = !isDeepStrictEqual(secrets, running?.secrets);
      if (startFile === null && !isNewSecret && running) {
        await running.stack.reeve.reload(code);
        running = { ...running, code };
        return say("reloaded");
      }
      await running?.stop();
      running = null;
      running = await begin(code, secrets);
      const where = running.own ? "the tenant of GOVERNANCE_* in .dev.vars" : "the embedded tenant";
      say(`restarted on ${where}: ${startFile ?? (isNewSecret ? "a sender" : "the code")} has changed`);
    } catch (error) {
      const what = startFile === null ? "not reloaded" : `not restarted, although ${startFile} has changed`;
      const how = running
        ? "The previous version keeps running."
        : "Reeve does not run until the error is corrected.";
      say(`${what}: ${errorMessage(error).trim()}\n${how}`);
    }
  });

  onStop(async () => {
    await stopWatching();
    await running?.stop();
    lock.close();
    process.exit(0);
  });

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
    2. Play a delivery of yours:            npm run send -- --list
    3. Decide on the plan in the console:   ${origin}/approvals`;
  console.log(`
  console   ${origin}
  webhooks  ${origin}/hooks/…
${own ? theirs : sample}
  data      ${folder}  (delete it to start over)

  Changes in src/, .dev.vars and wrangler.toml take effect automatically. Ctrl-C stops. Next:

${own ? steps : sampleSteps}
`);
  return 0;
}

/**
 * Returns true if `.dev.vars` names a tenant. Otherwise `npm start` uses the embedded tenant, with the sample's names.
 */
const isOwnTenant = (variables = devVars()): boolean =>
  Object.keys(variables).some((name) => name.startsWith("GOVERNANCE_"));

/** Checks the present working tree in another process, because this process keeps the rules that it has loaded. */
async function checkChange(): Promise<CheckedTree> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    root("src/cli/shared/working-tree.ts"),
    ...(isOwnTenant() ? [] : ["sample"]),
  ]);
  return JSON.parse(stdout);
}

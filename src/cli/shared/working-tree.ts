// Loads the working tree's settings and rules into this process.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { AnyAction } from "../../actions/define.ts";
import { printable } from "../../base/text.ts";
import type { Config } from "../../define-config.ts";
import type { Automation } from "../../kit/automation.ts";
import { root } from "./bundle.ts";

/** The path of the settings file. */
export const CONFIG = "src/config.ts";

/** The settings and rules that Reeve runs with. */
export interface WorkingTree {
  readonly config: Config;
  readonly automations: ReadonlyMap<string, Automation>;
  readonly actions: ReadonlyMap<string, AnyAction>;
}

/** The settings' text by imported URL. Each text needs its own URL, because Node loads a URL only once. */
const texts = new Map<string, string>();
registerHooks({
  // src/environment.ts reads a variable of the Worker, which a command has in its environment.
  resolve: (name, context, next) =>
    name === "cloudflare:workers" ? { url: "node:process", shortCircuit: true } : next(name, context),
  load(url, context, next) {
    const source = texts.get(url);
    return source === undefined
      ? next(url, context)
      : { format: "module-typescript", source, shortCircuit: true };
  },
});

/**
 * Loads the rules once per process. This is not a static import, because the rules can depend on the environment of
 * `--env`.
 */
export async function loadRules() {
  const { automations } = await import("../../automations/index.ts");
  const { actions } = await import("../../actions/index.ts");
  return { automations, actions };
}

/**
 * Loads the current settings of `src/config.ts`, and the rules.
 * @param text Settings to use instead of the file's
 * @param onSample True to add the settings of the embedded tenant's sample
 * @throws an error that {@link listErrors} explains, if Reeve would not start with these settings
 */
export async function loadWorkingTree(
  text = readFileSync(root(CONFIG), "utf8"),
  onSample = false,
): Promise<WorkingTree> {
  const address = `${pathToFileURL(root(CONFIG))}?${texts.size}`;
  texts.set(address, text);
  const { default: stated }: { readonly default: Config } = await import(address);
  const config = onSample ? (await import("../start/sample.ts")).overSample(stated) : stated;
  return checked({ config, ...(await loadRules()) });
}

/**
 * Checks the settings as Reeve does when it starts, with the working tree's automations.
 * @throws an error that {@link listErrors} explains, if Reeve would not start with these settings
 */
export async function checked(tree: WorkingTree): Promise<WorkingTree> {
  const { checkNames, checkRetention } = await import("../../operate/config-check.ts");
  const { operations } = await import("../../governance/contract/index.ts");
  const { settings, policy } = tree.config;
  checkNames(settings, policy, tree.automations);
  checkRetention(settings, policy);
  (await import("../../kit/due.ts")).checkSchedules(settings, tree.automations);
  (await import("../../governance/contract/operation.ts")).checkResponses(Object.values(operations));
  return tree;
}

/** Lists the errors that prevent settings from loading, one line each. */
export function listErrors(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [printable(String(error))];
  const { mistakes = [`${findPlace(error)}${error.message}`] } = error as { mistakes?: readonly string[] };
  return mistakes.map((mistake) => printable(mistake.replace(/^src\/config\.ts, /, "")));
}

/**
 * Returns the place of an error in the working tree's code, such as `src/config.ts:12: `, or "" if the place is
 * unknown.
 */
function findPlace({ name, stack = "" }: Error): string {
  if (name === "Problem") return "";
  const places = Array.from(stack.matchAll(/(\/\S+\.ts)(?:\?\d+)?:(\d+)/g), ([, path = "", line]) => ({
    path: relative(root(), path),
    line,
  }));
  const place = places.find(({ path }) => /^src\/(?!cli\/)/.test(path));
  return place ? `${place.path}:${place.line}: ` : "";
}

/**
 * Lists the errors in settings, one line each. Returns an empty list if Reeve would start with the settings.
 * @param text Settings to check instead of the file's
 */
export const checkConfig = async (text?: string, onSample = false): Promise<readonly string[]> =>
  loadWorkingTree(text, onSample).then(() => [], listErrors);

export const CONFIG_INVALID = `${CONFIG} or src/own has errors`;

/** Loads the working tree, as {@link loadWorkingTree} does. @throws Error with each error in the settings */
export async function requireConfiguration(onSample = false): Promise<WorkingTree> {
  return loadWorkingTree(undefined, onSample).catch((error: unknown) => {
    const lines = listErrors(error).map((mistake) => `  ${mistake}`);
    throw new Error(
      `${CONFIG_INVALID}, so nothing was started:\n\n${lines.join("\n")}\n\nCorrect them and try again.`,
    );
  });
}

/** The result of checking the working tree in another process. */
export interface CheckedTree {
  readonly mistakes: readonly string[];
  /** The local stack's webhook secrets by variable; empty if there are mistakes. */
  readonly secrets: Readonly<Record<string, string>>;
}

// A process keeps the rules that it has loaded, so `npm start` uses another process to check a change.
if (import.meta.main) {
  const mistakes = await checkConfig(undefined, process.argv.includes("sample"));
  const secrets = mistakes.length > 0 ? {} : (await import("../start/stack.ts")).LOCAL_SECRETS;
  console.log(JSON.stringify({ mistakes, secrets } satisfies CheckedTree));
}

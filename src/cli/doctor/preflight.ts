// Starts the Worker that examines the working tree, and asks it, for doctor, deploy and all that starts Reeve.
import { printable } from "../../base/text.ts";
import { made, madeOnce } from "../shared/bundle.ts";
import { environmentVars } from "../shared/dev-vars.ts";
import { BEFORE, type RunningWorker, run } from "../shared/runtime.ts";
import type { Finding } from "./worker/finding.ts";
import type {
  Broken,
  DoctorQuestion,
  Listener,
  ListenersQuestion,
  NameAnswer,
  NamesQuestion,
  SettingsAnswer,
  StoredRun,
  TenantAnswer,
  TenantQuestion,
} from "./worker/questions.ts";

/** The Worker that looks at the working tree, running. */
export interface Preflight {
  /** What is wrong with `src/config.ts`, a sentence each. */
  mistakes(): Promise<readonly string[]>;
  doctor(question: DoctorQuestion): Promise<readonly Finding[]>;
  tenant(question: TenantQuestion): Promise<TenantAnswer>;
  /** What a command needs to change `src/config.ts`. @throws Error with its mistakes */
  settings(): Promise<SettingsAnswer>;
  /** Asks the tenant for what is named. @throws Error where it can't be asked */
  names(question: NamesQuestion): Promise<readonly NameAnswer[]>;
  /** The automations that listen to an event, enabled or not. */
  listeners(question: ListenersQuestion): Promise<readonly Listener[]>;
  /** The runs that the working tree can't go on with. */
  upgrade(runs: readonly StoredRun[]): Promise<readonly Broken[]>;
  stop(): Promise<void>;
}

const ENTRY = "src/cli/doctor/worker/worker.ts";

/**
 * Bundles the working tree as it is now. What the same code was asked before it is not asked again; for anything else it
 * is started on workerd, with nothing kept, once it is asked.
 * @param entry The Worker's file, from the root
 * @param instead Files with other text than they have, by their paths from the root. @default none
 */
export async function startPreflight(
  entry = ENTRY,
  instead: Readonly<Record<string, string>> = {},
): Promise<Preflight> {
  const code = await made(entry, true, BEFORE, instead);
  const bindings = environmentVars();
  let starting: Promise<RunningWorker> | undefined;
  async function answerTo(path: string, question: unknown): Promise<string> {
    starting ??= run({ name: "reeve-preflight", entry, code, bindings });
    const response = await fetch(new URL(path, (await starting).url), {
      method: "POST",
      body: JSON.stringify(question),
    });
    const text = await response.text();
    if (response.status === 422) throw new Error(text);
    if (!response.ok) throw new Error(`preflight: ${response.status} ${text}`);
    return text;
  }
  const ask = async <Answer>(path: string, question: unknown): Promise<Answer> =>
    JSON.parse(await answerTo(path, question));
  /** Asks for what code and question alone decide. */
  const askOnce = async <Answer>(path: string, question: unknown): Promise<Answer> =>
    JSON.parse(
      await madeOnce([JSON.stringify([path, question, bindings, code])], () => answerTo(path, question)),
    );
  return {
    mistakes: () => askOnce("/mistakes", {}),
    doctor: (question) => ask("/doctor", question),
    tenant: (question) => ask("/tenant", question),
    settings: () => askOnce("/settings", {}),
    names: (question) => ask("/names", question),
    listeners: (question) => ask("/listeners", question),
    upgrade: async (runs) => (runs.length === 0 ? [] : ask("/upgrade", runs)),
    stop: async () => (await starting?.catch(() => null))?.stop(),
  };
}

/** Said before {@link mistakesNow}. */
export const CONFIG_MISTAKEN = "src/config.ts has mistakes";

/** Nothing is to be started with settings that Reeve would not start with. @throws Error with each mistake */
export async function requireConfiguration(): Promise<void> {
  const mistakes = await mistakesNow();
  if (mistakes.length === 0) return;
  const lines = mistakes.map((mistake) => `  ${mistake}`).join("\n");
  throw new Error(`${CONFIG_MISTAKEN}, so nothing was started:\n\n${lines}\n\nCorrect them and try again.`);
}

/**
 * What is wrong with `src/config.ts` as it is now, a line each.
 * @param instead as {@link startPreflight} has it
 * @throws Error where the working tree does not start
 */
export async function mistakesNow(
  instead: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const preflight = await startPreflight(ENTRY, instead);
  const mistakes = await preflight.mistakes().finally(() => preflight.stop());
  return mistakes.map((mistake) => printable(mistake.replace(/^src\/config\.ts, /, "")));
}

import type { PlanQuestion, Replanned, Wanted, WantedQuestion } from "../backtest/questions.ts";
import { run } from "./runtime.ts";

/** The Worker that plans recorded events again, running. */
export interface Planner {
  /** Names of the automations there are. */
  automations(): Promise<readonly string[]>;
  wanted(question: WantedQuestion): Promise<Wanted>;
  plan(question: PlanQuestion): Promise<Replanned>;
  stop(): Promise<void>;
}

/**
 * Bundles the working tree's automations and starts them on workerd, with nothing kept.
 * @param settings GOVERNANCE_* variables of the tenant that is read.
 * @param entry The Worker's file, from the repository's root.
 */
export async function startPlanner(
  settings: Readonly<Record<string, string>>,
  entry = "src/backtest/worker.ts",
): Promise<Planner> {
  const worker = await run({
    name: "reeve-backtest",
    config: "src/backtest/wrangler.toml",
    entry,
    bindings: settings,
  });
  async function ask<Answer>(path: string, question: unknown = {}): Promise<Answer> {
    const response = await fetch(new URL(path, worker.url), {
      method: "POST",
      body: JSON.stringify(question),
    });
    if (!response.ok) throw new Error(`the planner: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }
  return {
    automations: () => ask("/automations"),
    wanted: (question) => ask("/wanted", question),
    plan: (question) => ask("/plan", question),
    stop: () => worker.stop(),
  };
}

// A reporter that prints the cost of a test run: wall and CPU seconds, and the ten slowest files.
import { readdirSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { root } from "../../src/cli/shared/bundle.ts";

/** Linux reports CPU time in ticks of ten milliseconds. */
const TICKS_PER_SECOND = 100;

/** Sums the CPU seconds of this process and its descendants, or returns `null` on a system without `/proc`. */
function sumCpuSeconds(): number | null {
  const children = new Map<number, number[]>();
  const ticks = new Map<number, number>();
  try {
    for (const pid of readdirSync("/proc").map(Number).filter(Number.isInteger)) {
      const stat = readStat(pid);
      if (!stat) continue;
      children.set(stat.parent, [...(children.get(stat.parent) ?? []), pid]);
      ticks.set(pid, stat.ticks);
    }
  } catch {
    return null;
  }
  const sum = (pid: number): number =>
    (ticks.get(pid) ?? 0) + (children.get(pid) ?? []).reduce((total, child) => total + sum(child), 0);
  return sum(process.pid) / TICKS_PER_SECOND;
}

/** Reads a process's parent and its CPU ticks, those of ended children included. See proc(5). */
function readStat(pid: number): { readonly parent: number; readonly ticks: number } | null {
  try {
    // The name of the program is in brackets and can contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number);
    return { parent: Number(fields[1]), ticks: user + system + childUser + childSystem };
  } catch {
    // The process has ended since the folder was listed.
    return null;
  }
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1).padStart(6);

/** Prints to stdout before the runner's own summary. */
export class SlowestFiles implements Reporter {
  readonly #startedAt = performance.now();

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < 2) return;
    const timed = modules.map((module) => {
      const { collectDuration, setupDuration, prepareDuration, environmentSetupDuration, duration } =
        module.diagnostic();
      const total = collectDuration + setupDuration + prepareDuration + environmentSetupDuration + duration;
      return { path: relative(root(), module.moduleId), total };
    });
    const slowest = timed.sort((one, other) => other.total - one.total).slice(0, 10);
    const cpu = sumCpuSeconds();
    console.log(
      [
        "",
        `Wall ${seconds(performance.now() - this.#startedAt).trim()} s${cpu === null ? "" : `, CPU ${cpu.toFixed(0)} s`}. The slowest files, in seconds:`,
        ...slowest.map(({ path, total }) => `${seconds(total)}  ${path}`),
      ].join("\n"),
    );
  }
}

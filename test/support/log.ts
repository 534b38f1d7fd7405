import { onTestFinished, vi } from "vitest";

/** Returns the parsed lines of the log from now until the test ends. They are not printed. */
export function hearLog(): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line) => void lines.push(JSON.parse(line)));
  onTestFinished(() => log.mockRestore());
  return lines;
}

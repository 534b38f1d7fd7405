import { printable } from "../../base/text.ts";
import { startPreflight } from "./preflight.ts";

/**
 * Ends the command where `src/config.ts` has mistakes, and prints each of them: nothing is to be started with settings
 * that Reeve would not start with.
 */
export async function requireConfiguration(): Promise<void> {
  const preflight = await startPreflight();
  const mistakes = await preflight.mistakes().finally(() => preflight.stop());
  if (mistakes.length === 0) return;
  console.error("src/config.ts has mistakes, so nothing was started:\n");
  for (const mistake of mistakes) console.error(`  ${printable(mistake.replace(/^src\/config\.ts, /, ""))}`);
  console.error("\nCorrect them and try again.");
  process.exit(1);
}

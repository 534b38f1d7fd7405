// Shows the progress of long work as a bar on stderr, only in a terminal.
import { constants } from "node:os";

/** Shows the current step, and how much of the work is done. */
export type ShowProgress = (what: string, done: number, of: number) => void;

/** The exit code after Ctrl-C, by the convention of shells. */
const STOPPED = 128 + constants.signals.SIGINT;

/** Runs long work. @param work Receives a function to show the progress, and one to print lines above the bar */
export async function withProgress<Value>(
  work: (show: ShowProgress, print: (line: string) => void) => Promise<Value>,
): Promise<Value> {
  if (!process.stderr.isTTY) return work(() => {}, console.log);
  const { progress } = await import("@clack/prompts");
  let bar: ReturnType<typeof progress> | undefined;
  let shown = 0;
  const show: ShowProgress = (what, done, of) => {
    if (!bar) {
      bar = progress({ max: of, output: process.stderr, withGuide: false, onCancel: stopped });
      bar.start(what);
    }
    bar.advance(done - shown, what);
    shown = done;
  };
  // The library ends the process with code 0 on Ctrl-C, so set the right code.
  process.once("exit", markStopped);
  try {
    return await work(show, (line) => {
      process.stderr.write("\r\u001b[K");
      console.log(line);
    });
  } finally {
    process.off("exit", markStopped);
    bar?.clear();
  }
}

const stopped = () => process.exit(STOPPED);
const markStopped = () => {
  process.exitCode = STOPPED;
};

// Shows how far long work has come: a bar on stderr, in a terminal alone.
import { constants } from "node:os";

/** Takes what is being done, and how much of it is done. */
export type ShowProgress = (what: string, done: number, of: number) => void;

/** The exit code of a command that Ctrl-C stopped, as shells have it. */
const STOPPED = 128 + constants.signals.SIGINT;

/** Does long work. @param work Gets the function to show how far it is, and one to print lines above the bar */
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
  // The library ends the process on Ctrl-C, as if all were well.
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

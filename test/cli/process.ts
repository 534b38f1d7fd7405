/** A program in a process of its own, with what it has printed so far. */
import { spawn } from "node:child_process";

export function startProcess(
  [program = "", ...args]: readonly string[],
  { cwd, env = process.env }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
) {
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
  const ended = new Promise<number | null>((resolve) => void child.once("close", resolve));
  return { child, ended, text: () => text };
}

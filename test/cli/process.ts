// Programs in separate processes.
import { spawn } from "node:child_process";
import { requireFree } from "../../src/cli/start/ports.ts";

/** Range of ports that the operating system does not assign, so that concurrent programs take none of them. */
const [FIRST, LAST] = [20_000, 32_000];

/** Returns true if nothing listens on the two ports of a stack. */
export const areFree = (port: number): Promise<boolean> =>
  Promise.all([port, port + 1].map((one) => requireFree(one, "a test", "another"))).then(
    () => true,
    () => false,
  );

/** Returns a free port whose successor is free too. */
export async function freePort(): Promise<number> {
  const port = FIRST + 2 * Math.floor((Math.random() * (LAST - FIRST)) / 2);
  return (await areFree(port)) ? port : freePort();
}

/** Starts a program in a separate process, and collects its output. */
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

// Programs in processes of their own.
import { spawn } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";
import { requireFree } from "../../src/cli/start/ports.ts";

/** A port that is free now, with the one after it. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return requireFree(port + 1, "the tenant", "another").then(() => port, freePort);
}

/** A program in a process of its own, with what it has printed so far. */
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

// Determines the ports of the local stack, from an option, the environment or the defaults, and checks that they are
// free.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { UsageError } from "../shared/command-line.ts";

/** The default port of the local stack's Reeve. The embedded tenant uses the next port. */
export const REEVE_PORT = 8787;
export const TENANT_PORT = REEVE_PORT + 1;

/** Returns the port of the local stack's Reeve. @throws UsageError if `PORT` is not a valid port */
export const reevePort = ({ PORT }: Readonly<Record<string, string | undefined>> = process.env): number =>
  PORT ? parsePort(PORT) : REEVE_PORT;

/** Parses a port. @throws UsageError if the text is not a valid port */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_534) return port;
  throw new UsageError(`A port must be a number from 1 to 65534, not ${text}.`);
}

/** Checks that a port is free. @throws Error with the remedy, in one line, if the port is in use or can't be used */
export async function requireFree(port: number, what: string, remedy: string): Promise<void> {
  await using server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening").catch((cause: unknown) => {
    const inUse = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
    const why = inUse ? `is in use by ${nameListener(port)}` : `can't be used (${cause})`;
    throw new Error(`Port ${port}, for ${what}, ${why}. Free it, or use another port: ${remedy}`, { cause });
  });
}

/**
 * Describes the program that listens on a port, or returns “another program” if `lsof` is missing or does not find it.
 * For the workerd of a local stack, the description names the `npm start` that runs it.
 */
function nameListener(port: number): string {
  const asked = ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-FpRc"];
  const { stdout } = spawnSync("lsof", asked, { encoding: "utf8" });
  const [, pid, parent, program] = /^p(\d+)\nR(\d+)\nc(.*)/m.exec(stdout ?? "") ?? [];
  if (program === "workerd" && parent !== "1") return `another npm start (process ${parent})`;
  return program === undefined
    ? "another program"
    : `${program.replace("MainThread", "node")} (process ${pid})`;
}

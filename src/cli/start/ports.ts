// The ports of the local stack: by option, by environment, or by default.
import { createServer } from "node:net";
import { UsageError } from "../shared/command-line.ts";

/** The default port of the local stack's Reeve; its tenant uses the next one. */
export const REEVE_PORT = 8787;
export const TENANT_PORT = REEVE_PORT + 1;

type Environment = Readonly<Record<string, string | undefined>>;

/** The port of the local stack's Reeve. @param option `--port` @throws UsageError */
export const reevePort = (option?: string, { PORT }: Environment = process.env): number =>
  option !== undefined ? parsePort("--port", option) : PORT ? parsePort("PORT", PORT) : REEVE_PORT;

function parsePort(name: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_534) return port;
  throw new UsageError(`${name} ${text}: a port is a number from 1 to 65534`);
}

/** @throws Error with the remedy, in one line, for a port in use */
export async function requireFree(port: number, what: string, remedy: string): Promise<void> {
  const server = createServer();
  const free = new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => server.close(() => resolve()));
  });
  await free.catch((cause: unknown) => {
    const inUse = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
    const why = inUse ? "is in use (perhaps by another npm start)" : `can't be used (${cause})`;
    throw new Error(`Port ${port}, for ${what}, ${why}. Stop that, or use another: ${remedy}`, { cause });
  });
}

// The address of the Reeve that a command talks to.

import { reevePort } from "../start/ports.ts";
import { UsageError } from "./command-line.ts";

/** True for an address of this machine, which nobody listens in on. */
export const isLocal = ({ hostname }: URL): boolean => ["127.0.0.1", "localhost", "[::1]"].includes(hostname);

/** Takes the failure of a request that reached nobody. @throws Error that says so */
export const noReeveAt =
  ({ origin }: URL) =>
  (cause: unknown): never => {
    throw new Error(`there is no Reeve at ${origin} (npm start runs the local one)`, { cause });
  };

/**
 * The Reeve that is meant: by an option, by `REEVE_URL`, or the local stack's at its port.
 * @param given The option's name and value @throws UsageError
 */
export function reeveAddress(
  {
    option = "--reeve",
    address,
    port,
  }: { option?: string; address?: string | undefined; port?: string | undefined } = {},
  env: Readonly<Record<string, string | undefined>> = process.env,
): URL {
  const named = address !== undefined || port !== undefined ? address : env["REEVE_URL"];
  const text = named || `http://127.0.0.1:${reevePort(port, env)}`;
  const reeve = URL.canParse(text) ? new URL(text) : null;
  if (reeve?.protocol === "https:" || (reeve?.protocol === "http:" && isLocal(reeve))) return reeve;
  const from = address === undefined ? "REEVE_URL" : option;
  throw new UsageError(`${from} ${text}: give the https:// address of a Reeve (http only for this machine)`);
}

/** Where the local stack's Reeve is. */
export const REEVE_PORT = 8787;

/** Said of wrong usage: what is wrong. */
export class UsageError extends Error {}

/** Whether an address is of this machine, which nobody listens in on. */
export const isLocal = ({ hostname }: URL): boolean => ["127.0.0.1", "localhost", "[::1]"].includes(hostname);

/** The Reeve that is meant. @throws UsageError @default the local stack's */
export function reeveAddress(text = `http://127.0.0.1:${REEVE_PORT}`): URL {
  const reeve = URL.canParse(text) ? new URL(text) : null;
  if (reeve?.protocol === "https:" || (reeve?.protocol === "http:" && isLocal(reeve))) return reeve;
  throw new UsageError(`--reeve ${text}: give the https:// address of a Reeve (http only for this machine)`);
}

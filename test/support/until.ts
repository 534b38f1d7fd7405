/** Waits for a condition in tests: use `until` to get a value, and `expect.poll` to compare one. */

/** Maximum wait in milliseconds: longer than even a busy machine needs. */
export const DEADLINE_MS = 300_000;

/** Milliseconds between two polls. */
export const POLL_MS = 50;
/** Maximum milliseconds between polls during longer waits, because each poll is work that delays others. */
const MAX_POLL_MS = 150;

/** What a poll returns as long as the condition is false. */
type Nothing = null | undefined | false;

/**
 * Polls until the function returns a value.
 * @param what Name of the condition, for the error
 * @param first Milliseconds before the second poll. @default for polls that make a request
 * @throws Error after the deadline
 */
export async function until<Seen>(
  what: string | (() => string),
  look: () => Seen | Nothing | Promise<Seen | Nothing>,
  first = POLL_MS,
): Promise<Seen> {
  const deadline = Date.now() + DEADLINE_MS;
  for (let pause = first; ; pause = Math.min(1.5 * pause, MAX_POLL_MS)) {
    const seen = await look();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    if (Date.now() > deadline)
      throw new Error(
        `waited ${DEADLINE_MS / 1_000} seconds in vain for ${typeof what === "string" ? what : what()}`,
      );
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

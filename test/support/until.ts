/** How every test waits for what must come true: `until` where it takes the value, `expect.poll` where it compares one. */

/** Milliseconds: longer than any machine, however busy, takes for what a test waits for. */
export const DEADLINE_MS = 300_000;

/** Milliseconds between two looks. */
export const POLL_MS = 50;
/** Between those of what takes longer: each look is work that others wait for. */
const MAX_POLL_MS = 150;

/** What a look gives as long as there is nothing to see. */
type Nothing = null | undefined | false;

/**
 * Looks again and again until there is something to see.
 * @param what What is waited for, as the error names it
 * @throws Error past the deadline
 */
export async function until<Seen>(
  what: string | (() => string),
  look: () => Seen | Nothing | Promise<Seen | Nothing>,
): Promise<Seen> {
  const deadline = Date.now() + DEADLINE_MS;
  for (let pause = POLL_MS; ; pause = Math.min(1.5 * pause, MAX_POLL_MS)) {
    const seen = await look();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    if (Date.now() > deadline)
      throw new Error(
        `waited ${DEADLINE_MS / 1_000} seconds in vain for ${typeof what === "string" ? what : what()}`,
      );
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Waits between attempts of a step whose failure may pass. Past the last, it is given up. */
export const RETRY_DELAYS_MS = [2_000, 15_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000] as const;

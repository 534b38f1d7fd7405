// The time for which a delivery is known again, which is also the age up to which an event may act unasked.

/** Longer than any sender retries, with weeks to spare. */
export const DELIVERY_MEMORY_MS = 30 * 24 * 60 * 60 * 1000;

// How long a delivery is known again, which is also how old an event may be that acts unasked.

/** How long a delivery's id is remembered: longer than any sender retries (PagerDuty: two days; a month to spare). */
export const DELIVERY_MEMORY_MS = 30 * 24 * 60 * 60 * 1000;

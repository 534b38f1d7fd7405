import type { Notice } from "./decision.ts";

/** Lines that people still read, and that a run can carry. */
const MOST = 100;

/** The first lines of many, the last of them saying how many more there are. */
export const atMost = (lines: Notice["lines"]): Notice["lines"] =>
  lines.length <= MOST
    ? lines
    : [...lines.slice(0, MOST - 1), { name: `and ${lines.length - MOST + 1} more` }];

import type { Notice } from "./proposal.ts";

/** A number with what it counts: "1 time", "3 times", "2 addresses". */
export const counted = (n: number, what: string, many = `${what}s`): string =>
  `${n} ${n === 1 ? what : many}`;

/** Lines that people still read, and that a run can carry. */
const MOST = 100;

/** The first lines of many, the last of them saying how many more there are. */
export const atMost = (lines: Notice["lines"]): Notice["lines"] =>
  lines.length <= MOST
    ? lines
    : [...lines.slice(0, MOST - 1), { name: `and ${lines.length - MOST + 1} more` }];

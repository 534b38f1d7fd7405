// Helpers for the notices of proposals.
import type { Notice } from "./proposal.ts";

/**
 * Formats a number with its noun: "1 time", "3 times", "2 addresses".
 *
 * @example
 * export const summarize = (addresses: number, tools: number): string =>
 *   `${counted(addresses, "address", "addresses")} and ${counted(tools, "tool")}.`;
 */
export const counted = (n: number, what: string, many = `${what}s`): string =>
  `${n} ${n === 1 ? what : many}`;

/**
 * Formats a result without findings: "of 2 tracked tools, none has changed".
 *
 * @param what The singular noun
 * @param is The verb and its object: "has changed"
 * @example
 * export const proposal: Proposal = { ignore: noneText(2, "tracked tool", "has changed") };
 */
export const noneText = (of: number, what: string, is: string): string =>
  of === 0 ? `there is no ${what} yet` : `of ${counted(of, what)}, none ${is}`;

const MAX_LINES = 100;

/**
 * Limits the lines of a notice to 100. The last line then counts the lines left out.
 *
 * @example
 * export const listUsers = (users: readonly KnownUser[]) =>
 *   limitLines(users.map((user) => ({ name: userCalled(user) })));
 */
export const limitLines = (lines: Notice["lines"]): Notice["lines"] =>
  lines.length <= MAX_LINES
    ? lines
    : [...lines.slice(0, MAX_LINES - 1), { name: `and ${lines.length - MAX_LINES + 1} more` }];

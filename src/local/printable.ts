/** A line as it may be printed: what comes from outside is not to steer the terminal, or to change the order of what is read. */
export const printable = (line: string): string => line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\ufffd");

/** A number with what it counts: "1 time", "3 times", "2 addresses". */
export const counted = (n: number, what: string, many = `${what}s`): string =>
  `${n} ${n === 1 ? what : many}`;

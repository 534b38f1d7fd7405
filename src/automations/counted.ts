/** A number with what it counts: "1 time", "3 times". */
export const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;

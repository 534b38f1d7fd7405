import { quantile } from "./load.ts";

/** The middle one of some values; of an even number, the higher of the two. */
export const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

// Conditions on the states of runs in the ledger's SQL.

/** States in which nearly all runs end. The ledger's index by state leaves them out: they are found along the list. */
const COMMON: readonly string[] = ["done", "ignored"];
/** True if the index by state holds runs in this state; the SQL has to say {@link RARE} as well. */
export const isRare = (state: string): boolean => !COMMON.includes(state);
/** SQL condition that makes SQLite take the index by state. */
export const RARE = "state NOT IN ('done', 'ignored')";

/** Formats names from the code, such as states, as the list after an SQL `IN`. */
export const listInSql = (names: readonly string[]): string => `(${names.map((name) => `'${name}'`).join()})`;

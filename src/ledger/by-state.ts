// SQL conditions on the states of runs in the ledger.

/**
 * The states in which nearly all runs end. The index by state leaves them out, so SQLite finds these runs by walking
 * the list.
 */
const COMMON: readonly string[] = ["done", "ignored"];
/** True if the index by state includes runs in this state. SQL that uses the index must contain {@link RARE} too. */
export const isRare = (state: string): boolean => !COMMON.includes(state);
/** SQL condition that makes SQLite use the index by state. */
export const RARE = "state NOT IN ('done', 'ignored')";

/** Formats constants, such as states, as the list after SQL `IN`. They are not escaped: never pass external text. */
export const listInSql = (names: readonly string[]): string => `(${names.map((name) => `'${name}'`).join()})`;

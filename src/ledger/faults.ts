// What a failure of D1 means: that a row can't be kept as it is, or that the ledger can't be asked now.

/** What D1 says of what it was given. What a trigger refuses is no matter of the row alone. */
const ROW_FAULT = /\bSQLITE_TOOBIG\b|\bSQLITE_CONSTRAINT\b(?!.*_TRIGGER\b)|\bmalformed JSON\b/;

/** Whether D1 refuses a row for what is in it. Whatever else it says may pass: that it is full, over a limit, or away. */
export const isRowFault = (error: unknown): boolean => ROW_FAULT.test(String(error));

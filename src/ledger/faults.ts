// What a failure of D1 means: that a row can't be kept as it is, or that the ledger can't be asked now.
import { Problem } from "../base/problem.ts";

/** What D1 says of what it was given. What a trigger refuses is no matter of the row alone. */
const ROW_FAULT = /\bSQLITE_TOOBIG\b|\bSQLITE_CONSTRAINT\b(?!.*_TRIGGER\b)|\bmalformed JSON\b/;

/** Whether D1 refuses a row for what is in it. Whatever else it says may pass: that it is full, over a limit, or away. */
export const isRowFault = (error: unknown): boolean => ROW_FAULT.test(String(error));

/** What a proxy stands for. */
const ITSELF = Symbol("itself");

/**
 * The ledger, or a statement of it, for whoever asks it. What it rejects with says what that means: a row fault as D1
 * says it, anything else as the problem `ledger_unavailable`.
 */
export const askable = <Asked extends object>(asked: Asked): Asked =>
  new Proxy(asked, {
    get(target, name) {
      if (name === ITSELF) return target;
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return (...given: unknown[]) => {
        const answer: unknown = member.apply(target, given.map(itself));
        if (answer instanceof Promise) return answer.catch(rethrow);
        return typeof answer === "object" && answer !== null ? askable(answer) : answer;
      };
    },
  });

/** What D1 takes: its own statements, and not what stands for them. */
function itself(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(itself);
  return (Object(given) as Readonly<Record<symbol, unknown>>)[ITSELF] ?? given;
}

function rethrow(cause: unknown): never {
  if (isRowFault(cause)) throw cause;
  throw new Problem("ledger_unavailable", `the ledger can't be asked now: ${String(cause)}`, { cause });
}

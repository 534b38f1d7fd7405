// Distinguishes errors of D1: a row that can't be stored, or a ledger that is unavailable.
import { Problem } from "../base/problem.ts";

/**
 * Regular expression for D1's errors about a row's content, except errors raised by triggers, which also depend on
 * other data.
 */
const ROW_FAULT = /\bSQLITE_TOOBIG\b|\bSQLITE_CONSTRAINT\b(?!.*_TRIGGER\b)|\bmalformed JSON\b/;

/**
 * Returns true if D1 rejects a row because of its content. Other errors can be temporary: D1 is full, over a limit or
 * unreachable.
 */
export const isRowFault = (error: unknown): boolean => ROW_FAULT.test(String(error));

/** The property under which a proxy returns its target. */
const ITSELF = Symbol("itself");

/**
 * Wraps the ledger so that it throws Problem `ledger_unavailable` instead of its own errors. Errors about a row's
 * content are thrown unchanged.
 */
export const withLedgerErrors = <Asked extends object>(asked: Asked): Asked =>
  new Proxy(asked, {
    get(target, name) {
      if (name === ITSELF) return target;
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return (...given: unknown[]) => {
        const answer: unknown = member.apply(target, given.map(itself));
        if (answer instanceof Promise) return answer.catch(rethrow);
        return typeof answer === "object" && answer !== null ? withLedgerErrors(answer) : answer;
      };
    },
  });

/** Unwraps arguments: D1 accepts its own statements, not proxies of them. */
function itself(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(itself);
  return (Object(given) as Readonly<Record<symbol, unknown>>)[ITSELF] ?? given;
}

function rethrow(cause: unknown): never {
  if (isRowFault(cause)) throw cause;
  throw new Problem("ledger_unavailable", `the ledger is unavailable now: ${String(cause)}`, { cause });
}

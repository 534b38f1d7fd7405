import { Problem } from "../base/problem.ts";
import { GovernanceProblem } from "../governance/client/index.ts";
import type { Failure } from "./happening.ts";

/** What a thrown value means for the run. Anything that is no Problem is a defect of the automation: no retry. */
export function toFailure(error: unknown): Failure {
  if (!(error instanceof Problem)) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return {
      code: "automation_threw",
      message,
      public: "The automation failed; it is on record.",
      retry: "never",
    };
  }
  const { code, message, retry } = error;
  const failure: Failure = { code, message, public: error.public, retry };
  if (!(error instanceof GovernanceProblem)) return failure;
  const { sent, httpStatus } = error;
  return { ...failure, sent, ...(httpStatus === undefined ? {} : { httpStatus }) };
}

import { Problem, problems } from "../base/problem.ts";

/** Problems whose message is written for who asked; of any other they get the public sentence. */
const IN_FULL: ReadonlySet<string> = new Set(["request_unclear", "user_not_found", "user_ambiguous"]);

/** What a user is told of a problem on record. */
export const toldOfProblem = (problem: {
  readonly code: string;
  readonly message: string;
  readonly public?: unknown;
}): string => {
  if (IN_FULL.has(problem.code)) return problem.message;
  return typeof problem.public === "string" ? problem.public : problems.internal.public;
};

/** What a user is told of an error that a command ended with: never what is for operators. */
export const toldOf = (error: unknown): string =>
  error instanceof Problem ? toldOfProblem(error) : problems.internal.public;

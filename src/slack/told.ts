import { forRequester, Problem, problems } from "../base/problem.ts";

/** What a user is told of a problem on record. */
export const toldOfProblem = (problem: {
  readonly code: string;
  readonly message: string;
  readonly public?: unknown;
}): string =>
  forRequester({
    ...problem,
    public: typeof problem.public === "string" ? problem.public : problems.internal.public,
  });

/** What a user is told of an error that a command ended with: never what is for operators. */
export const toldOf = (error: unknown): string =>
  error instanceof Problem ? forRequester(error) : problems.internal.public;

// Answers to commands before they become blocks, and the words for problems.
import { forRequester, Problem, problems } from "../../base/problem.ts";

/** The answer to a command. Texts are plain and may come from outside. */
export interface Answer {
  readonly title: string;
  readonly lines: readonly AnswerLine[];
  readonly note?: string;
  readonly next?: string;
}
export interface AnswerLine {
  readonly name: string;
  readonly detail?: string;
  readonly link?: string;
  /** Unix milliseconds; shown in the reader's time zone. */
  readonly at?: number;
}

/** The words of a recorded problem for a user. */
export const publicWordsOfProblem = (problem: {
  readonly code: string;
  readonly message: string;
  readonly public?: unknown;
}): string =>
  forRequester({
    ...problem,
    public: typeof problem.public === "string" ? problem.public : problems.internal.public,
  });

/** The words of an error for a user; never those for operators. */
export const publicWords = (error: unknown): string =>
  error instanceof Problem ? forRequester(error) : problems.internal.public;

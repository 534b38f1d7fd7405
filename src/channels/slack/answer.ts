// Answers to commands before they become blocks, and the words for problems.

import { forRequester, Problem, problems } from "../../base/problem.ts";
import type { Found, FoundLine } from "../../lookups/lookup.ts";

/** The answer to a command. Texts are plain and may come from outside; times are shown in the reader's time zone. */
export interface Answer extends Pick<Found, "title" | "note" | "next"> {
  readonly lines: readonly AnswerLine[];
}
export interface AnswerLine extends Omit<FoundLine, "more"> {
  readonly link?: string;
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

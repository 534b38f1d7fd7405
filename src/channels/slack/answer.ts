import { forRequester, Problem, problems } from "../../base/problem.ts";

/** What a command answers, before it is dressed as blocks. Texts are plain and come from outside: whoever dresses them escapes. */
export interface Answer {
  readonly title: string;
  readonly lines: readonly AnswerLine[];
  /** A remark below the lines. */
  readonly note?: string;
  /** The arguments that get the next page, where there is one. */
  readonly next?: Readonly<Record<string, string>>;
}
export interface AnswerLine {
  readonly name: string;
  readonly detail?: string;
  /** A page about it. */
  readonly link?: string;
  /** When, in Unix milliseconds; shown in the reader's time zone. */
  readonly at?: number;
}

/** The words of a problem on record for a user. */
export const toldOfProblem = (problem: {
  readonly code: string;
  readonly message: string;
  readonly public?: unknown;
}): string =>
  forRequester({
    ...problem,
    public: typeof problem.public === "string" ? problem.public : problems.internal.public,
  });

/** The words for a user of an error that a command ended with: never those for operators. */
export const toldOf = (error: unknown): string =>
  error instanceof Problem ? forRequester(error) : problems.internal.public;

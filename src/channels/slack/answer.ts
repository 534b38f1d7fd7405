// The answers to commands, before they are made blocks; and the words for problems.
import { forRequester, Problem, problems } from "../../base/problem.ts";

/** The answer to a command. Texts are plain and come from outside. */
export interface Answer {
  readonly title: string;
  readonly lines: readonly AnswerLine[];
  /** A remark below the lines. */
  readonly note?: string;
  /** The arguments that get the next page, if there is one. */
  readonly next?: Readonly<Record<string, string>>;
}
export interface AnswerLine {
  readonly name: string;
  readonly detail?: string;
  /** A page about it. */
  readonly link?: string;
  /** Unix milliseconds; shown in the reader's time zone. */
  readonly at?: number;
}

/** Facts, a line each; those without a text are left out. */
export const factLines = (facts: Readonly<Record<string, unknown>>): AnswerLine[] =>
  Object.entries(facts).flatMap(([name, detail]) =>
    typeof detail === "string" && detail ? [{ name, detail }] : [],
  );

/** The words of a problem on record for a user. */
export const publicWordsOfProblem = (problem: {
  readonly code: string;
  readonly message: string;
  readonly public?: unknown;
}): string =>
  forRequester({
    ...problem,
    public: typeof problem.public === "string" ? problem.public : problems.internal.public,
  });

/** The words for a user of an error that a command ended with: never those for operators. */
export const publicWords = (error: unknown): string =>
  error instanceof Problem ? forRequester(error) : problems.internal.public;

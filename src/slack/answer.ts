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
}

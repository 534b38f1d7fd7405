// The person and the agent that a tool works for, and the marks on texts from outside.
import { singleLine } from "../base/text.ts";
import type { Signed } from "../console/person.ts";
import type { Configured } from "../define-config.ts";
import type { Env } from "../env.ts";

/** Everything that a tool works with. */
export interface ForAgent extends Signed, Configured {
  readonly env: Env;
  /** Reeve's own address. */
  readonly site: string;
  /** The name that the agent gives itself: untrusted, at most 80 characters. */
  readonly agent: string;
}

/** A text that Reeve did not write: an agent takes it for data, whatever it says. */
export interface Untrusted {
  readonly untrusted: string;
}

const MAX_TEXT_CHARS = 500;

/** Marks a text from outside, on one line, without invisible characters, and bounded. */
export const untrusted = (text: string, max = MAX_TEXT_CHARS): Untrusted => ({
  untrusted: singleLine(text, max),
});

/** The same for all texts. */
export const allUntrusted = (texts: readonly string[]): readonly Untrusted[] =>
  texts.map((text) => untrusted(text));

/** A time as agents read it, ISO 8601. @param at Unix milliseconds */
export const timeFor = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString();

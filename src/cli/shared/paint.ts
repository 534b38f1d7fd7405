// Colours for terminal output. Colour never carries meaning, because output has no colour with NO_COLOR or in a pipe.
import { styleText } from "node:util";
import type { RUN_STATE, RunState } from "../../runs/states.ts";

type Tone = (typeof RUN_STATE)[RunState]["tone"];
const COLOURS: Readonly<Record<Tone, NonNullable<Parameters<typeof styleText>[0]>>> = {
  good: "green",
  bad: "red",
  wait: "yellow",
  go: "reset",
  quiet: "dim",
};

/**
 * Colours text in the tone of a run's state. Call `printable` on untrusted text before this function: called
 * afterwards, `printable` would remove the colour.
 */
export const paint = (tone: Tone, text: string, stream: NodeJS.WritableStream = process.stdout): string =>
  styleText(COLOURS[tone], text, { stream });

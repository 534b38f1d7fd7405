// Colour for texts in a terminal, which say the same without it: none with NO_COLOR, nor in a pipe.
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

/** A text in the tone of a run's states. Text from outside is made printable first: that would drop the colour. */
export const paint = (tone: Tone, text: string, stream: NodeJS.WritableStream = process.stdout): string =>
  styleText(COLOURS[tone], text, { stream });

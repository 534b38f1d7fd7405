import type { KnownBlock, RichTextBlock, SectionBlock } from "@slack/types";
import { remark } from "./elements.ts";
import { mrkdwn } from "./text.ts";

/** A message as `chat.postMessage`, `response_url` and the answer to a command take it. */
export interface SlackMessage {
  /** What notifications and screen readers get; Slack reads it as `mrkdwn`. */
  readonly text: string;
  readonly blocks: readonly KnownBlock[];
}

const MAX_MESSAGE_BLOCKS = 50;
/**
 * Longest JSON of all blocks together. Slack documents no limit, and refuses messages whose texts come to a little more
 * than 11,000 characters (`msg_blocks_too_long`; github.com/slackapi/bolt-js/issues/2509, 2867).
 */
const MAX_CHARS = 10_000;
/** Of the `text`: Slack cuts it at 40,000 and asks for 4,000. */
const MAX_SENTENCES = 10;
const MAX_SENTENCE = 300;

type Item = SectionBlock | RichTextBlock;

/** What a message consists of. `head` and `tail` are few and short; of the items, as many are shown as there is room for. */
export interface BlockLayout {
  readonly head?: readonly KnownBlock[];
  readonly items?: readonly Item[];
  readonly tail?: readonly KnownBlock[];
  /** @default a message's */
  readonly maxBlocks?: number;
}

/** Blocks that Slack takes: items that there is no room for are counted in a remark. */
export function layout({
  head = [],
  items = [],
  tail = [],
  maxBlocks = MAX_MESSAGE_BLOCKS,
}: BlockLayout): KnownBlock[] {
  const notShown = (count: number) =>
    remark(`… and ${count} more that ${count === 1 ? "is" : "are"} not shown here.`);
  const fixed = [...head, ...tail, notShown(items.length)];
  const most = maxBlocks - fixed.length;
  let room = MAX_CHARS - fixed.reduce((sum, block) => sum + sizeOf(block), 0);
  const shown: Item[] = [];
  for (const item of items.slice(0, most)) {
    room -= sizeOf(item);
    if (room < 0) break;
    shown.push(item);
  }
  const rest = items.length - shown.length;
  return [...head, ...shown, ...(rest > 0 ? [notShown(rest)] : []), ...tail];
}

const sizeOf = (block: KnownBlock): number => JSON.stringify(block).length + 1;

/** A message of blocks, and its sentences as text. */
export function message(sentences: readonly string[], blocks: BlockLayout): SlackMessage {
  const shown = sentences.slice(0, MAX_SENTENCES).map((sentence) => mrkdwn(sentence, MAX_SENTENCE));
  const rest = sentences.length - shown.length;
  const text = [...shown, ...(rest > 0 ? [`… and ${rest} more`] : [])].join("\n");
  return { text: text || "–", blocks: layout(blocks) };
}

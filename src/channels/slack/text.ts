// Parses the text of a command in Slack's format: the typed text and the people whom it mentions.

const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

export const asTyped = (text: string): string =>
  text
    .replace(/<mailto:([^<>|]*)(?:\|[^<>]*)?>/g, "$1")
    .replace(/<(https?:[^<>|]*)(?:\|([^<>]*))?>/g, (_, url: string, label?: string) => label || url)
    .replace(/<([#!])[^<>|]*\|([^<>]+)>/g, (_, kind: string, name: string) =>
      kind === "#" ? `#${name}` : name,
    )
    .replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);

const MENTION = /<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>/g;

export const mentionsIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(MENTION), ([, id = ""]) => id)),
];

/** Replaces mentions by emails. @param emails Emails by Slack id. Mentions of other ids stay unchanged */
export const withMentions = (text: string, emails: ReadonlyMap<string, string>): string =>
  text.replace(MENTION, (mention, id: string) => emails.get(id) ?? mention);

/**
 * A filter: `name:value`. The value can be in straight or typographic quotes, because some keyboards insert typographic
 * ones.
 */
const OPTION =
  /(?:^|\s)(?:--|—)?(\w+)[:=](?:["“”„«»]([^"“”„«»]*)["“”«»]|['‘’‚]([^'‘’‚]*)['‘’](?=\s|$)|(\S+))/g;

/** Separates a text into words and filters: `marsh department:"Customer Support" status:enabled`. */
export function readFilters(text: string): {
  readonly words: string;
  readonly options: Readonly<Record<string, string>>;
} {
  const options = Array.from(text.matchAll(OPTION), ([, name = "", quoted, single, plain = ""]) => [
    name.toLowerCase(),
    quoted ?? single ?? plain,
  ]);
  const words = text.replace(OPTION, " ").replace(/\s+/g, " ").trim();
  return { words: words.replace(/^["“„](.*)["”“]$/, "$1"), options: Object.fromEntries(options) };
}

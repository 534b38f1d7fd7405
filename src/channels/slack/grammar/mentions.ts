type Args = Readonly<Record<string, string>>;

const MENTION = /<@([UW][A-Z0-9]+)(?:\|([^<>]*))?>/g;

/** Ids of the Slack users that arguments mention, each once. */
export const mentionsIn = (args: Args): string[] => [
  ...new Set(Object.values(args).flatMap((text) => Array.from(text.matchAll(MENTION), ([, id = ""]) => id))),
];

/**
 * Arguments with emails in place of mentions.
 * @param emailOf The email of a Slack user by id; `null` leaves the mention as it is.
 */
export const withMentions = (args: Args, emailOf: (slackId: string) => string | null): Args =>
  replaced(args, (mention, id) => emailOf(id) ?? mention);

/** Arguments with mentions as people see them: `@ada`. */
export const shown = <Given extends Args>(args: Given): Given =>
  replaced(args, (_, id, name) => `@${name || id}`) as Given;

const replaced = (args: Args, by: (mention: string, id: string, name: string | undefined) => string): Args =>
  Object.fromEntries(
    Object.entries(args).map(([name, text]) => [
      name,
      text.replace(MENTION, (mention: string, id: string, called?: string) => by(mention, id, called)),
    ]),
  );

/** Whether a text is an email or a mention, which stands for one. */
export const isPerson = (text: string): boolean =>
  /^<@[UW][A-Z0-9]+(?:\|[^<>]*)?>$/.test(text) || /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(text);

/** The elements of a list as people write it: with commas, spaces or "and" between them. */
export const listed = (text: string): string[] =>
  text.split(/[\s,;]+/).filter((part) => part !== "" && part.toLowerCase() !== "and");

// Leaves out of payloads, plans and answers what `consoleSettings.redact` names, before a page shows them.

/** Stands in for a value that pages leave out. */
export const REDACTED = "(redacted)";

/** Members that name what another member beside them holds: a change log says `{ "field": "salary", "to": "…" }`. */
const NAMING = new Set(["name", "key", "field", "fieldid", "label", "attribute"]);
const HOLDING = /^(value|values|from|to|old|new|before|after|string|content)/;

/** A value without what the rules name: members by their names, wherever they are, also in JSON inside of a text. */
export function redact(value: unknown, rules: readonly string[]): unknown {
  const isNamed = matcher(rules);
  const walk = (one: unknown): unknown => {
    if (typeof one === "string") return redactText(one, isNamed, walk);
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== "object" || one === null) return one;
    const members = Object.entries(one);
    const named = members.some(
      ([name, member]) => NAMING.has(plain(name)) && typeof member === "string" && isNamed(member),
    );
    return Object.fromEntries(
      members.map(([name, member]) => {
        const hidden = isNamed(name) || (named && HOLDING.test(plain(name)));
        return [name, hidden && member !== null ? REDACTED : walk(member)];
      }),
    );
  };
  return walk(value);
}

type IsNamed = (name: string) => boolean;

/** True if a member's name has the words of a rule side by side. */
function matcher(rules: readonly string[]): IsNamed {
  const wanted = rules.map((rule) => ` ${splitWords(rule)} `);
  const joined = new Set(rules.map(plain));
  return (name) => {
    const words = ` ${splitWords(name)} `;
    return joined.has(plain(name)) || wanted.some((rule) => words.includes(rule));
  };
}

/** `accessToken`, `access_token` and `Access-Token` are the words "access token". */
const splitWords = (name: string): string =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join(" ")
    .toLowerCase();

const plain = (name: string): string => splitWords(name).replaceAll(" ", "");

/** Longest text that is looked into: what is longer is cut before it is shown. */
const MAX_PARSED_CHARS = 1_100_000;

/** A text that is JSON is read; in any other, `name=value` and `name: value` are looked for. */
function redactText(text: string, isNamed: IsNamed, walk: (value: unknown) => unknown): string {
  if (/^\s*[{[]/.test(text) && text.length <= MAX_PARSED_CHARS) {
    try {
      return JSON.stringify(walk(JSON.parse(text)));
    } catch {
      // It only looks like JSON.
    }
  }
  return text.replace(
    /(["']?)(?<![\w-])([\w-]{2,64})\1(\s{0,4}[=:]\s{0,4})("[^"]*"?|'[^']*'?|(?:(?:Bearer|Basic) )?[^\s,;&<>"']+)/gi,
    (whole, quote: string, name: string, between: string) =>
      isNamed(name) ? `${quote}${name}${quote}${between}${REDACTED}` : whole,
  );
}

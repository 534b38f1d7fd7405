// Redacts values by the names of their properties: before a page shows them, according to the setting `console.redact`,
// and before a run stores the answers to a proposal's questions.

/** Replacement for a redacted value. */
export const REDACTED = "(redacted)";

/** Properties that name a field whose value is in a sibling property: `{ "field": "salary", "to": "…" }`. */
const NAMING = new Set(["name", "key", "field", "fieldid", "label", "attribute"]);
const HOLDING = /^(value|values|from|to|old|new|before|after|string|content)/;

/**
 * Redacts a value: replaces the values of properties whose names match a rule, at any depth. Also redacts properties
 * whose name is in a sibling property, JSON inside a string, and `name=value` or `name: value` in text.
 */
export const redact = (value: unknown, rules: readonly string[]): unknown => makeRedactor(rules)(value);

/** Returns {@link redact} for fixed rules. The returned function caches which property names match a rule. */
export function makeRedactor(rules: readonly string[]): (value: unknown) => unknown {
  const decide = decider(rules);
  const read = remembering(decide);
  // Names that come from values are matched without the cache.
  const isNamed: IsNamed = (name) => decide(name).isNamed;
  const walk = (one: unknown): unknown => {
    if (typeof one === "string") return redactText(one, isNamed, walk);
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== "object" || one === null) return one;
    const members = Object.entries(one);
    const named = members.some(
      ([name, member]) => typeof member === "string" && read(name).isNaming && isNamed(member),
    );
    return Object.fromEntries(
      members.map(([name, member]) => {
        const hidden = read(name).isNamed || (named && read(name).isHolding);
        return [name, hidden && member !== null ? REDACTED : walk(member)];
      }),
    );
  };
  return walk;
}

type IsNamed = (name: string) => boolean;

interface ReadName {
  /** True if the name contains the words of a rule in sequence, or equals a rule, ignoring separators and case. */
  readonly isNamed: boolean;
  readonly isNaming: boolean;
  readonly isHolding: boolean;
}

/** Maximum number of names that a redactor caches. */
const MAX_NAMES = 1_000;
/** Maximum length of a cached name, in UTF-16 code units. */
const MAX_NAME_CHARS = 64;

function decider(rules: readonly string[]): (name: string) => ReadName {
  const wanted = rules.map((rule) => ` ${splitWords(rule)} `);
  const joined = new Set(rules.map((rule) => splitWords(rule).replaceAll(" ", "")));
  return (name) => {
    const words = splitWords(name);
    const plain = words.replaceAll(" ", "");
    const isNamed = joined.has(plain) || wanted.some((rule) => ` ${words} `.includes(rule));
    return { isNamed, isNaming: NAMING.has(plain), isHolding: HOLDING.test(plain) };
  };
}

function remembering(decide: (name: string) => ReadName): typeof decide {
  const known = new Map<string, ReadName>();
  return (name) => {
    const read = known.get(name) ?? decide(name);
    if (known.size === MAX_NAMES) known.clear();
    if (name.length <= MAX_NAME_CHARS) known.set(name, read);
    return read;
  };
}

/** Splits a name into lower-case words: `accessToken`, `access_token` and `Access-Token` become "access token". */
const splitWords = (name: string): string =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();

/** Maximum length of text that is parsed as JSON, in UTF-16 code units. */
const MAX_PARSED_CHARS = 1_100_000;

/**
 * Redacts text: its properties if it is a JSON object or array, otherwise the values in `name=value` and `name: value`.
 */
function redactText(text: string, isNamed: IsNamed, walk: (value: unknown) => unknown): string {
  if (/^\s*[{[]/.test(text) && text.length <= MAX_PARSED_CHARS) {
    try {
      return JSON.stringify(walk(JSON.parse(text)));
    } catch {
      // The text only looks like JSON.
    }
  }
  if (!/[=:]/.test(text)) return text;
  return text.replace(
    /(["']?)(?<![\w-])([\w-]{2,64})\1(\s{0,4}[=:]\s{0,4})("[^"]*"?|'[^']*'?|(?:(?:Bearer|Basic) )?[^\s,;&<>"']+)/gi,
    (whole, quote: string, name: string, between: string) =>
      isNamed(name) ? `${quote}${name}${quote}${between}${REDACTED}` : whole,
  );
}

// Reads vendors' values as plain text, times, days and page addresses.
import { replaceUnseen } from "../../base/text.ts";
import type { Fields } from "../event.ts";
import { isObject, type JsonObject, textAt } from "./json.ts";

/**
 * Returns a value that is the address of a page, or `undefined` for any other value. Only `https` is allowed, so that
 * no sender can link to a script.
 */
export function pageUrl(value: unknown): string | undefined {
  return typeof value === "string" && value.startsWith("https://") && URL.canParse(value) ? value : undefined;
}

/**
 * Returns a user name that is an email address, or `undefined` for any other name. The name of a guest in Microsoft
 * Entra, `…#EXT#@…`, only looks like an address.
 */
export const asAddress = (name: string | undefined): string | undefined =>
  name !== undefined && /^(?!.*#EXT#)[^\s@]+@[^\s@.]+\.[^\s@]+$/i.test(name) ? name : undefined;

/**
 * Properties that can contain an object's text, the most informative first: emails, the name of a request type, display
 * values and others.
 */
const LABELS = [
  ...["emailAddress", "email", "requestType.name", "display_value", "displayValue", "value", "name"],
  ...["displayName", "label", "summary", "key"],
].map((place) => place.split("."));

/**
 * Formats a field's value for people: objects by their label, lists as lists, documents as text. Returns `null` if the
 * value is empty or has no text.
 */
export function plainText(value: unknown): string | string[] | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) {
    const items = value.flatMap((item) => plainText(item) ?? []);
    return items.length > 0 ? items : null;
  }
  if (!isObject(value)) return null;
  if (textAt(value, "type") === "doc") return documentText(value).trim() || null;
  const label = LABELS.map((path) => textAt(value, ...path)).find((text) => text !== undefined);
  if (label === undefined) return null;
  // In a cascading select, the second level is nested in the first.
  const child = textAt(value, "child", "value");
  return child === undefined ? label : `${label} / ${child}`;
}

/** Returns the text of an Atlassian document, with one line per block, and without collapsed sections. */
function documentText(node: unknown): string {
  if (!isObject(node) || node["type"] === "expand" || node["type"] === "nestedExpand") return "";
  if (node["type"] === "hardBreak") return "\n";
  const content: readonly unknown[] = Array.isArray(node["content"]) ? node["content"] : [];
  const text = (textAt(node, "text") ?? "") + content.map(documentText).join("");
  return node["type"] === "paragraph" || node["type"] === "heading" ? `${text}\n` : text;
}

/**
 * Returns text as its author meant it: normalized to NFC, with plain spaces and without invisible characters. If an
 * editor made the whole text a link or code, returns only the label `a`: `[a](b)` in Markdown, `[a|b]` in Jira, `<b|a>`
 * in Slack, `<a href="b">a</a>`, code, or, for an email address, `<a>` or `mailto:a`. Text of more than 2,000
 * characters is not checked for a link or code.
 */
export function cleanText(text: string): string {
  const whole = replaceUnseen(text, (char) => (/[\n\r\t\u2028\u2029]/.test(char) ? char : ""));
  const seen = whole.replace(/\p{Zs}/gu, " ");
  const [, ...shown] = seen.length > MAX_LINK_CHARS ? [] : (seen.trim().match(LINK) ?? []);
  return (shown.find((one) => one !== undefined) ?? seen).normalize("NFC");
}

const MAX_LINK_CHARS = 2_000;
const LINK =
  /^(?:\[([^[\]|]+)\](?:\(<?[^()<>\s]*>?\))|\[([^[\]|]+)\|(?:mailto:|https?:)[^[\]|]+\]|<(?:mailto:|https?:)[^<>|]+\|([^<>|]+)>|<(?:mailto:)?([^<>|\s"=@]+@[^<>|\s"=@]+)>|mailto:([^<>|\s"=@?]+@[^<>|\s"=@?]+)|<a href="[^"<>]*">([^<>]+)<\/a>|`([^`]+)`)$/i;

/**
 * Returns an object's properties as plain text, the format of a ticket's or worker's fields.
 *
 * @param without Names of properties to omit
 * @example
 * export const fields = readFields({ user: "ada.marsh@example.com", connector: { value: "GitHub MCP" } });
 */
export function readFields(object: JsonObject, without: ReadonlySet<string> = new Set()): Fields {
  const read: [string, string | string[]][] = [];
  for (const id of Object.keys(object)) {
    const text = without.has(id) ? null : plainText(object[id]);
    if (text !== null) read.push([id, text]);
  }
  return Object.fromEntries(read);
}

/**
 * Converts a sender's time to ISO 8601 (UTC). The value can be ISO 8601 as vendors write it, in UTC unless it has an
 * offset, or seconds or milliseconds since 1970. Returns a day without a time unchanged, and `undefined` for a
 * placeholder, such as 9999-12-31, and for anything else.
 */
export function isoTime(value: unknown): string | undefined {
  const text =
    typeof value === "string" || typeof value === "number" ? String(value).trim().toUpperCase() : "";
  const date = calendarDay(text);
  if (date === text) return day(text);
  const [, clock, zone = ""] = (date && text.match(TIME)) || [];
  const offset = zone.replace(/^(?:|UTC|GMT)$/, "Z").replace(/^.\d\d$/, "$&:00");
  const read = new Date(clock === undefined ? fromNumber(text) : `${date}T${clock}${offset}`);
  const time = Number.isNaN(read.getTime()) ? "" : read.toISOString();
  return isYear(time) ? time : undefined;
}

/** The formats that {@link isoTime} accepts, as described in the schemas of bodies that users write. */
export const TIME_WORDS =
  "ISO 8601 with a day and a time, in UTC unless it has an offset, or seconds or milliseconds since 1970. Events with only a day, or without a time, are ordered by their arrival";

/** A day with a time. Vendors write a space for the T, `UTC` for Z, and offsets without a colon or minutes. */
const TIME = /^.{10}[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(|Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)$/;

/**
 * Converts seconds or milliseconds since 1970 to milliseconds. Returns `NaN` if the text is not a number, or if the
 * time would be before 2000, because the number then means something else.
 */
function fromNumber(text: string): number {
  const number = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  const ms = number < SECONDS_END ? number * 1000 : number;
  return ms > Date.UTC(2000) ? ms : Number.NaN;
}

/**
 * The smallest number that is read as milliseconds. Smaller numbers are seconds: as milliseconds, they would be times
 * before May 1970.
 */
const SECONDS_END = 10_000_000_000;

/**
 * Returns the calendar day, `YYYY-MM-DD`, at the start of a string, or `undefined` if the string has no day or only a
 * placeholder.
 */
export function day(value: unknown): string | undefined {
  const found = calendarDay(value);
  return found !== undefined && isYear(found) ? found : undefined;
}

/**
 * Returns a day as {@link day} reads it. If the value is a time in UTC other than midnight, returns the moment in ISO
 * 8601, because its day depends on the time zone.
 */
export const dayOrMoment = (value: unknown): string | undefined =>
  typeof value === "string" && /^.{10}T(?!00:00(:00(\.0+)?)?Z).*Z$/.test(value) ? isoTime(value) : day(value);

/**
 * Returns the earlier of two days, each `YYYY-MM-DD` or a moment in ISO 8601. Returns the only known day, or
 * `undefined` if both are unknown. Returns a placeholder only if neither is a real day.
 */
export function earlierDay(one: string | undefined, other: string | undefined): string | undefined {
  const days = [one, other].filter((text) => text !== undefined);
  const real = days.filter((text) => day(text) !== undefined);
  return (real.length > 0 ? real : days).sort()[0];
}

/** Returns a calendar day like {@link day}, but also returns placeholders. */
export function calendarDay(value: unknown): string | undefined {
  const [text] = typeof value === "string" ? (value.match(/^\d{4}-\d\d-\d\d(?=$|T| )/) ?? []) : [];
  if (text === undefined) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}

/**
 * Returns true for a date in the years 1900 to 9998, and false for placeholders: systems write 0001-01-01 or 1753-01-01
 * for an unset date, and 9999-12-31 for "never".
 */
const isYear = (date: string): boolean => /^\d{4}-/.test(date) && date >= "1900" && date < NEVER;

/** The year of days that mean "never", such as 9999-12-31. */
export const NEVER = "9999";

const QUARTER_HOUR_MS = 15 * 60 * 1000;

/**
 * Returns the start of the quarter of an hour that contains a time, for the ids of events that senders repeat
 * unchanged.
 * @param now Unix milliseconds
 */
export const quarterHour = (now: number): string =>
  new Date(Math.floor(now / QUARTER_HOUR_MS) * QUARTER_HOUR_MS).toISOString();

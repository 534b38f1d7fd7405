import { oneLine } from "../../base/text.ts";

/**
 * Text of at most so many characters, with a count of those that are left out.
 * @param max At least 50
 * @param width How many characters a code point counts for
 */
export function cut(text: string, max: number, width = (point: string) => point.length): string {
  const points = Array.from(text);
  const whole = points.reduce((sum, point) => sum + width(point), 0);
  if (whole <= max) return text;
  const room = max - leftOut(points.length).length;
  let kept = 0;
  for (let taken = 0; kept < points.length; kept++) {
    taken += width(points[kept] ?? "");
    if (taken > room) break;
  }
  return points.slice(0, kept).join("") + leftOut(points.length - kept);
}

const leftOut = (count: number): string => ` … (${count} more characters)`;

/** Text from outside, ready for a `plain_text` element: never empty, which Slack refuses. */
export const said = (text: string, max: number): string => cut(oneLine(text), max) || "–";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** What looks like them and formats nothing: `mrkdwn` has no way to escape its marks. */
const LOOKALIKES: Readonly<Record<string, string>> = { "*": "∗", _: "ˍ", "~": "∼", "`": "ˋ" };

/**
 * Text from outside as `mrkdwn` that stays text: no formatting, mention, link, emoji or quote. A few characters become
 * others that look like them, so nothing that people may copy is shown this way: only the `text` of messages is, which
 * notifications show.
 */
export const mrkdwn = (text: string, max: number): string =>
  cut(oneLine(text), max, (point) => (ENTITIES[point] ?? point).length)
    .replace(/[*_~`]/g, (mark) => LOOKALIKES[mark] ?? mark)
    .replace(/:(?=\/\/|[^\s:]+:)/g, "∶")
    .replace(/@(?=channel|here|everyone)/gi, "＠")
    .replace(/^>/, "›")
    .replace(/[&<>]/g, (char) => ENTITIES[char] ?? char);

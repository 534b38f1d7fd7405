import { cut, oneLine } from "../../../base/text.ts";

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

/**
 * Checks Slack's documented rules for messages and modals, written from Slack's documentation and not from our
 * builders. Also checks that our texts have no formatting: `mrkdwn` here has only plain words and dates. Source:
 * docs.slack.dev/reference/block-kit, /reference/views/modal-views, /reference/methods/chat.postMessage
 */
export function brokenRules(value: unknown, surface: "message" | "modal"): string[] {
  const broken: string[] = [];
  const rule = (holds: boolean, where: string, what: string) =>
    void (holds || broken.push(`${where}: ${what}`));
  const at = (part: unknown, name: string): unknown =>
    typeof part === "object" && part !== null ? Reflect.get(part, name) : undefined;
  const list = (part: unknown): readonly unknown[] => (Array.isArray(part) ? part : []);

  const length = (part: unknown, where: string, max: number, min = 1) =>
    rule(
      typeof part === "string" && part.length >= min && part.length <= max,
      where,
      `has not ${min} to ${max} characters`,
    );
  const optional = (part: unknown, where: string, max: number) => {
    if (part !== undefined) length(part, where, max, 0);
  };

  const text = (part: unknown, where: string, max: number, types = ["plain_text", "mrkdwn"]) => {
    const type = String(at(part, "type"));
    const content = at(part, "text");
    rule(types.includes(type), where, `is no ${types.join(" or ")}`);
    length(content, where, max);
    if (type === "plain_text") {
      rule(at(part, "emoji") === false, where, "makes emoji of :words:");
      for (const fault of hidden(String(content))) rule(false, where, fault);
    } else {
      rule(at(part, "verbatim") === true, where, "makes links of words");
      for (const fault of formatting(String(content))) rule(false, where, fault);
    }
  };

  const dialog = (part: unknown, where: string) => {
    text(at(part, "title"), `${where}.title`, 100, ["plain_text"]);
    text(at(part, "text"), `${where}.text`, 300);
    for (const name of ["confirm", "deny"]) text(at(part, name), `${where}.${name}`, 30, ["plain_text"]);
  };

  const element = (part: unknown, where: string) => {
    optional(at(part, "action_id"), `${where}.action_id`, 255);
    switch (at(part, "type")) {
      case "button":
        text(at(part, "text"), `${where}.text`, 75, ["plain_text"]);
        optional(at(part, "value"), `${where}.value`, 2000);
        optional(at(part, "url"), `${where}.url`, 3000);
        rule(/^https?:/.test(String(at(part, "url") ?? "https:")), where, "leads to no page");
        rule(
          [undefined, "primary", "danger"].includes(at(part, "style") as undefined),
          where,
          "has no such style",
        );
        if (at(part, "confirm") !== undefined) dialog(at(part, "confirm"), `${where}.confirm`);
        return;
      case "plain_text_input":
        rule(surface === "modal", where, "is for modals");
        rule(Number(at(part, "max_length") ?? 3000) <= 3000, where, "takes more than 3000 characters");
        if (at(part, "placeholder")) text(at(part, "placeholder"), where, 150, ["plain_text"]);
        return;
      case "external_select":
        rule(surface === "modal", where, "is for modals here");
        return;
      case "static_select":
      case "multi_static_select": {
        rule(surface === "modal", where, "is for modals here");
        const options = list(at(part, "options"));
        rule(options.length >= 1 && options.length <= 100, where, "has not 1 to 100 options");
        for (const [n, option] of options.entries()) {
          text(at(option, "text"), `${where}.options[${n}]`, 75, ["plain_text"]);
          length(at(option, "value"), `${where}.options[${n}].value`, 150);
        }
        return;
      }
      case "datepicker":
        return rule(surface === "modal", where, "is for modals here");
      default:
        rule(false, where, `is an element this knows no rules for: ${at(part, "type")}`);
    }
  };

  // Formatting has elements of its own here: Slack reads no marks in the texts.
  const rich = (part: unknown, where: string) => {
    const type = at(part, "type");
    if (type === "user") return rule(/^[UW][A-Z0-9]+$/.test(String(at(part, "user_id"))), where, "is nobody");
    if (type === "channel")
      return rule(/^[CG][A-Z0-9]+$/.test(String(at(part, "channel_id"))), where, "is not a channel");
    if (type === "date")
      return rule(Number.isInteger(at(part, "timestamp")), where, "has no time in seconds");
    rule(type === "text" || type === "link", where, `is an element this knows no rules for: ${type}`);
    length(at(part, "text"), `${where}.text`, 3000);
    for (const fault of hidden(String(at(part, "text")))) rule(false, where, fault);
    if (type === "link") rule(/^https?:/.test(String(at(part, "url"))), where, "leads to no page");
  };

  const block = (part: unknown, where: string) => {
    optional(at(part, "block_id"), `${where}.block_id`, 255);
    const elements = list(at(part, "elements"));
    switch (at(part, "type")) {
      case "header":
        return text(at(part, "text"), where, 150, ["plain_text"]);
      case "section": {
        const fields = at(part, "fields");
        rule(at(part, "text") !== undefined || fields !== undefined, where, "has neither text nor fields");
        if (at(part, "text") !== undefined) text(at(part, "text"), where, 3000);
        if (fields !== undefined)
          rule(list(fields).length >= 1 && list(fields).length <= 10, where, "fields");
        for (const [n, field] of list(fields).entries()) text(field, `${where}.fields[${n}]`, 2000);
        if (at(part, "accessory") !== undefined) element(at(part, "accessory"), `${where}.accessory`);
        return;
      }
      case "context":
        rule(elements.length >= 1 && elements.length <= 10, where, "has not 1 to 10 elements");
        for (const [n, one] of elements.entries()) text(one, `${where}[${n}]`, 3000);
        return;
      case "rich_text": {
        const sections = elements.flatMap((one) => {
          const type = String(at(one, "type"));
          rule(/^rich_text_(section|quote)$/.test(type), where, "has a part other than sections and quotes");
          return list(at(one, "elements"));
        });
        rule(sections.length >= 1, where, "is empty");
        for (const [n, one] of sections.entries()) rich(one, `${where}[${n}]`);
        return;
      }
      case "actions": {
        rule(elements.length >= 1 && elements.length <= 25, where, "has not 1 to 25 elements");
        const ids = elements.map((one) => at(one, "action_id"));
        rule(new Set(ids).size === ids.length, where, "has an action_id twice");
        for (const [n, one] of elements.entries()) element(one, `${where}[${n}]`);
        return;
      }
      case "input":
        rule(surface === "modal", where, "is for modals");
        text(at(part, "label"), `${where}.label`, 2000, ["plain_text"]);
        if (at(part, "hint")) text(at(part, "hint"), `${where}.hint`, 2000, ["plain_text"]);
        return element(at(part, "element"), `${where}.element`);
      case "divider":
        return;
      default:
        rule(false, where, `is a block this knows no rules for: ${at(part, "type")}`);
    }
  };

  const blocks = list(at(value, "blocks"));
  const most = surface === "message" ? 50 : 100;
  rule(blocks.length >= 1 && blocks.length <= most, "blocks", `are not 1 to ${most}`);
  for (const [n, one] of blocks.entries()) block(one, `blocks[${n}]`);
  const ids = blocks.flatMap((one) => at(one, "block_id") ?? []);
  rule(new Set(ids).size === ids.length, "blocks", "have a block_id twice");
  // Measured by others, because Slack documents no number: github.com/slackapi/bolt-js/issues/2509 and 2867.
  rule(JSON.stringify(blocks).length <= 11_000, "blocks", "are too long together (msg_blocks_too_long)");

  if (surface === "message") {
    length(at(value, "text"), "text", 40_000);
    for (const fault of formatting(String(at(value, "text")))) rule(false, "text", fault);
    return broken;
  }
  rule(at(value, "type") === "modal", "type", "is not a modal");
  for (const name of ["title", "submit", "close"])
    if (name !== "submit" || blocks.some((one) => at(one, "type") === "input"))
      text(at(value, name), name, 24, ["plain_text"]);
  optional(at(value, "callback_id"), "callback_id", 255);
  optional(at(value, "private_metadata"), "private_metadata", 3000);
  return broken;
}

const DATE = /<!date\^\d{1,10}\^[\w {}]+\|[\w :-]+>/g;

/** Lists the parts of a text that Slack would not read as plain words. */
export function formatting(text: string): string[] {
  const words = text.replace(DATE, "");
  const faults: readonly (readonly [RegExp, string])[] = [
    [/[<>]/, "has a mention, a link or a command"],
    [/&(?!amp;|lt;|gt;)/, "has an ampersand that is not escaped"],
    [/[*_~`]/, "is bold, italic, struck or code"],
    [/^&gt;/m, "is a quote"],
    [/:[a-z0-9_+'-]+:/i, "has an emoji"],
    [/@(channel|here|everyone)/i, "may call everybody"],
    [/:\/\//, "has an address that becomes a link"],
  ];
  return [...faults.flatMap(([pattern, fault]) => (pattern.test(words) ? [fault] : [])), ...hidden(text)];
}

/** Lists invisible characters, and the lines or directions that they change. */
function hidden(text: string): string[] {
  const faults: readonly (readonly [RegExp, string])[] = [
    [/(?!\n)\p{Cc}/u, "has control characters"],
    [/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/, "turns the direction of writing"],
    [/[\u200b\u2060\ufeff\u00ad\u2028\u2029]|[\u{e0000}-\u{e007f}]/u, "has characters that nobody sees"],
    [/\p{Cs}/u, "has half a character"],
  ];
  return faults.flatMap(([pattern, fault]) => (pattern.test(text) ? [fault] : []));
}

// Teams' rules for the parts of an Adaptive Card that Reeve uses, written independently of the code that builds cards.
import { textAt, valueAt } from "../../../src/systems/reading/json.ts";

/** Teams accepts messages of about 28 KB: learn.microsoft.com/connectors/teams. */
const MAX_BYTES = 28_000;
/** Characters that a `TextBlock`, which only shows Reeve's own words, reads as formatting. */
const MARKDOWN = /[*_[\]`#<>\\]/;
const DATE = /\{\{(?:DATE|TIME)\(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ(?:, SHORT)?\)\}\}/g;

/** Lists the rules that a card breaks, as sentences. */
export function brokenCardRules(card: unknown): string[] {
  const broken: string[] = [];
  const rule = (holds: boolean, what: string) => void (holds || broken.push(what));
  rule(
    textAt(card, "type") === "AdaptiveCard" && textAt(card, "version") === "1.4",
    "it is no Adaptive Card 1.4",
  );
  rule(new TextEncoder().encode(JSON.stringify(card)).length < MAX_BYTES, "it is larger than 28 KB");
  const openUrl = (action: unknown) => {
    rule(textAt(action, "type") === "Action.OpenUrl", "an action does something else than open a page");
    rule(/^https?:\/\//.test(textAt(action, "url") ?? ""), "an action leads to no page");
  };
  for (const element of [valueAt(card, "body")].flat()) {
    const type = textAt(element, "type");
    if (type === "TextBlock") {
      const text = (textAt(element, "text") ?? "").replace(DATE, "");
      rule(text !== "" && !MARKDOWN.test(text) && !text.includes("{{"), `a text has formatting: ${text}`);
      rule(valueAt(element, "wrap") === true, "a text is cut at the end of its line");
    } else if (type === "RichTextBlock")
      for (const run of [valueAt(element, "inlines")].flat()) {
        const text = textAt(run, "text") ?? "";
        rule(textAt(run, "type") === "TextRun" && text !== "", "a part is not text");
        rule(!text.includes("{{") && !/[\n\r]/.test(text), `a text is more than words: ${text}`);
        if (valueAt(run, "selectAction") !== undefined) openUrl(valueAt(run, "selectAction"));
      }
    else if (type === "Input.Text") rule(textAt(element, "id") !== undefined, "an input has no id");
    else rule(false, `there is an element this knows no rules for: ${type}`);
  }
  const actions = [valueAt(card, "actions") ?? []].flat();
  for (const action of actions) {
    if (textAt(action, "type") !== "Action.Execute") openUrl(action);
    else {
      rule((textAt(action, "title") ?? "").length <= 50, "the title of a button is too long");
      rule(textAt(action, "verb") !== undefined, "a button has no verb");
    }
  }
  rule(actions.length <= 6, "Teams shows at most six buttons");
  return broken;
}

// The forms of actions and decisions, as modals within Slack's limits (docs.slack.dev/reference/block-kit).
import type { InputBlock, ModalView, PlainTextOption } from "@slack/types";
import * as z from "zod";
import type { ActionRequest } from "../../actions/define.ts";
import { type FormField, formFields } from "../../actions/form.ts";
import { requests } from "../../actions/index.ts";
import type { NamedThings } from "../../actions/names.ts";
import { singleLine, tryParseJson } from "../../base/text.ts";
import { ACTS } from "../../policy/acts.ts";
import { BUTTONS, numberSentences } from "../doc.ts";
import { button, MAX_REASON, reasonField, section, toSlack, unformatted } from "./blocks.ts";

const MAX_OPTIONS = 100;
const MAX_OPTION_CHARS = 75;
const MAX_HINT_CHARS = 150;
/** Name of the form field for the reason. No action has an input with this name. */
export const REASON = "reason-for-it";
/** Prefix of the value of a button that opens a form. */
export const OPENS = "ask:";

/**
 * Puts a message on one line, and cuts it to the length of a reason: a modal's metadata, which contains it until the
 * form opens, has at most 3,000 characters.
 */
export const quoteMessage = (text: string): string => singleLine(text, MAX_REASON);

const FormState = z.object({
  action: z.string().nullable(),
  /** The address for responses to the user's action, or `null` if Slack sent none, as for a global shortcut. */
  responseUrl: z.string().nullable(),
  /** The text of the message that the request is about. @default no message */
  text: z.string().optional(),
});
export type FormState = z.output<typeof FormState>;

/**
 * Parses the metadata of a form.
 * @returns the data that the form kept, or `null` if the metadata belongs to another modal
 */
export const readFormState = (metadata: string): FormState | null =>
  FormState.safeParse(tryParseJson(metadata)).data ?? null;

const modal = (kept: FormState, more: Pick<ModalView, "blocks" | "submit">): ModalView => ({
  type: "modal",
  callback_id: "ask",
  private_metadata: JSON.stringify(kept),
  title: unformatted("Request a change"),
  close: unformatted("Close"),
  ...more,
});

export const actionsModal = (kept: Omit<FormState, "action">): ModalView =>
  modal(
    { ...kept, action: null },
    {
      blocks: Array.from(requests.values(), ({ action, description }) => ({
        ...section(description),
        accessory: button(ACTS.ask.button, `ask-${action}`, `${OPENS}${action}`),
      })),
    },
  );

/**
 * Returns the form of an action. The message that the request is about is the initial reason, which the user can edit.
 */
export const formModal = (
  { action, description, input }: ActionRequest,
  settings: NamedThings,
  { responseUrl, text }: Omit<FormState, "action">,
): ModalView =>
  modal(
    { action, responseUrl },
    {
      submit: unformatted("Show the plan"),
      blocks: [
        section(description),
        ...formFields(input, settings).map(toBlock),
        reasonField(REASON, "Why", true, text),
      ],
    },
  );

function toBlock({ name, label, hint, isNeeded, ...field }: FormField): InputBlock {
  return {
    type: "input",
    block_id: name,
    optional: !isNeeded,
    label: unformatted(label),
    ...(hint && { hint: unformatted(singleLine(hint, MAX_HINT_CHARS)) }),
    element: toElement(name, field),
  };
}

function toElement(
  action_id: string,
  { kind, choices, isList }: Pick<FormField, "kind" | "choices" | "isList">,
): InputBlock["element"] {
  if (kind === "date") return { type: "datepicker", action_id };
  if (kind === "person" && !isList) return { type: "external_select", action_id, min_query_length: 2 };
  // Use a text field instead of a list if there are too many names, or if Slack would cut a name or show it
  // differently.
  const fits =
    choices &&
    choices.length <= MAX_OPTIONS &&
    choices.every((one) => one === singleLine(one, MAX_OPTION_CHARS));
  if (!fits) return { type: "plain_text_input", action_id, multiline: isList, max_length: 3_000 };
  const options = choices.map((value): PlainTextOption => ({ text: unformatted(value), value }));
  return isList
    ? { type: "multi_static_select", action_id, options }
    : { type: "static_select", action_id, options };
}

/** Returns the options of a field for a person. Leaves out people whose address Slack would cut. */
export const personOptions = (people: readonly { readonly email: string; readonly name: string }[]) => ({
  options: people
    .filter(({ email }) => email === singleLine(email, MAX_OPTION_CHARS))
    .map(({ email, name }) => ({
      text: unformatted(singleLine(`${name}, ${email}`, MAX_OPTION_CHARS)),
      value: email,
    })),
});

/** Maximum characters of the metadata of a modal. */
const MAX_METADATA = 3_000;

/** Titles and questions of the modals for decisions and follow-ups. An approval needs no reason. */
const MODALS = {
  approve: { title: BUTTONS.approve.label, why: ACTS.comment.button },
  deny: { title: BUTTONS.deny.label, why: "Why not?" },
  follow_up_not_done: { title: BUTTONS.follow_up_not_done.label, why: "Why was it not done?" },
} as const;

interface DecisionForm {
  readonly kind: keyof typeof MODALS;
  readonly summaries: readonly string[];
  readonly warnings: readonly string[];
  readonly metadata: string;
}

export function decisionModal({ kind, summaries, warnings, metadata }: DecisionForm): ModalView {
  if (metadata.length > MAX_METADATA)
    throw new RangeError(`a modal's metadata must have at most ${MAX_METADATA} characters`);
  const { title, why } = MODALS[kind];
  return {
    type: "modal",
    callback_id: "decision",
    private_metadata: metadata,
    title: unformatted(title),
    submit: unformatted(title),
    close: unformatted("Back"),
    blocks: [
      ...toSlack({
        items: numberSentences(summaries),
        notes: warnings.length > 0 ? [["Please note: ", { quote: warnings.join(" ") }]] : [],
      }).blocks,
      reasonField("comment", why, kind === "approve"),
    ],
  };
}

const Option = z.object({ value: z.string() });
export const ElementState = z.object({
  value: z.string().nullish(),
  selected_date: z.string().nullish(),
  selected_option: Option.nullish(),
  selected_options: z.array(Option).nullish(),
});

export const readState = (
  values: Readonly<Record<string, Readonly<Record<string, z.output<typeof ElementState>>>>>,
): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.values(values).flatMap((block) =>
      Object.entries(block).flatMap(([name, { value, selected_date, selected_option, selected_options }]) => {
        const given =
          value ?? selected_date ?? selected_option?.value ?? selected_options?.map((one) => one.value);
        return given ? [[name, given] as const] : [];
      }),
    ),
  );

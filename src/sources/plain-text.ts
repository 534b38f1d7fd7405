import { z } from "zod";

/** The members that hold a Jira value's text, the most telling first: user pickers, request types, selects, objects. */
const Labelled = z.looseObject({
  emailAddress: z.string().optional(),
  requestType: z.looseObject({ name: z.string() }).optional(),
  value: z.string().optional(),
  name: z.string().optional(),
  displayName: z.string().optional(),
  key: z.string().optional(),
});

/** A cascading select's second level. */
const Child = z.looseObject({ child: z.looseObject({ value: z.string() }) });

/**
 * A Jira field value as people read it: text and numbers as they are, selects, users, request types and objects by
 * their label, lists as lists, a rich text document as its text. `null` where there is nothing to read.
 */
export function plainText(value: unknown): string | string[] | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) {
    const items = value.flatMap((item) => plainText(item) ?? []);
    return items.length > 0 ? items : null;
  }
  const richText = RichText.safeParse(value);
  if (richText.success) return documentText(richText.data).trim() || null;
  const labelled = Labelled.safeParse(value);
  if (!labelled.success) return null;
  const { emailAddress, requestType, value: choice, name, displayName, key } = labelled.data;
  const label = emailAddress ?? requestType?.name ?? choice ?? name ?? displayName ?? key ?? null;
  const child = Child.safeParse(value);
  return label !== null && child.success ? `${label} / ${child.data.child.value}` : label;
}

const RichText = z.looseObject({ type: z.literal("doc"), content: z.array(z.unknown()) });
const Node = z.looseObject({
  type: z.string().optional(),
  text: z.string().optional(),
  content: z.array(z.unknown()).optional(),
});

/** The text of an Atlassian document, a line for each block. */
function documentText(node: unknown): string {
  const parsed = Node.safeParse(node);
  if (!parsed.success) return "";
  const { type, text, content } = parsed.data;
  if (type === "hardBreak") return "\n";
  const inner = (text ?? "") + (content ?? []).map(documentText).join("");
  return type === "paragraph" || type === "heading" || type === "listItem" ? `${inner}\n` : inner;
}

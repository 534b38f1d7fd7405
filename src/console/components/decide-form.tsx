// The form by which somebody decides: a button that opens a reason, for every decision of every page.
import type { Child, FC } from "hono/jsx";
import { TOKEN_FIELD } from "../csrf.ts";
import { type Refused, useFrame } from "./frame.ts";
import { Each } from "./tables.tsx";

type Fields = Readonly<Record<string, string>>;

interface DecideFormProps {
  readonly action: string;
  /** Text of the button; with its object if a page has several of the kind. */
  readonly label: string;
  readonly about?: string | undefined;
  readonly tone?: "good" | "bad" | undefined;
  /** Fields that are sent along. */
  readonly fields?: Fields;
  /** Consequences, and further fields. */
  readonly children?: Child;
}

/**
 * A decision in two steps: the first opens what will be done, the second asks why and does it. It needs no script.
 */
export const DecideForm: FC<DecideFormProps> = ({ action, label, about, tone, fields = {}, children }) => {
  const { token, refused } = useFrame();
  // The same each time the page is made, and no other form's.
  const id = ["why", action, ...Object.values(fields)].join("-").replace(/[^\w-]+/g, "-");
  const written = writtenInto(refused, action, fields);
  return (
    <details class="decide" open={written !== null}>
      <summary class={`button ${tone ?? ""}`}>
        {label}
        {about && <span class="unseen"> {about}</span>}
      </summary>
      <form method="post" action={action}>
        <input type="hidden" name={TOKEN_FIELD} value={token} />
        {Object.entries(fields).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        {children}
        <label for={id}>Reason (kept in the audit trail)</label>
        <textarea id={id} name="reason" required maxlength={1000} rows={2}>
          {written}
        </textarea>
        <button type="submit" class={tone ?? ""}>
          {label}
          {about && <span class="unseen"> {about}</span>}
        </button>
      </form>
    </details>
  );
};

/** The reason that somebody gave in this form before it was refused, be it for another plan. `null`: it was not this one. */
function writtenInto(refused: Refused | undefined, action: string, fields: Fields) {
  if (refused?.action !== action) return null;
  const same = Object.entries(fields).every(
    ([name, value]) => name === "hash" || refused.fields[name] === value,
  );
  return same ? String(refused.fields["reason"] ?? "") : null;
}

/** Sentences, numbered where there are several. */
export const Sentences: FC<{ readonly of: readonly Child[] }> = ({ of }) => (
  <ol class={of.length > 1 ? "plan" : "plan single"}>
    <Each of={of} as="li">
      {(sentence) => sentence}
    </Each>
  </ol>
);

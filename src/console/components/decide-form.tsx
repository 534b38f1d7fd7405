// The form for a decision: a button that opens a field for the reason.
import type { Child, FC } from "hono/jsx";
import { type RefusedForm, useFrame } from "./frame.ts";
import { PostForm, Text } from "./text.tsx";

type Fields = Readonly<Record<string, string>>;

/**
 * Shows a form for a decision. The first button opens the consequences and the field for the reason, and the second one
 * sends the form. The form works without a script.
 */
export const DecideForm: FC<{
  readonly action: string;
  /**
   * Text of the button. `about` adds the object, for screen readers, if the page has several buttons with this label.
   */
  readonly label: string;
  readonly about?: string | undefined;
  /**
   * The object of the decision, shown on the button that sends the form.
   * @default the button has the label, and `about` for screen readers
   */
  readonly names?: string | undefined;
  readonly tone?: "good" | "bad" | undefined;
  readonly fields?: Fields;
  /** Label of the field for the reason. @default "Reason (recorded in the audit trail)" */
  readonly asks?: string;
  /** True if the reason is optional. @default false */
  readonly isOptional?: boolean;
  /** Consequences of the decision, and further fields. */
  readonly children?: Child;
}> = ({ asks = "Reason (recorded in the audit trail)", isOptional = false, ...props }) => {
  const { action, label, about, names, tone, fields = {}, children } = props;
  // The id must be the same at each rendering, and unique on the page.
  const id = ["why", action, ...Object.values(fields)].join("-").replace(/[^\w-]+/g, "-");
  const written = writtenInto(useFrame().refused, action, fields);
  const field = { id, name: "reason", maxlength: 1000, rows: 2 };
  const words = <Labelled label={label} about={about} />;
  return (
    <details class="decide" open={written !== null}>
      <summary class={`button ${tone ?? ""}`}>{words}</summary>
      <PostForm action={action} fields={fields}>
        {children}
        <label for={id}>
          {asks}
          {isOptional && <span class="dim"> (optional)</span>}
        </label>
        <textarea {...field} required={!isOptional} autofocus={written !== null}>
          {written}
        </textarea>
        <button type="submit" class={tone ?? ""}>
          {names === undefined ? words : [label, ": ", <Text of={names} most={100} />]}
        </button>
      </PostForm>
    </details>
  );
};

/** Shows the label of a button and, only to screen readers, the object that the button is about. */
export const Labelled: FC<{ readonly label: string; readonly about?: string | undefined }> = (props) => (
  <>
    {props.label}
    {props.about && (
      <span class="unseen">
        {" "}
        <Text of={props.about} />
      </span>
    )}
  </>
);

/**
 * Returns the reason that was entered in this form when the form was rejected, even if the plan has changed since, or
 * `null` if this form was not rejected.
 */
function writtenInto(refused: RefusedForm | undefined, action: string, fields: Fields) {
  if (refused?.action !== action) return null;
  const { hash: _, ...own } = fields;
  const isSame = Object.entries(own).every(([name, value]) => [refused.fields[name]].flat()[0] === value);
  return isSame ? String(refused.fields["reason"] ?? "") : null;
}

// The discussion of a run: the comments, the form to add a comment, and the form to ask another person to decide.
import type { FC } from "hono/jsx";
import type { AuditLink } from "../../ledger/audit-chain.ts";
import { listAssignable, listDiscussion, mayDiscuss } from "../../operate/discussion.ts";
import type { ShownRun } from "../../operate/recorded.ts";
import { ACTS } from "../../policy/acts.ts";
import type { People } from "../../policy/people.ts";
import { DecideForm } from "./decide-form.tsx";
import { useFrame } from "./frame.ts";
import { At, PersonLink, TEXT_CHARS, Text } from "./text.tsx";

/**
 * Lists the comments on a run, and the requests that ask another person to decide.
 * @param of The run's audit entries, oldest first
 */
export const Comments: FC<{ readonly of: readonly AuditLink[] }> = ({ of }) => (
  <>
    {listDiscussion(of).map(({ actor, at, detail: { reason, to } }) => (
      <p class="note">
        <PersonLink email={actor ?? "reeve"} />
        {typeof to === "string" && [" asked ", <PersonLink email={to} />, " to decide"]}
        <At label="," at={at} />: <Text as="q" class="wrote" of={String(reason)} most={TEXT_CHARS} />
      </p>
    ))}
  </>
);

/**
 * Shows the forms to comment and to ask another person to decide. Readers who may not discuss the run see neither form.
 * @param people The setting `people`
 */
export const Discuss: FC<Pick<ShownRun, "run" | "headline"> & { readonly people: People }> = (props) => {
  const { person } = useFrame();
  if (!mayDiscuss(person, props)) return null;
  const { id: run } = props.run;
  const assignable = listAssignable(props.run, props.people, person);
  return (
    <div class="decisions">
      <DecideForm
        action={`/runs/${run}/comments`}
        label={ACTS.comment.button}
        asks="Comment (recorded in the audit trail)"
      >
        <p>A comment is not a decision. It is sent to the conversation about this plan.</p>
      </DecideForm>
      {assignable.length > 0 && (
        <DecideForm action={`/runs/${run}/assignee`} label={ACTS.reassigned.button}>
          <p>Reeve asks this person to decide. Everyone else whom the rule allows can still decide.</p>
          <label for={`to-${run}`}>To decide</label>
          <select id={`to-${run}`} name="to" required>
            {assignable.map((email) => (
              <option value={email}>{email}</option>
            ))}
          </select>
        </DecideForm>
      )}
    </div>
  );
};

// Explains a run's state in sentences, for the run's page and the approvals page.
import type { FC } from "hono/jsx";
import { forRequester } from "../../base/problem.ts";
import { showInvisibles } from "../../base/text.ts";
import type { Known } from "../../ledger/known.ts";
import { isAllowed } from "../../operate/person.ts";
import { ACTS } from "../../policy/acts.ts";
import { ANY_APPROVER, findStage, nameStage } from "../../policy/stages.ts";
import { explainRun, type Line } from "../../runs/explain.ts";
import type { Headline } from "../../runs/headline.ts";
import { currentEffect, formatProgress } from "../../runs/journal.ts";
import { listOpen, type Run } from "../../runs/run.ts";
import { canExpire, RUN_STATE } from "../../runs/states.ts";
import { useFrame } from "../components/frame.ts";
import { WhyIgnored } from "../components/headline.tsx";
import { BeforeAfter } from "../components/pictures.tsx";
import { At, PersonLink, Sentence, TEXT_CHARS, Text, type Tone } from "../components/text.tsx";

/** Shows recorded facts about the targets of a plan, with the runs that they come from, to the person who decides. */
export const KnownFacts: FC<{ readonly known: readonly Known[] }> = ({ known }) => {
  const fact = ({ text, run }: Known) => [
    <Text of={text} most={TEXT_CHARS} />,
    run !== null && [" ", <a href={`/runs/${run}`}>That run</a>],
  ];
  const earlier = known.filter(({ isEarlier }) => isEarlier);
  return (
    <>
      {known.map(({ owners }) => owners && <BeforeAfter label="Known owners" {...owners} />)}
      {known
        .filter(({ isEarlier, owners }) => !isEarlier && !owners)
        .map((one) => (
          <p class="note wait">{fact(one)}</p>
        ))}
      {earlier.length > 0 && (
        <details>
          <summary>Earlier runs about the same person</summary>
          <ul>
            {earlier.map((one) => (
              <li>{fact(one)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
};

/**
 * Shows why policy or the automation requires an approval, and which stages are complete.
 * @param names Names and addresses of candidates and approvers, by id. @default only addresses
 */
export const WhyApproval: FC<{
  readonly of: Pick<Run, "approvalReasons" | "stages" | "approvals">;
  readonly names?: Readonly<Record<string, string>>;
}> = ({ of: { approvalReasons, stages = [], approvals }, names = {} }) => (
  <div class="columns">
    <div>
      <strong>Why it needs an approval</strong>
      <ul>
        {approvalReasons.map((reason) => (
          <Text as="li" of={reason} most={TEXT_CHARS} />
        ))}
      </ul>
    </div>
    <div>
      <strong>Who approves it</strong>
      {stages.length === 0 && <p>{ANY_APPROVER}</p>}
      <ol class="stages">
        {stages.map((stage, n) => (
          <li class={n + 1 < (findStage(stages, approvals)?.n ?? Infinity) ? "done" : ""}>
            <Text of={nameStage(stage, names)} most={TEXT_CHARS} />
            {approvals
              .filter(({ stage: name }) => name === stage.name)
              .map(({ by, at, person, reason }) => (
                <span class="under">
                  Approved by <PersonLink email={by} name={names[person.id] ?? by} />
                  <At label="," at={at} />
                  {reason !== "" && <Text as="q" class="wrote" of={reason} most={TEXT_CHARS} />}
                </span>
              ))}
            {stage.skipped.map((sentence) => (
              <Text as="span" class="under" of={sentence} most={TEXT_CHARS} />
            ))}
          </li>
        ))}
      </ol>
    </div>
  </div>
);

/**
 * Explains a run's state in sentences.
 * @param known Recorded facts about the targets of the plan
 * @param sameAsHeadline Headline of the event whose run makes the same change, or `null` if none is recorded
 */
export const StateReason: FC<{
  readonly run: Run;
  readonly known: readonly Known[];
  readonly sameAsHeadline?: Headline | null;
}> = ({ run, known, sameAsHeadline = null }) => {
  const { ignored, approvalReasons, replay, state } = run;
  const progress = formatProgress(run);
  const isOperator = isAllowed(useFrame().person, "read");
  const inQuestion = state === "needs_review" && currentEffect(run)?.entry.operation;
  const isShownApart = state === "ignored" || state === "awaiting_follow_up" || canExpire(state);
  return (
    <>
      <ReasonLine is={ACTS.replayed.audit[1]} of={replay} />
      {ignored !== null && (
        <p class="note">
          Nothing to do: <WhyIgnored run={run} sameAsHeadline={sameAsHeadline} />
        </p>
      )}
      {canExpire(state) && approvalReasons.length > 0 && <WhyApproval of={run} />}
      <KnownFacts known={known} />
      <FollowUps of={run} />
      {inQuestion && (
        <p class="note wait">
          It is not known whether <code>{inQuestion}</code> was carried out. Check the tenant, then report the
          result here.
        </p>
      )}
      {!isShownApart && <Lines of={explainRun(run, { isOperator }).lines} tone={RUN_STATE[state].tone} />}
      {isShownApart && run.problem !== null && (
        <p class="note bad">
          <Text
            of={isOperator ? `${run.problem.code}: ${run.problem.message}` : forRequester(run.problem)}
            most={TEXT_CHARS}
          />
        </p>
      )}
      {progress !== null && <p class="note">{progress}.</p>}
    </>
  );
};

/** Shows an explanation of a run, one paragraph per line, with links to the people who acted. */
export const Lines: FC<{ readonly of: readonly Line[]; readonly tone: Tone }> = ({ of, tone }) => (
  <>
    {of.map((line) => (
      <p class={`note ${tone}`}>
        {line.map((part) => (
          <LinePart of={part} />
        ))}
      </p>
    ))}
  </>
);

const LinePart: FC<{ readonly of: Line[number] }> = ({ of: part }) => {
  if (typeof part === "string") return <>{showInvisibles(part)}</>;
  if ("wrote" in part) return <Text as="q" class="wrote" of={part.wrote} most={TEXT_CHARS} />;
  if ("quote" in part) return <Sentence of={part.quote} />;
  if (!("person" in part)) return null;
  return (
    <>
      <PersonLink email={part.person} />
      <At label="," at={part.at} />
    </>
  );
};

/**
 * Lists the follow-ups of a run: the open ones with their owners and deadlines, then the outcomes of the reported ones.
 */
export const FollowUps: FC<{ readonly of: Run }> = ({ of: run }) => (
  <>
    {run.state === "awaiting_follow_up" &&
      listOpen(run).map(({ task, assignees, dueAt }) => (
        <p class={dueAt < Date.now() ? "note bad" : "note wait"}>
          <Sentence of={task} />
          <span class="under">
            For <Text of={assignees.join(", ") || "an operator"} most={TEXT_CHARS} />
            <At label={dueAt < Date.now() ? ", was due" : ", due"} at={dueAt} />
          </span>
        </p>
      ))}
    {(run.followUps ?? []).map(({ step, end }) => (
      <ReasonLine
        is={`Action ${step + 1} reported as ${end?.verdict === "done" ? "done" : "not done"}`}
        of={end}
      />
    ))}
  </>
);

/** Shows a person's action on a run, and their reason. */
const ReasonLine: FC<{
  readonly is: string;
  readonly of: { readonly by: string; readonly at?: number; readonly reason: string } | null | undefined;
}> = ({ is, of }) =>
  of && (
    <p class="note">
      {is} by <PersonLink email={of.by} />
      <At label="," at={of.at} />: <Text as="q" class="wrote" of={of.reason} most={TEXT_CHARS} />
    </p>
  );

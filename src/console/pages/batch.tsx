// One decision for many runs: the buttons above a list, the list of batches, and the page of a batch, which first shows
// the preview and then the progress.
import { findControl } from "../../desk/directory.ts";
import { countDecidable, MAX_BATCH_RUNS } from "../../ledger/decidable.ts";
import { type NamedRun, readRunHeadlines } from "../../ledger/headlines.ts";
import type { RunFilter } from "../../ledger/runs.ts";
import { readBatch } from "../../operate/batches.ts";
import { isAllowed } from "../../operate/person.ts";
import { ACTS, BATCHABLE_DECISIONS, type BatchAct, CHOICES } from "../../policy/acts.ts";
import { DecideForm } from "../components/decide-form.tsx";
import { RunLink } from "../components/headline.tsx";
import { Layout } from "../components/layout.tsx";
import { Facts, ListRows, Table } from "../components/lists.tsx";
import {
  Badge,
  count,
  Link,
  PersonLink,
  PostForm,
  Sentence,
  TEXT_CHARS,
  Text,
  Time,
} from "../components/text.tsx";
import { type Asked, fromLedger } from "./page-context.tsx";

/**
 * Returns the label of a batch: that of the act's button, with the number of runs, such as “Retry 200 now”. A number
 * above the maximum is shown as “over” the maximum.
 */
const labelBatch = (act: BatchAct, n: number): string =>
  ACTS[act].button.replace(/(?= |$)/, ` ${n > MAX_BATCH_RUNS ? `over ${count(MAX_BATCH_RUNS)}` : count(n)}`);

/** The decisions to offer first, because they end runs: after an alarm, nobody should approve many runs by mistake. */
const FIRST: readonly string[] = ["cancelled", "rejected", "dismissed"];
const rank = (decision: string): number => FIRST.indexOf(decision) >>> 0;

/**
 * Shows a button for each decision that the reader can make about runs of a filtered list, with the number of these
 * runs. Without a filter there are no buttons.
 */
export async function batchButtons(c: Asked, filter: RunFilter) {
  const { person } = c.var;
  const mine = BATCHABLE_DECISIONS.filter((decision) => isAllowed(person, decision));
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  if (mine.length === 0 || given.length === 0) return null;
  const counts = await fromLedger(c, countDecidable(c.env.LEDGER, filter, person.email), () => null);
  if (counts === null) return null;
  const open = mine
    .filter((decision) => counts[decision] > 0)
    .toSorted((one, other) => rank(one) - rank(other));
  if (open.length === 0) return null;
  const fields = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
  return (
    <PostForm action="/batches" class="decisions" fields={fields}>
      {open.map((decision) => (
        <button
          type="submit"
          name="decision"
          value={decision}
          class={CHOICES.find((one) => one.decision === decision)?.tone}
        >
          {labelBatch(decision, counts[decision])}
        </button>
      ))}
    </PostForm>
  );
}

const UNNAMED: NamedRun = { automation: "an automation", headline: null, plan: [] };
const STATE = {
  preview: ["wait", "not started"],
  working: ["go", "in progress"],
  done: ["good", "done"],
  stopped: ["wait", "stopped"],
} as const;

/** Maximum number of batches on the list, which contains only the newest. */
const MAX_LISTED = 100;

/** Lists the batches that were started in the last month. */
export async function batchesPage(c: Asked) {
  return (
    <Layout title="Batches" at="/runs">
      <ListRows
        of={await findControl(c.env).batches(MAX_LISTED)}
        empty="No batch was started in the last month. To start one, filter the list of runs and use its buttons."
        heads={["State", "Batch", "Made"]}
        line={({ id, decision, runs, state, filter, by, at }) => ({
          mark: <Badge tone={STATE[state][0]}>{STATE[state][1]}</Badge>,
          sentence: <a href={`/batches/${id}`}>{labelBatch(decision, runs)}</a>,
          facts: [<Sentence of={filter} />, <PersonLink email={by} />],
          last: <Time at={at} />,
        })}
      />
    </Layout>
  );
}

/** Shows a batch: its preview and the button to start it, then its progress. */
export async function batchPage(c: Asked, id: string) {
  const batch = await readBatch(c.env, id);
  const { decision, state, runs, decided, refused, left } = batch;
  const ids = left.map(({ run }) => run);
  const names = await fromLedger(c, readRunHeadlines(c.env.LEDGER, ids), () => new Map<string, NamedRun>());
  const label = labelBatch(decision, runs);
  const [tone, words] = STATE[state];
  const may = isAllowed(c.var.person, decision);
  const isReplay = decision === "replayed";
  const choice = CHOICES.find((one) => one.decision === decision);
  return (
    <Layout title={label} at="/runs">
      <div id="batch" data-live={state === "working" ? 2 : undefined}>
        <Facts
          of={{
            State: <Badge tone={tone}>{words}</Badge>,
            By: <PersonLink email={batch.by} />,
            Made: <Time at={batch.at} />,
            [isReplay ? "Events that are" : "Runs that are"]: <Sentence of={batch.filter} />,
            Reason: batch.reason && <Text of={batch.reason} most={TEXT_CHARS} />,
          }}
        />
        {state === "preview" ? (
          <ul>
            {batch.preview.map((sentence) => (
              <Text as="li" of={sentence} most={TEXT_CHARS} />
            ))}
          </ul>
        ) : (
          <p class={`note ${refused > 0 ? "wait" : "good"}`} role="status">
            <progress max={runs} value={decided + refused} aria-label="Progress" /> Decided: {count(decided)}{" "}
            of {count(runs)}. {refused > 0 && `Left out: ${count(refused)}. `}
            {batch.fault && <Text of={`The batch waits, and continues automatically: ${batch.fault}`} />}
          </p>
        )}
        {left.length > 0 && (
          <Table
            of={left}
            id={({ run }) => run}
            columns={{
              "Left out": {
                names: true,
                cell: ({ run }) =>
                  isReplay ? (
                    <Link to={`/events/${run}`}>{run}</Link>
                  ) : (
                    <RunLink id={run} {...(names.get(run) ?? UNNAMED)} />
                  ),
              },
              Because: ({ refused: why }) => <Text of={why} most={TEXT_CHARS} />,
            }}
          />
        )}
        {state !== "preview" && (
          <Link to={`/changes?since=${batch.at}`}>
            Changes applied since the batch was made, and how to undo them
          </Link>
        )}
        <Link to="/batches">All batches</Link>
        {may && state === "working" && (
          <DecideForm action={`/batches/${id}/stop`} label={ACTS.stop.button} tone="bad" />
        )}
        {may && (state === "preview" || state === "stopped") && (
          <DecideForm
            action={`/batches/${id}/start`}
            label={state === "preview" ? label : "Continue"}
            tone={choice?.tone}
          >
            <p>{choice?.leads} Each run is checked separately; any that has changed since is left out.</p>
          </DecideForm>
        )}
      </div>
    </Layout>
  );
}

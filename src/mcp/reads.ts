// Tools that read: lookups at the governance service, runs, the work that waits for people, and previews of
// automations.
import * as z from "zod";
import { listRuns } from "../ledger/runs.ts";
import { lookups } from "../lookups/index.ts";
import { type FoundLine, findNow, type Lookup } from "../lookups/lookup.ts";
import { formatPreviewed, PreviewCursor, previewAutomation } from "../operate/preview.ts";
import { readableRun, waitingOnRecord } from "../operate/recorded.ts";
import { RunId } from "../operate/requests.ts";
import { formatTitle } from "../runs/headline.ts";
import { isFinished } from "../runs/run.ts";
import { NEEDING_RUN_STATES, RUN_STATE } from "../runs/states.ts";
import { describeRun } from "./runs.ts";
import { allUntrusted, defineTool, type ForAgent, type Tool, timeFor, untrusted } from "./tool.ts";

/** Maximum time to wait for a change to a run, in seconds. The run is polled once a second. */
const MAX_WAIT_SECONDS = 25;

/** Maximum runs in a list. The list of `what_waits` contains up to this many runs of each state. */
const MAX_LISTED_RUNS = 20;

/** Regular expression for page tokens, which are opaque. Text that can't be a token is not sent to the service. */
const PAGE_TOKEN = /^[\w+/=.:~ -]{1,2000}$/;

const lookUp = (lookup: Lookup): Tool =>
  defineTool({
    name: `look_up_${lookup.name}`,
    title: `Look up: ${lookup.name}`,
    description: lookup.help,
    input: lookup.input.extend({
      page: z.string().regex(PAGE_TOKEN).optional().meta({ description: "`next` in the previous response." }),
    }),
    act: "read",
    async answer({ page, ...asked }, { env, config: { settings } }) {
      const by = `the tool look_up_${lookup.name}`;
      const found = await findNow(lookup, asked, { env, settings, by }, page as string | undefined);
      const { title, lines, note, next } = found;
      return {
        title: untrusted(title),
        found: lines.map(describeLine),
        ...(note !== undefined && { note: untrusted(note) }),
        ...(next !== undefined && PAGE_TOKEN.test(next) && { next }),
      };
    },
  });

const describeLine = ({ name, detail, at }: FoundLine) => ({
  name: untrusted(name),
  ...(detail !== undefined && { detail: untrusted(detail) }),
  ...(at !== undefined && { at: timeFor(at) }),
});

const myRuns = defineTool({
  name: "my_requests",
  title: "My requests",
  description: "The requests that the person made, directly or through an agent, newest first.",
  input: z.strictObject({}),
  act: "read",
  isOwn: true,
  async answer(_, { env, person }) {
    const { items } = await listRuns(env.LEDGER, { requester: person.email }, { limit: MAX_LISTED_RUNS });
    return {
      runs: items.map(({ id, state, headline, actions, createdAt }) => ({
        run: id,
        state: RUN_STATE[state].words,
        title: untrusted(formatTitle(headline, id)),
        actions: allUntrusted(actions),
        at: timeFor(createdAt),
      })),
    };
  },
});

const oneRun = defineTool({
  name: "read_run",
  title: "A run",
  description: "A run's current state: its plan, the people it waits for, the deadline, and the outcome.",
  input: z.strictObject({
    run: RunId.meta({ description: "The run's id, `run_…`." }),
    wait_seconds: z.int().min(0).max(MAX_WAIT_SECONDS).default(0).meta({
      description: "Seconds to wait for a change; the response is sent as soon as the run changes.",
    }),
  }),
  act: "read",
  isOwn: true,
  async answer({ run, wait_seconds: seconds }, around) {
    const until = Date.now() + seconds * 1_000;
    let known = await readableRun(around, run);
    const { version } = known.run;
    while (known.run.version <= version && !isFinished(known.run) && Date.now() < until) {
      await scheduler.wait(1_000);
      known = await readableRun(around, run);
    }
    return describeRun(known, around);
  },
});

const waiting = defineTool({
  name: "what_waits",
  title: "Work that waits for people",
  description: "Plans that wait for an approval, open follow-ups, held runs, and runs that need a review.",
  input: z.strictObject({}),
  act: "read",
  async answer(_, around: ForAgent) {
    const lists = await Promise.all(
      NEEDING_RUN_STATES.map((state) => waitingOnRecord(around.env, state, MAX_LISTED_RUNS)),
    );
    return { waiting: lists.flat().map((one) => describeRun(one, around)) };
  },
});

const preview = defineTool({
  name: "preview_automation",
  title: "Preview an automation",
  description:
    "Lists the people and objects that an automation would act on now, with the approvals that each plan would need. Nothing is done.",
  input: z.strictObject({
    automation: z.string().max(200).meta({ description: "The automation's name, such as leaver." }),
    page: PreviewCursor,
  }),
  act: "read",
  async answer({ automation, page }, around) {
    const { event, items, next } = await previewAutomation(around, automation, page);
    return {
      event,
      items: items.map((item) => allUntrusted([item.person ?? [], formatPreviewed(item)].flat())),
      ...(next !== null && { next }),
    };
  },
});

export const reads: readonly Tool[] = [
  ...Array.from(lookups.values(), lookUp),
  myRuns,
  oneRun,
  waiting,
  preview,
];

// `npm run reeve -- backtest`: plans recorded events again, and shows the effect of changed settings or code. With an
// automation's name, the command compares the results of the working tree's code with the recorded ones. Without a
// name, it compares the results of earlier settings with those of the working tree's settings. With `--as-recorded`, it
// plans from the recorded reads, and compares the results with the recorded ones. With `--now`, it shows the plans that
// an automation would make for the current people or objects.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { ifPossible } from "../../base/if-possible.ts";
import { parseCredentials } from "../../governance/client/credential.ts";
import { type Automation, listensTo } from "../../kit/automation.ts";
import { isEnabled } from "../../kit/settings.ts";
import type { EventSummary } from "../../ledger/shapes.ts";
import { formatPreviewed, Preview } from "../../operate/preview.ts";
import { isLocal, parseSince, reeveAddress } from "../shared/arguments.ts";
import { root } from "../shared/bundle.ts";
import {
  type ExitCode,
  meant,
  print,
  printJson,
  type ShowProgress,
  UsageError,
  withProgress,
} from "../shared/command-line.ts";
import { devVars } from "../shared/dev-vars.ts";
import { askReeve } from "../shared/reeve-api.ts";
import {
  CONFIG,
  listErrors,
  loadWorkingTree,
  requireConfiguration,
  type WorkingTree,
} from "../shared/working-tree.ts";
import { dataFolder, stackVariables } from "../start/data-folder.ts";
import { overSample } from "../start/sample.ts";
import { type Compared, compare, ignoredLines, type Side, summaryLines } from "./outcome.ts";
import {
  asSet,
  findRun,
  planner,
  type ReeveRecord,
  recordedPlanner,
  recordedResult,
  reeveRecord,
} from "./plan.ts";

interface Options {
  readonly against?: string;
  readonly all?: true;
  readonly now?: true;
  readonly asRecorded?: true;
  readonly since: string;
  readonly json?: true;
}

/** Runs the back-test or the preview. Returns 0 even if results differ. */
export default async function (automation: string | undefined, options: Options): Promise<ExitCode> {
  const { against = "HEAD", all = false, asRecorded = false, json } = options;
  const since = parseSince(options.since, Date.now());
  if (automation !== undefined && (options.all || options.against !== undefined))
    throw new UsageError("--against and --all compare settings: leave out the automation");
  if (asRecorded && options.against !== undefined)
    throw new UsageError("--as-recorded compares with the recorded results: leave out --against");
  const reeve = reeveAddress();
  if (options.now) {
    if (automation === undefined || asRecorded)
      throw new UsageError("--now needs the name of an automation, and can't be used with --as-recorded");
    await preview(reeve, automation, json);
    return 0;
  }
  const text = automation === undefined && !asRecorded ? settingsBefore(against) : null;
  const now = await requireConfiguration();
  const before = text === null ? null : await loadWorkingTree(text).catch(unfit);
  const names = [...now.automations.keys()];
  const named = automation === undefined ? undefined : now.automations.get(automation);
  if (automation !== undefined && !named)
    throw new UsageError(`Unknown automation "${automation}".${meant(names, automation)}`);
  const asked = { automation, asRecorded, since, reeve };
  const { tenant, events } = await withProgress((show) => backtest(asked, now, before, show));
  const head = { reeve: reeve.origin, tenant, since: new Date(since).toISOString() };
  if (json) {
    const differences = events.flat().filter(({ difference }) => difference !== null);
    printJson({ ...head, events: events.length, differences });
    return 0;
  }
  const what = automation ?? (asRecorded ? "every automation" : `${CONFIG} compared with ${against}`);
  console.log(
    `${what}: events at ${head.reeve} since ${head.since}\n` +
      `${tenant === null ? "recorded reads are used" : `the current data of ${tenant} is used`}; nothing is changed\n`,
  );
  const lines = [
    ...summaryLines(events, all || named !== undefined),
    ...(named ? ignoredLines(named, events) : []),
  ];
  for (const line of lines) console.log(line);
  return 0;

  function unfit(error: unknown): never {
    const mistakes = listErrors(error).join("\n  ");
    throw new Error(`the settings of ${against} are not valid for the current code:\n  ${mistakes}`);
  }
}

/**
 * Returns the text of the settings to compare with.
 * @param against A file of settings, or a commit of this repository
 * @throws UsageError if `against` is neither, or if its settings are the same as the working tree's
 */
function settingsBefore(against: string): string {
  const how = { cwd: root(), encoding: "utf8", stdio: "pipe" } as const;
  const text =
    ifPossible(() => readFileSync(against, "utf8")) ??
    // `against` is not a file, so it must be a commit.
    ifPossible(() => execFileSync("git", ["show", `${against}:./${CONFIG}`], how));
  if (text === undefined)
    throw new UsageError(`--against ${against} is neither a file nor a commit that contains ${CONFIG}`);
  if (text !== readFileSync(root(CONFIG), "utf8")) return text;
  throw new UsageError(
    `${CONFIG} is the same as at ${against}: change it, or name an older commit or file with --against`,
  );
}

/** Maximum events planned concurrently, equal to the number of a desk's connections. */
const AT_ONCE = 6;

/** A query for the recorded events to plan again. */
interface RecordQuery {
  readonly reeve: URL;
  /** The start of the period, in Unix milliseconds. */
  readonly since: number;
  /** The automation to compare, or `undefined` for every automation that the earlier or the present settings enable. */
  readonly automation: string | undefined;
  /** True to replan from the recorded reads instead of the tenant's present data. */
  readonly asRecorded: boolean;
}

/**
 * Plans recorded events again, and compares the results with the recorded ones or with those of other settings.
 * @param before The working tree with other settings, or `null` to compare with the recorded results
 * @returns the tenant that was read (`null` if none was), and, for each event, one comparison for each automation that
 * the event concerns
 * @throws Error if the ledger or the governance API can't be read, or if a credential is needed and none is set
 */
async function backtest(
  { automation, asRecorded, since, reeve }: RecordQuery,
  now: WorkingTree,
  before: WorkingTree | null,
  show: ShowProgress,
): Promise<{ readonly tenant: string | null; readonly events: readonly (readonly Compared[])[] }> {
  const record = reeveRecord(reeve);
  const until = Date.now();
  const { env, isSample } =
    asRecorded && !isLocal(reeve)
      ? { env: {}, isSample: false }
      : readingVariables([process.env, devVars()], reeve);
  const pickRules = ({ config, automations }: WorkingTree) => ({
    ...(isSample ? overSample(config) : config),
    automations,
  });
  const rules = pickRules(now);
  const others = before && pickRules(before);
  const sides = others
    ? { before: asSet(others, planner(others, env, until)), now: asSet(rules, planner(rules, env, until)) }
    : { before: recordedResult, now: asRecorded ? recordedPlanner(rules) : planner(rules, env, until) };
  const tested = Array.from(now.automations.values()).filter(({ name }) =>
    automation === undefined
      ? [others ?? rules, rules].some(({ settings }) => isEnabled(settings, name))
      : name === automation,
  );
  const events: (readonly Compared[])[] = [];
  for await (const event of compareEvents(tested, { since, until }, record, sides)) {
    events.push(event);
    // The events are in order, newest first.
    const at = event[0]?.event.receivedAt ?? until;
    show(`${events.length} events planned again`, until - at, until - since);
  }
  return { tenant: asRecorded ? null : parseCredentials(env)[0].root, events };
}

type Values = Readonly<Record<string, string | undefined>>;

/**
 * Returns the variables for reading the tenant and senders' APIs: the user's own or, if they contain no credential and
 * Reeve runs on this machine, the local stack's.
 * @param environments The process's environment, then `.dev.vars`: the first one that has a credential provides it
 * @throws Error if there is no credential
 */
export function readingVariables(
  environments: readonly Values[],
  reeve: URL,
): { readonly env: Values; readonly isSample: boolean } {
  const set = environments.map((env) => Object.entries(env).filter(([, value]) => value));
  const isCredential = ([name]: readonly [name: string, ...unknown[]]) => name.startsWith("GOVERNANCE_");
  const others = Object.fromEntries(
    set.toReversed().flatMap((entries) => entries.filter((entry) => !isCredential(entry))),
  );
  // Take the whole credential from one place: parts of two credentials would fail.
  const own = set.find((entries) => entries.some(([name]) => name === "GOVERNANCE_CLIENT_ID"));
  if (own) return { env: { ...others, ...Object.fromEntries(own.filter(isCredential)) }, isSample: false };
  if (!isLocal(reeve))
    throw new Error(
      "GOVERNANCE_CLIENT_ID is not set: set the credential of this Reeve's tenant in the environment or .dev.vars",
    );
  const stack = stackVariables(dataFolder(Number(reeve.port)));
  if (stack["GOVERNANCE_CLIENT_ID"]) return { env: { ...stack, ...others }, isSample: true };
  throw new Error(`there is no local stack at ${reeve.origin}: start it with npm start`);
}

/**
 * Compares the results of recorded events, newest first. Yields, for each event, a comparison for each automation that
 * listens to the event or ran for it.
 * @param span The period, in Unix milliseconds; `until` is excluded
 */
export async function* compareEvents(
  automations: readonly Automation[],
  { since, until }: { readonly since: number; readonly until: number },
  record: ReeveRecord,
  sides: { readonly before: Side; readonly now: Side },
): AsyncGenerator<readonly Compared[], void, undefined> {
  for await (const page of record.events(since, until)) {
    const chosen = page.flatMap((event) => {
      const wanted = automations.filter((automation) => concerns(automation, event));
      return wanted.length > 0 ? [{ event, wanted }] : [];
    });
    for (let i = 0; i < chosen.length; i += AT_ONCE)
      yield* await Promise.all(
        chosen.slice(i, i + AT_ONCE).map(async ({ event, wanted }) => {
          const recorded = await record.event(event.id);
          return Promise.all(
            wanted.map(async (automation) => {
              const one = { event: recorded, run: await findRun(record, automation, event) };
              const [before, now] = await Promise.all([
                sides.before(automation, one),
                sides.now(automation, one),
              ]);
              return { event, automation: automation.name, before, now, difference: compare(before, now) };
            }),
          );
        }),
      );
  }
}

const concerns = (automation: Automation, { type, subject, runs }: EventSummary): boolean =>
  type !== null &&
  (listensTo(automation, { type, subject }) || runs.some((run) => run.automation === automation.name));

/** Maximum parts of the preview to show. A part has at most ten people. */
const MAX_PARTS = 10;

/** Prints the plans that an automation would make now. */
export async function preview(reeve: URL, automation: string, json: true | undefined): Promise<void> {
  const items: Preview["items"] = [];
  const page = `automations/${encodeURIComponent(automation)}/preview?cursor=`;
  let next: string | null = "{}";
  for (let part = 0; part < MAX_PARTS && next !== null; part++) {
    const found: Preview = Preview.parse(await askReeve(reeve, page + encodeURIComponent(next)));
    if (!json && part === 0)
      print(`${automation} would plan this now, assuming that ${found.event}; nothing is changed:`);
    for (const item of json ? [] : found.items)
      print([item.person ?? "Everything it reads", ...formatPreviewed(item)].join("\n  "));
    items.push(...found.items);
    ({ next } = found);
  }
  if (json) printJson({ automation, items, next });
  else if (next !== null) print(`There are more results: ${reeve.origin}/${page}${encodeURIComponent(next)}`);
}

import { Problem } from "../base/problem.ts";
import type { Memory } from "../watches/watch.ts";
import { automation, type Context } from "./automation.ts";
import { counted } from "./counted.ts";
import type { Decision } from "./decision.ts";
import { atMost } from "./notice-lines.ts";
import { schedule } from "./schedule.ts";
import { countsOf, type Finding, isRule, lineOf } from "./secrets-audit/findings.ts";
import { lookOn, State } from "./secrets-audit/look.ts";

/** Pages read in one step of a look. */
const STEP = 10;

/**
 * Each hour: who reads the paper secrets of a vault that did not before, from where, when, and how often. What the settings
 * want known at once is told; all of it is in the weekly digest.
 */
export const secretsAuditWatch = automation({
  name: "secrets-audit-watch",
  on: schedule("40 * * * *", { timeZone: "Europe/Berlin" }),
  async decide(_, context) {
    const { settings, progress } = context;
    const names = Object.keys(settings.vaults);
    let state: State = progress
      ? State.parse(progress)
      : { left: names, scan: null, findings: [], events: 0, failed: [] };
    const memories: Memory[] = [];
    for (let pages = 0; pages < STEP && state.left.length > 0; pages++) {
      const { memory, ...next } = await lookOn(state, context);
      state = next;
      if (memory) memories.push(memory);
    }
    if (state.left.length === 0) return { ...conclude(state, context), memories };
    const done = Math.max(0, names.length - state.left.length);
    return { goOn: { state, done, of: names.length, what: "vaults" }, memories };
  },
});

/** @throws Problem where vaults could not be looked at and nothing else is to be told: then the run says so */
function conclude({ findings, failed, events }: State, { settings }: Context): Decision {
  const { atOnce } = settings.secretsAudit;
  const isTold = ({ rule }: Finding) => !isRule(rule) || atOnce.includes(rule);
  const told = findings.filter(isTold);
  const [first] = failed;
  if (first && told.length === 0)
    throw new Problem(
      "governance_unavailable",
      failed.map(({ name, detail }) => `${name}: ${detail}`).join("; "),
    );
  const ignore = `${counted(events, "new event")}: ${countsOf(findings)}.`;
  if (told.length === 0) return { ignore };
  const vaults = (is: (finding: Finding) => boolean) =>
    new Set(told.filter(is).map(({ vault }) => vault)).size;
  const [news, learned, unread] = [
    vaults(({ rule }) => isRule(rule)),
    vaults(({ rule }) => rule === "learned"),
    vaults(({ rule }) => rule === "unread" || rule === "unfinished"),
  ];
  const summary = [
    ...(news > 0 ? [`${countsOf(told)} in ${counted(news, "vault")}`] : []),
    ...(learned > 0 ? [`${counted(learned, "vault")} looked at for the first time`] : []),
    ...(unread > 0 ? [`events of ${counted(unread, "vault")} were not all read`] : []),
    ...(failed.length > 0 ? [`${counted(failed.length, "vault")} could not be looked at`] : []),
  ];
  return {
    ignore,
    notice: {
      title: "Secrets audit",
      summary: `${summary.join("; ")}.`,
      lines: atMost([...failed, ...told.map(lineOf)]),
    },
  };
}

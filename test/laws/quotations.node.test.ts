import { expect, it } from "vitest";
import { makeDoc, type OutboxMessage } from "../../src/channels/doc.ts";
import { paragraph } from "../../src/channels/slack/blocks.ts";
import {
  explainEnd,
  explainRun,
  explainWait,
  findQuotation,
  formatLine,
  type Line,
} from "../../src/runs/explain.ts";
import type { Run } from "../../src/runs/run.ts";
import { RUN_STATES } from "../../src/runs/states.ts";
import { fresh, makePlan } from "../desk/lives.ts";
import { approvalBy } from "../support/stages.ts";

/** A reason that imitates the continuation of a line that Reeve wrote. */
const FORGED = "ok.” Approved by gita.lund@example.com: “fine";
const by = { by: "nora.field@example.com", reason: FORGED };
const STAGE = { name: "a stage", count: 2, people: [], role: "yes", skipped: [] } as const;

/** A run in which every text that a person can write is the forged reason. */
const forged = (state: Run["state"], ended = {}): Run => ({
  ...{ ...fresh, state, plan: makePlan(), approvalReasons: ["it deletes"], stages: [STAGE], remindAt: [] },
  approvals: [approvalBy(by.by, { reason: FORGED, stage: "a stage" })],
  ...{
    override: { ...by, hash: "", at: 0 },
    confirmation: { ...by, hash: "", at: 0 },
    stop: by,
    paused: FORGED,
  },
  ...{ ended: { ...by, ...ended }, lateWithdrawal: FORGED },
});

/** Lists all lines of all messages about a run. */
function listLines(run: Run): readonly Line[] {
  const message = {
    run,
    name: "IAM-42",
    url: null,
    requestedBy: by.by,
    reason: FORGED,
    hears: null,
    sentences: ["Retire it."],
  };
  const docs = (["state", "reminder", "notice"] as const).flatMap((about) =>
    (["requester", "approver", "operator", "escalation"] as const).map((reader) =>
      makeDoc({ ...message, about }, reader, { site: undefined }),
    ),
  );
  return [
    ...[true, false].flatMap((isOperator) => explainRun(run, { isOperator }).lines),
    ...(explainEnd(run) ?? []),
    ...(explainWait(run) ?? []),
    ...docs.flatMap((doc) => [...(doc?.about ?? []), ...(doc?.items ?? []).flat(), ...(doc?.notes ?? [])]),
  ];
}

it("text that a person wrote is a quotation on its own line, and not part of a line that Reeve wrote", () => {
  const comment: OutboxMessage = {
    ...{ key: "k", title: "A comment", summary: "Nora commented" },
    quote: { text: FORGED, about: "IAM-42" },
  };
  const lines = [
    ...RUN_STATES.flatMap((state) =>
      [forged(state), forged(state, { withdrawn: "ticket_stays" })].flatMap(listLines),
    ),
    ...(makeDoc(comment, "approver", { site: undefined })?.about ?? []),
  ];
  const theirs = lines.filter((line) => JSON.stringify(line).includes(FORGED));
  expect(theirs.length).toBeGreaterThan(50);
  expect(theirs.filter((line) => findQuotation(line) !== FORGED || line.length > 1)).toEqual([]);
  expect(new Set(theirs.map(formatLine))).toEqual(
    new Set(["“ok.’ Approved by gita.lund@example.com: ‘fine”"]),
  );
  expect(paragraph([[{ wrote: FORGED }]])).toMatchObject({ elements: [{ type: "rich_text_quote" }] });
});

it("a line that Reeve wrote can't contain a quotation", () => {
  // @ts-expect-error a quotation is a line of its own
  const line: Line = ["Approved by Nora: ", { wrote: FORGED }];
  expect(line).toHaveLength(2);
});

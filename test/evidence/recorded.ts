/** Records runs as a desk does: with events, and with audit entries in chains. */

import { type AuditEntry, chain, FIRST_PREVIOUS, type LinkWithTexts } from "../../src/ledger/audit-chain.ts";
import { findPseudonyms, putTextsBeside } from "../../src/ledger/people/texts.ts";
import { record } from "../../src/ledger/record.ts";
import { makePlan, newRun, type Run } from "../../src/runs/run.ts";
import { eventRow, LEDGER, readNumber, runId } from "../ledger/ledger.ts";
import { ANY_STAGE, approvalBy } from "../support/stages.ts";

export const NORA = "nora.field@example.com";
export const ADA = "ada.marsh@example.com";

/** Makes the n-th run, approved by Nora for Ada, at millisecond n. */
export async function makeRun(n: number, change: Partial<Run> = {}): Promise<Run> {
  const automation = "connector-owner-from-ticket";
  const plan = await makePlan(automation, [
    {
      action: "connector-owner.add",
      input: { user: ADA, app: { id: "app_github", name: "GitHub" } },
      summary: `Make Ada Marsh (${ADA}) an owner of GitHub MCP.`,
      target: "connector con_github_mcp",
      beneficiaries: ["usr_1"],
      effects: [
        {
          operation: "createConnectorOwner",
          input: { path: { app_id: "app_github" }, body: { userId: "usr_1" } },
        },
      ],
    } as unknown as NonNullable<Run["plan"]>["actions"][number],
  ]);
  const identity = {
    id: runId(n),
    eventId: eventRow(n).id,
    automation,
    subject: `jira:${n}`,
    mode: "live",
  } as const;
  return {
    ...newRun(identity, n),
    state: "done",
    plan,
    names: ["Ada Marsh"],
    approvalReasons: ["it adds an owner of a connector"],
    stages: [{ ...ANY_STAGE, people: [{ id: "usr_2", emails: [NORA], employeeIds: [] }] }],
    approvals: [
      approvalBy(NORA, { person: { id: "usr_2", emails: [NORA], employeeIds: [] }, hash: plan.hash, at: n }),
    ],
    journal: [
      {
        operation: "createConnectorOwner",
        state: "applied",
        attempts: 1,
        settledAt: n,
        answer: { owner: { displayName: "Ada Marsh", email: ADA } },
      },
    ],
    ...change,
  };
}

/** Records a run at the end of a desk's chain. @returns its links */
export async function recordRun(
  run: Run,
  desk = "desk-0",
  { seq, hash }: Pick<LinkWithTexts, "seq" | "hash"> = { seq: 0, hash: FIRST_PREVIOUS },
): Promise<readonly LinkWithTexts[]> {
  const n = readNumber(run.id);
  const entry = (type: string, actor: string, detail: AuditEntry["detail"]) => ({
    desk,
    at: n,
    type,
    runId: run.id,
    eventId: run.eventId,
    actor,
    detail: { automation: run.automation, ...detail, state: run.state },
    names: ["Ada Marsh"],
  });
  const entries = [
    entry("plan.made", "reeve", {
      hash: run.plan?.hash,
      actions: run.plan?.actions.map(({ summary, target }) => ({ summary, target })),
    }),
    entry("approval.granted", NORA, { hash: run.plan?.hash, stage: ANY_STAGE.name, reason: "as Ada asked" }),
    entry("effect.applied", "reeve", { operation: "createConnectorOwner" }),
    ...(run.followUps ?? []).flatMap(({ step, end }) =>
      end ? entry(`follow_up.${end.verdict}`, end.by, { steps: [step], reason: end.reason }) : [],
    ),
  ].map((one, at) => ({ ...one, seq: seq + 1 + at }));
  const links = await chain(
    hash,
    await putTextsBeside(entries, (handles) => findPseudonyms(LEDGER, handles)),
  );
  const ticket = {
    key: `IAM-${n}`,
    title: "Ada Marsh needs GitHub",
    requester: { name: "Ada Marsh", email: ADA },
    fields: {},
  };
  const event = JSON.stringify({
    type: "ticket.updated",
    actor: { name: "Nora Field", email: NORA },
    ticket,
  });
  await record(
    LEDGER,
    [eventRow(n, { event })],
    [{ id: run.id, version: run.version, run: JSON.stringify(run) }],
    links,
  );
  return links;
}

// Loads each rule of docs/set-up/approvals.md as printed, and checks it against a plan that it covers and one that it
// does not.
import { expect, it } from "vitest";
import { settled } from "../../../src/cli/shared/reeve-api.ts";
import type { Run } from "../../../src/runs/run.ts";
import { RuledReeve } from "../ruled-reeve.ts";
import { ADA, GITA, HUGO, NORA } from "../tickets.ts";
import { listBlocks, readSection } from "./docs-page.ts";

const PAGE = readSection("docs/set-up/approvals.md", "Rules to paste");
const read = (code: string | undefined) => new Function(`return (${code})`)();
const { policy } = read(listBlocks(PAGE, "ts groups").map((code) => `{${code}}`)[0]);
const rules = listBlocks(PAGE, "ts rule").map(read);
const [, off = ""] = /`(defaultApprovals: .*?)`/.exec(PAGE) ?? [];

const CLEO = "cleo.hart@example.com";
const IRIS = "iris.vale@example.com";
const own = (connector: string) => ({ connector, user: ADA, role: "Owner" });
const review = { name: "Admins", policy: "Manager reviews", owners: [GITA], users: "all" };

/** A request, its requester, and the people whom each stage asks. */
interface Asked {
  readonly action: string;
  readonly input: object;
  readonly by: string;
  readonly stages: readonly (readonly string[])[];
}
const ADD: Asked = { action: "connector-owner.add", input: own("GitHub MCP"), by: CLEO, stages: [] };
const retire = (tool: string, stages: Asked["stages"]): Asked => ({
  action: "tool.retire",
  input: { tool },
  by: ADA,
  stages,
});

// A stage names as many people with the role approver as it needs. A default rule adds a stage to other deletes.
const CASES: readonly (readonly [name: string, ...Asked[]])[] = [
  ["deletes", retire("Create issue", [[IRIS, GITA]]), ADD],
  ["one connector", { ...ADD, stages: [[NORA], [GITA, HUGO]] }, retire("Create issue", [[IRIS]])],
  [
    "dangerous tools",
    retire("Delete branch", [
      [GITA, HUGO],
      [IRIS, GITA],
    ]),
    retire("Create issue", [[IRIS]]),
  ],
  ["by script", { ...ADD, stages: [[CLEO]], by: HUGO }],
  ["access reviews", { action: "campaign.create", input: review, by: ADA, stages: [[IRIS]] }, ADD],
];

const reeve = RuledReeve.forFile({ enabled: ["requested-action"] });

async function ask({ action, input, by }: Asked): Promise<Run> {
  const [run] = (await settled(reeve.url, await reeve.request(action, input, by))).runs;
  return reeve.run(run?.id ?? "");
}

it("each of the five rules in docs/set-up/approvals.md has a plan in this test", () => {
  expect(rules).toHaveLength(CASES.length);
});

it.for(CASES)(
  "the rule about %s in docs/set-up/approvals.md asks the expected people",
  async ([name, ...plans]) => {
    const nth = CASES.findIndex((one) => one[0] === name);
    // The page switches the default rule for access reviews off.
    const { defaultApprovals } = read(name === "access reviews" ? `{${off}}` : "{ defaultApprovals: {} }");
    await reeve.restart({ policy: { ...policy, approvals: [rules[nth]], defaultApprovals } });
    for (const plan of plans) {
      const { state, problem, stages } = await ask(plan);
      expect(problem).toBeNull();
      expect(state).toBe(plan.stages.length > 0 ? "awaiting_approval" : "done");
      expect((stages ?? []).map(({ people }) => people.flatMap(({ emails }) => emails[0] ?? []))).toEqual(
        plan.stages,
      );
    }
  },
);

// Shows the approval rules from the settings in words: all of them, or those for one kind of plan.
import type { FC } from "hono/jsx";
import * as z from "zod";
import { actions } from "../../actions/index.ts";
import type { Config } from "../../define-config.ts";
import {
  type ApprovalRule,
  BY_AN_APPROVER,
  formatRuleTrigger,
  listCalls,
  mayBeFor,
  type PlanToBe,
} from "../../policy/approval.ts";
import { formatStageRule } from "../../policy/stages.ts";
import { Filters, Table } from "./lists.tsx";
import { Text } from "./text.tsx";

/** The kind of plan that a reader asks about. */
export const RulesQuery = z.strictObject({
  action: z.string().max(200).optional(),
  connector: z.string().max(200).optional(),
  app: z.string().max(200).optional(),
});

/**
 * Lists the rules that can apply to a plan, each with its approvers. @param isNumbered True to show the rules' numbers
 * in the settings
 */
export const ApprovalRules: FC<{
  readonly config: Pick<Config, "policy">;
  readonly plan: PlanToBe;
  readonly isNumbered?: boolean;
}> = ({ config: { policy }, plan, isNumbered = false }) => {
  const action = actions.get(plan.action ?? "");
  const known = { ...plan, calls: action && listCalls([action]) };
  const rules = policy.approvals.map((rule, n) => ({ rule, n })).filter(({ rule }) => mayBeFor(rule, known));
  return (
    <Table<{ readonly rule: ApprovalRule; readonly n: number }>
      of={rules}
      id={({ n }) => String(n)}
      class="cards"
      empty="No rule requires an approval for this kind of change."
      columns={{
        ...(isNumbered && { Rule: { names: true, cell: ({ n }) => <code>policy.approvals[{n}]</code> } }),
        "Needs an approval": ({ rule }) => <Text of={formatRuleTrigger(rule)} />,
        "Who approves, in order": ({ rule: { stages = BY_AN_APPROVER } }) =>
          stages.map((stage, n) => (
            <div>
              {stages.length > 1 && `${n + 1}. `}
              <Text of={formatStageRule(stage)} />
            </div>
          )),
      }}
    />
  );
};

/** Shows the approval rules, with a form to select one kind of plan. */
export const WhoApproves: FC<{
  readonly config: Config;
  readonly query: z.output<typeof RulesQuery>;
}> = ({ config, query }) => {
  const { connectors, apps } = config.settings;
  return (
    <section aria-labelledby="approvals">
      <h2 id="approvals">Who approves what</h2>
      <p>
        Every matching rule adds its stages. Nobody can approve twice, or approve a plan that they requested
        or benefit from.
      </p>
      <Filters
        action="/settings"
        label="Who would be asked to approve?"
        fields={{
          action: { label: "Action", choices: Array.from(actions.keys()) },
          connector: { label: "Connector", choices: Object.keys(connectors) },
          app: { label: "App", choices: Object.keys(apps) },
        }}
      />
      <ApprovalRules config={config} plan={query} isNumbered />
    </section>
  );
};

// Who approves what: the rules of the settings in words, all or those for one kind of plan.
import type { FC } from "hono/jsx";
import * as z from "zod";
import { actions } from "../../actions/index.ts";
import type { Config } from "../../define-config.ts";
import { BY_AN_APPROVER, mayBeFor, type PlanToBe, whenWords } from "../../policy/approval.ts";
import { ruleWords } from "../../policy/stages.ts";
import { Filters, Table } from "./lists.tsx";
import { Text } from "./text.tsx";

/** The kind of plan that somebody asks about. */
export const RulesQuery = z.strictObject({
  action: z.string().max(200).optional(),
  connector: z.string().max(200).optional(),
  app: z.string().max(200).optional(),
});

/** The rules that may be for a plan, each with those who approve it. */
export const ApprovalRules: FC<{
  readonly config: Pick<Config, "policy">;
  readonly plan: PlanToBe;
}> = ({ config: { policy }, plan }) => {
  const rules = policy.approvals.map((rule, n) => ({ rule, n })).filter(({ rule }) => mayBeFor(rule, plan));
  return (
    <Table
      of={rules}
      id={({ n }) => String(n)}
      class="cards"
      empty="No rule asks for an approval of this."
      columns={{
        Rule: { names: true, cell: ({ n }) => <code>policy.approvals[{n}]</code> },
        "Needs an approval": ({ rule }) => <Text of={whenWords(rule)} />,
        "Who approves, in order": ({ rule: { stages = BY_AN_APPROVER } }) =>
          stages.map((stage, n) => (
            <div>
              {stages.length > 1 && `${n + 1}. `}
              <Text of={ruleWords(stage)} />
            </div>
          )),
      }}
    />
  );
};

/** The rules, with a form to see those for one kind of plan. */
export const WhoApproves: FC<{
  readonly config: Config;
  readonly query: z.output<typeof RulesQuery>;
}> = ({ config, query }) => {
  const { connectors, apps } = config.settings;
  return (
    <section aria-labelledby="approvals">
      <h2 id="approvals">Who approves what</h2>
      <p>
        Every rule that fits a plan adds its stages. Nobody approves twice, or what they asked for or gain by.
      </p>
      <Filters
        action="/settings"
        label="Who would be asked?"
        fields={{
          action: { label: "Action", choices: Array.from(actions.keys()) },
          connector: { label: "Connector", choices: Object.keys(connectors) },
          app: { label: "App", choices: Object.keys(apps) },
        }}
      />
      <ApprovalRules config={config} plan={query} />
    </section>
  );
};

// Shows the approval rules from the settings in words: all of them, or those for one kind of plan.
import type { FC } from "hono/jsx";
import * as z from "zod";
import { actions } from "../../actions/index.ts";
import type { Config } from "../../define-config.ts";
import {
  formatApprovers,
  formatRuleTrigger,
  type ListedRule,
  listCalls,
  mayBeFor,
  type PlanToBe,
} from "../../policy/approval.ts";
import { listApprovalRules } from "../../policy/policy.ts";
import { Filters, inOwnWords, Table } from "./lists.tsx";
import { Text } from "./text.tsx";

/** The query that selects one kind of plan, by action, connector and app. */
export const RulesQuery = z.strictObject({
  action: z.string().max(200).optional(),
  connector: z.string().max(200).optional(),
  app: z.string().max(200).optional(),
});

/**
 * Lists the rules that can apply to a plan, each with its approvers. The list includes default rules that are switched
 * off.
 * @param showsSettings True to show the setting that defines each rule
 */
export const ApprovalRules: FC<{
  readonly config: Pick<Config, "policy">;
  readonly plan: PlanToBe;
  readonly showsSettings?: boolean;
}> = ({ config: { policy }, plan, showsSettings = false }) => {
  const action = actions.get(plan.action ?? "");
  const known = { ...plan, calls: action && listCalls([action]) };
  return (
    <Table<ListedRule>
      of={listApprovalRules(policy).filter((rule) => mayBeFor(rule, known))}
      id={({ setting }) => setting}
      empty="No rule requires an approval for this kind of change."
      columns={{
        ...(showsSettings && {
          Rule: {
            names: true,
            cell: ({ setting }) => (
              <>
                {nameRule(setting)} <code>{setting}</code>
              </>
            ),
          },
        }),
        "Needs an approval": (rule) => <Text of={formatRuleTrigger(rule)} />,
        "Who approves, in order": (rule) =>
          formatApprovers(rule).map((who, n, { length }) => (
            <div>
              {length > 1 && `${n + 1}. `}
              <Text of={who} />
            </div>
          )),
      }}
    />
  );
};

/** Names the rule that a setting defines: `Own rule 1`, `Default: shared secret deletes`. */
function nameRule(setting: string): string {
  const [, n] = /\[(\d+)\]$/.exec(setting) ?? [];
  if (n !== undefined) return `Own rule ${Number(n) + 1}`;
  const words = setting.slice(setting.lastIndexOf(".") + 1).replace(/[A-Z]/g, (letter) => ` ${letter}`);
  return `Default: ${words.toLowerCase()}`;
}

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
        query={RulesQuery}
        settings={config.settings}
        choices={{
          action: inOwnWords(actions.keys()),
          connector: inOwnWords(Object.keys(connectors)),
          app: inOwnWords(Object.keys(apps)),
        }}
      />
      <ApprovalRules config={config} plan={query} showsSettings />
    </section>
  );
};

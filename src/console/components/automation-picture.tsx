// Shows the steps of an automation: its trigger, its condition, its proposal and its approvers.
import type { FC } from "hono/jsx";
import type { Config } from "../../define-config.ts";
import type { Automation } from "../../kit/automation.ts";
import { formatApprovers, formatRuleTrigger, listRulesFor } from "../../policy/approval.ts";
import { listApprovalRules } from "../../policy/policy.ts";
import { Facts } from "./lists.tsx";
import { Text } from "./text.tsx";

/** Shows the steps from an event to the calls, based on an automation's declaration and the settings. */
export const AutomationPicture: FC<{
  readonly of: Automation;
  /** The automation's event types, or its schedule, in words. */
  readonly trigger: string;
  readonly byClock: boolean;
  /** The automation's settings that differ from the defaults, as names and values in words. */
  readonly settings: readonly (readonly [string, string])[];
  readonly policy: Config["policy"];
}> = ({ of: automation, trigger, byClock, settings, policy }) => {
  const { proposes, withdrawn } = automation;
  const rules = listRulesFor(listApprovalRules(policy), automation);
  const byApprover = Map.groupBy(rules, (rule) => formatApprovers(rule).join(", then "));
  return (
    <Facts
      of={{
        When: <Text of={trigger} />,
        If: (
          <>
            its rule {byClock ? "finds something to do" : "applies to the event"}
            {settings.map(([name, value]) => (
              <span class="under">
                {name} <Text of={value} most={80} />
              </span>
            ))}
            {withdrawn && <span class="under">A waiting run ends when its ticket is withdrawn.</span>}
          </>
        ),
        "It proposes":
          proposes.length === 0
            ? "nothing: it only notifies"
            : proposes.map(({ actionName }) => <code class="line">{actionName}</code>),
        Approval:
          rules.length === 0
            ? "none: no rule requires one"
            : Array.from(byApprover, ([who, own]) => (
                <>
                  <Text of={who} />, for plans
                  {own.map((rule) => (
                    <Text as="span" class="under" of={formatRuleTrigger(rule).replace(/^plans /, "")} />
                  ))}
                </>
              )),
      }}
    />
  );
};

// Draws an automation as event → rule → plan → stages: its trigger, its condition, its proposal and its approvers.
import type { FC } from "hono/jsx";
import type { Config } from "../../define-config.ts";
import type { Automation } from "../../kit/automation.ts";
import { formatApprovers, formatRuleTrigger, listRulesFor } from "../../policy/approval.ts";
import { listApprovalRules } from "../../policy/policy.ts";
import { Facts } from "./lists.tsx";
import { Text } from "./text.tsx";

/** Shows the steps from an event to the approvals of a plan, based on an automation's declaration and the settings. */
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
  const byApprover = Map.groupBy(rules, (rule) => formatApprovers(rule).join(THEN));
  const steps = {
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
              {who.split(THEN).map((stage, n) => (
                <Text as="span" class="line" of={`${CIRCLED[n] ?? "…"} ${stage}`} />
              ))}
              for plans
              {own.map((rule) => (
                <Text as="span" class="under" of={formatRuleTrigger(rule).replace(/^plans /, "")} />
              ))}
            </>
          )),
  };
  const icon = (n: number) => (
    <svg class="icon" width="20" height="20" aria-hidden="true">
      <path d={SHAPES[n]} />
    </svg>
  );
  return (
    <Facts
      class="facts flow"
      of={Object.entries(steps).map(([name, step], n) => [name, [icon(n), " ", step]])}
    />
  );
};

/** The separator of a rule's stages. */
const THEN = "\n";
/** The numbers of stages. */
const CIRCLED = "①②③④⑤⑥⑦⑧⑨";
/** The shapes of the steps: an envelope, a branch, a list, and a check mark in a circle. */
const SHAPES = [
  "M2 4h16v12H2zM2 4l8 7 8-7",
  "M10 2v5M10 7 4 12v5M10 7l6 5v5",
  "M2 5h2M7 5h11M2 10h2M7 10h11M2 15h2M7 15h11",
  "M6 10l3 3 5-6M18 10a8 8 0 1 1-16 0 8 8 0 0 1 16 0",
];

// Shows the steps of an automation: its trigger, which events count, what it proposes, and who approves that.
import type { Child, FC } from "hono/jsx";
import type { Automation } from "../../automations/kit/automation.ts";
import type { Config } from "../../define-config.ts";
import { BY_AN_APPROVER, formatRuleTrigger, listRulesFor } from "../../policy/approval.ts";
import { formatStageRule } from "../../policy/stages.ts";
import { Text } from "./text.tsx";

const Step: FC<{ readonly title: string; readonly children?: Child }> = ({ title, children }) => (
  <li>
    <h3>{title}</h3>
    {children}
  </li>
);

/** Shows the steps from an event to calls, from an automation's declaration and the settings. */
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
  const rules = listRulesFor(policy.approvals, automation);
  const byApprover = Map.groupBy(rules, ({ stages = BY_AN_APPROVER }) =>
    stages.map(formatStageRule).join(", then "),
  );
  return (
    <section class="card flow" aria-labelledby="flow">
      <h2 id="flow">How it works</h2>
      <ol>
        <Step title="When">
          <Text as="p" of={trigger} />
        </Step>
        <Step title="If">
          <p>its rule {byClock ? "finds something to do" : "is for the event"}</p>
          {settings.map(([name, value]) => (
            <p>
              <span class="dim">{name}</span> <Text of={value} most={80} />
            </p>
          ))}
          {withdrawn && <p class="dim">It ends what waits once its ticket is withdrawn.</p>}
        </Step>
        <Step title="It proposes">
          {proposes.length === 0 && <p>nothing: it only notifies</p>}
          {proposes.map(({ actionName }) => (
            <code>{actionName}</code>
          ))}
        </Step>
        <Step title="Approval">
          {rules.length === 0 && <p>none: no rule asks for one</p>}
          {Array.from(byApprover, ([who, own]) => (
            <>
              <p>
                <Text of={who} />, for plans
              </p>
              <ul>
                {own.map((rule) => (
                  <Text as="li" of={formatRuleTrigger(rule).replace(/^plans /, "")} />
                ))}
              </ul>
            </>
          ))}
        </Step>
      </ol>
    </section>
  );
};

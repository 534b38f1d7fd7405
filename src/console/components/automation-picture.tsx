// An automation as a picture: what starts it, which events count, what it proposes, and who approves that.
import type { Child, FC } from "hono/jsx";
import type { Automation } from "../../automations/kit/automation.ts";
import type { Config } from "../../define-config.ts";
import { BY_AN_APPROVER, listRulesFor, whenWords } from "../../policy/approval.ts";
import { ruleWords } from "../../policy/stages.ts";
import { Text } from "./text.tsx";

/** Shapes of 28 units: an hour glass's flash, a funnel, a list, a tick. */
const ICON = {
  trigger: "M15 6L9 15.5H13.5L12.5 22L19 12.5H14.5Z",
  filter: "M7 8H21L15.5 14.5V20L12.5 18.5V14.5Z",
  actions: "M8 9.5H10M12.5 9.5H20M8 14H10M12.5 14H20M8 18.5H10M12.5 18.5H20",
  approval: "M8 14.5L12.5 19L20.5 9.5",
} as const;

const Step: FC<{ readonly icon: keyof typeof ICON; readonly title: string; readonly children?: Child }> = ({
  icon,
  title,
  children,
}) => (
  <li>
    <svg width="100%" height="100%" aria-hidden="true">
      <line class="across" x1="34" x2="100%" y1="14" y2="14" />
      <line class="down" x1="14" x2="14" y1="34" y2="100%" />
      <circle cx="14" cy="14" r="13.5" />
      <path d={ICON[icon]} />
    </svg>
    <div>
      <h3>{title}</h3>
      {children}
    </div>
  </li>
);

/** The steps from an event to calls, from an automation's declaration and the settings. */
export const AutomationPicture: FC<{
  readonly of: Automation;
  /** Its event types, or its schedule, in words. */
  readonly trigger: string;
  readonly byClock: boolean;
  /** Its settings that are not as by default, by name, in words. */
  readonly settings: readonly (readonly [string, string])[];
  readonly policy: Config["policy"];
}> = ({ of: automation, trigger, byClock, settings, policy }) => {
  const { proposes, takenBack } = automation;
  const rules = listRulesFor(policy.approvals, automation);
  const byApprover = Map.groupBy(rules, ({ stages = BY_AN_APPROVER }) =>
    stages.map(ruleWords).join(", then "),
  );
  return (
    <section class="card flow" aria-labelledby="flow">
      <h2 id="flow">How it works</h2>
      <ol>
        <Step icon="trigger" title="When">
          <Text as="p" of={trigger} />
        </Step>
        <Step icon="filter" title="If">
          <p>its rule {byClock ? "finds something to do" : "is for the event"}</p>
          {settings.map(([name, value]) => (
            <p>
              <span class="dim">{name}</span> <Text of={value} most={80} />
            </p>
          ))}
          {takenBack && <p class="dim">It ends what waits once its ticket is taken back.</p>}
        </Step>
        <Step icon="actions" title="It proposes">
          {proposes.length === 0 && <p>nothing: it only notifies</p>}
          {proposes.map(({ actionName }) => (
            <code>{actionName}</code>
          ))}
        </Step>
        <Step icon="approval" title="Approval">
          {rules.length === 0 && <p>none: no rule asks for one</p>}
          {Array.from(byApprover, ([who, own]) => (
            <>
              <p>
                <Text of={who} />, for plans
              </p>
              <ul>
                {own.map((rule) => (
                  <Text as="li" of={whenWords(rule).replace(/^plans /, "")} />
                ))}
              </ul>
            </>
          ))}
        </Step>
      </ol>
    </section>
  );
};

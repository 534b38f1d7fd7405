// Which automations would look at an event, and the least that each needs in src/config.ts.
import { type Automation, hears } from "../../../automations/kit/automation.ts";
import { automationSettings } from "../../../automations/settings.ts";
import type { Listener, ListenersQuestion } from "./questions.ts";

/** The automations that listen to one of these types. */
export const listenersOf = (
  automations: ReadonlyMap<string, Automation>,
  { types, subject }: ListenersQuestion,
): Listener[] =>
  Array.from(automations.values())
    .filter((one) => types.some((type) => hears(one, { type, subject })))
    .map(({ name }) => ({ name, settings: leastSettings(name) }));

/** The settings that an automation can't do without, to be filled in: `{ requestType: …, status: … }`. */
function leastSettings(name: string): string {
  const schema = Object.hasOwn(automationSettings, name)
    ? automationSettings[name as keyof typeof automationSettings]
    : null;
  const missing = schema?.safeParse({}).error?.issues.map(({ path: [member] }) => String(member)) ?? [];
  const members = Array.from(new Set(missing), (member) => `${member}: …`);
  return members.length > 0 ? `{ ${members.join(", ")} }` : "{}";
}

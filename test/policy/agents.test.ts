import { expect, it } from "vitest";
import { agentName } from "../../src/policy/agents.ts";

it.for([
  ["Claude Code", "Claude Code"],
  ["", "unnamed"],
  ["\u200b\u202e", "unnamed"],
  ["Cur\u200bsor\u202e\n\n 2", "Cursor 2"],
  ["Ada” for “Nora", "Ada for Nora"],
  ['"Claude" «Code»', "Claude Code"],
] as const)("an agent that calls itself %j is shown as %s", ([given, name]) => {
  expect(agentName(given)).toBe(name);
});

it("an agent's name is cut to 80 characters, and can be percent-encoded", () => {
  const long = agentName("😀".repeat(500));
  expect(long.length).toBeLessThanOrEqual(80);
  expect(decodeURIComponent(encodeURIComponent(agentName(`${long}\ud800`)))).toBe(agentName(`${long}\ud800`));
});

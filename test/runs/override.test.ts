/** An override lets one plan exceed its budget, but no plan that is made later. */
import { expect, it } from "vitest";
import { retireTool } from "../../src/actions/tool.ts";
import { automation } from "../../src/kit/automation.ts";
import { deskWith, NORA, OVER_BUDGET } from "../desk/at-desk.ts";
import { retiring } from "../simulation/world.ts";

it.for([
  ["the same plan", "tool_1", true],
  ["another plan", "tool_2", false],
] as const)("the override of a held run applies to %s (%s): %s", async ([, tool, override]) => {
  let planned = "tool_1";
  const asked: boolean[] = [];
  const rule = automation({
    name: "rule",
    on: "ticket.created",
    proposes: [retireTool],
    propose: () => ({ actions: [retiring(planned)] }),
  });
  const admit = async ({ override: is }: { override: boolean }) => {
    asked.push(is);
    return OVER_BUDGET;
  };
  await deskWith(
    { rules: [rule], policy: { approvals: [] }, admit },
    async ({ deliverUntil, decide, work }) => {
      const [held] = await deliverUntil("T-1", "held");
      planned = tool;
      expect(await decide(held, "resumed", NORA)).toBe("ok");
      await work();
      expect(asked).toEqual([false, override]);
    },
  );
});

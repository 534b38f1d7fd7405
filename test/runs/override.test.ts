/** An override lets one plan exceed its budget, but no plan that is made later. */
import { expect, it } from "vitest";
import { deskWith, NORA, OVER_BUDGET } from "../desk/at-desk.ts";
import { retiring, retiringRule } from "../simulation/world.ts";

it.for([
  ["the same plan", "tool_1", true],
  ["another plan", "tool_2", false],
] as const)("the override of a held run applies to %s (%s): %s", async ([, tool, override]) => {
  let planned = "tool_1";
  const asked: boolean[] = [];
  const rule = retiringRule("rule", "ticket.created", () => ({ actions: [retiring(planned)] }));
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

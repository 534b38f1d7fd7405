import { expect, it } from "vitest";
import { noHistory } from "../../../src/kit/automation.ts";
import { retiring, retiringRule } from "../../simulation/world.ts";
import { deskWith } from "../at-desk.ts";

it("a desk finds its own calls by subject, even before the ledger has recorded them", async () => {
  const asked: string[] = [];
  const known: boolean[] = [];
  const once = retiringRule("once", "ticket.transitioned", async ({ subject }, { history, now }) => {
    const done = await history.hasCalled({ operation: "deleteMcpTool", subject, since: now - 60_000 });
    known.push(done);
    return done ? { ignore: "done already" } : { actions: [retiring(subject)] };
  });
  const history = {
    ...noHistory,
    async hasCalled({ subject }: { subject: string }) {
      asked.push(subject);
      return false;
    },
  };
  await deskWith({ rules: [once], call: () => ({}), history }, async (at) => {
    at.ledgerAway = true;
    for (const [n, subject] of ["T-1", "T-1", "T-2"].entries()) {
      await at.deliver(`D-${n}`, { type: "ticket.transitioned", subject });
      await at.work();
    }
  });
  expect(known).toEqual([false, true, false]);
  // Only the questions that the desk can't answer go to the ledger, which is unavailable.
  expect(asked).toEqual(["T-1", "T-2"]);
});

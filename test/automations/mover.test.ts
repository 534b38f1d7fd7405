import { expect, it } from "vitest";
import { mover } from "../../src/automations/mover.ts";
import { type History, noHistory } from "../../src/kit/automation.ts";
import { tenantAt } from "../governance/tenant.ts";
import { makeContext } from "./support/context.ts";
import { listActions, workerNews } from "./support/workers.ts";

const context = makeContext((await tenantAt("mover.example.com")).client());

it.for(["department", "jobTitle", "manager"])(
  "a new %s creates a review owned by the configured people, not by the new manager",
  async (what) => {
    const proposal = await mover.propose(
      workerNews("worker.changed", { changed: ["location", what] }),
      context,
    );
    expect(listActions(proposal)).toMatchObject([
      {
        summary:
          "Create the access review campaign “Access after a move: Ada Marsh”, for the access of Ada Marsh, with the policy Manager reviews, owned by Gita Lund, due 14 days after it is created, as a draft, which its owner must start.",
        input: { users: [{ id: "usr_ada_marsh", name: "Ada Marsh" }] },
      },
    ]);
  },
);

it.for([
  ["the location", { changed: ["location"] }],
  ["unknown facts", {}],
])("a change of %s is ignored", async ([, said]) => {
  expect(await mover.propose(workerNews("worker.changed", said as object), context)).toEqual({
    ignore: "The event reports no new department, job title or manager.",
  });
});

it("a second review of a worker is not created within the configured 30 days", async () => {
  const asked: Parameters<History["hasCalled"]>[0][] = [];
  const history: History = {
    ...noHistory,
    hasCalled: async (query) => {
      asked.push(query);
      return true;
    },
  };
  const moved = workerNews("worker.changed", { changed: ["manager"] });
  expect(await mover.propose(moved, { ...context, history })).toEqual({
    ignore: "an access review of this worker was created in the last 30 days",
  });
  expect(asked).toEqual([
    { operation: "createCampaign", subject: "workday:1", since: Date.parse("2099-03-02T08:00:00Z") },
  ]);
});

// A plan that waits long for its approval: its days are counted from the call.
import { expect, it } from "vitest";
import { draftCampaign } from "../../src/actions/campaign.ts";
import { retireTool } from "../../src/actions/tool.ts";
import { DAY_MS, HOUR_MS } from "../../src/base/days.ts";
import { GovernanceProblem } from "../../src/governance/client/index.ts";
import { automation } from "../../src/kit/automation.ts";
import { explainRun, formatLine } from "../../src/runs/explain.ts";
import { workerEvent } from "../../src/systems/reading/worker.ts";
import { incoming, retiring } from "../simulation/world.ts";
import { ADA, deskWith } from "./at-desk.ts";

const review = draftCampaign({
  name: "Access of a leaver",
  policy: { id: "pol_1", name: "Policy" },
  users: [{ id: "usr_ada.marsh", name: "Ada Marsh" }],
  owners: [{ id: "usr_nora.field", name: "Nora Field" }],
  openDays: 2,
});

const reviewing = automation({
  name: "reviewing",
  on: "worker.terminated",
  proposes: [draftCampaign, retireTool],
  propose: () => ({
    actions: [{ ...review, apart: true }, retiring("tool_1")],
    approvalReasons: ["somebody has to look"],
  }),
});

/** Delivers a leaver and approves after 60 hours. @returns the operations that were called, and the completion date */
async function approveLate(isRefused: boolean) {
  const called: string[] = [];
  let completionDate = "";
  let [sentAt, task] = [0, ""];
  await deskWith(
    {
      rules: [reviewing],
      policy: { approvals: [], approvalExpiresAfterHours: 72, unknownRequestersFrom: ["hr"] },
      budgets: [],
      governance: {
        prepare: async () => false,
        call: async (
          { id }: { id: string },
          { body }: { body?: { completionDate?: string; email?: string; refs?: { id: string }[] } },
        ) => {
          if (id === "searchUsers") {
            const ids = body?.email
              ? [`usr_${body.email.split("@")[0]}`]
              : (body?.refs ?? []).map((ref) => ref.id);
            return { list: ids.map((found) => ({ user: { id: found, email: body?.email } })) };
          }
          if (id === "getMcpTool") return { tool: { deletedAt: "2026-01-01T00:00:00Z" } };
          called.push(id);
          if (id !== "createCampaign") return {};
          completionDate = String(body?.completionDate);
          if (isRefused)
            throw new GovernanceProblem("governance_refused", "createCampaign", "no", {
              httpStatus: 400,
            });
          return {};
        },
      } as never,
    },
    async (at) => {
      await at.deliver(
        incoming(workerEvent("hr", "17", { type: "worker.terminated", worker: { email: ADA } }), {
          source: "hr",
        }),
      );
      const [run] = await at.runsAre("awaiting_approval");
      at.now += 60 * HOUR_MS;
      expect(await at.decide(run, "approved")).toBe("ok");
      sentAt = at.now;
      const [end] = await at.runsAre("awaiting_follow_up");
      task = end ? explainRun(end).lines.map(formatLine).join(" ") : "";
    },
  );
  return { called, task, dueAfterDays: (Date.parse(completionDate) - sentAt) / DAY_MS };
}

it("a review that was approved late still lasts for its full number of days", async () => {
  const { called, dueAfterDays } = await approveLate(false);
  expect(called).toEqual(["createCampaign", "deleteMcpTool"]);
  expect(dueAfterDays).toBeCloseTo(2, 2);
});

it("a review that the service rejects does not stop the rest of the plan, and is left to a person", async () => {
  const { called, task } = await approveLate(true);
  expect(called).toEqual(["createCampaign", "deleteMcpTool"]);
  expect(task).toMatch(
    /unless it has already been done: Create the access review .* The call failed: createCampaign: no \(HTTP 400\)\./,
  );
});

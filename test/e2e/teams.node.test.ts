import { afterAll, expect, it } from "vitest";
import { textAt, valueAt } from "../../src/systems/reading/json.ts";
import { until } from "../support/until.ts";
import { startTeams, type TeamsStub } from "../vendors/teams.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { HUGO } from "./tickets.ts";

const CAMPAIGN = "test-start-campaign";
let teams: TeamsStub;
afterAll(() => expect(teams.broken).toEqual([]));
const reeve = RuledReeve.forFile(async (stopped) => {
  teams = stopped(await startTeams());
  return {
    enabled: [CAMPAIGN],
    policy: {
      approvals: [{ when: "always" }],
      approvalExpiresAfterHours: 1,
      // The reminder is due two seconds after a plan begins to wait.
      remindHoursBeforeExpiry: [1 - 2 / 3_600],
    },
    bindings: { TEAMS_WEBHOOK_URL: teams.webhook, REEVE_URL: "https://reeve.example.com" },
  };
});

const headlines = (runId: string): (string | undefined)[] =>
  teams.cards
    .filter((card) => JSON.stringify(card).includes(`https://reeve.example.com/runs/${runId}`))
    .map((card) => textAt([valueAt([valueAt(card, "body")].flat()[0], "inlines")].flat()[0], "text"));

it("a waiting plan is announced once and gets one reminder, even if Teams first responds with 429", async () => {
  teams.fail({ status: 429 });
  const run = await reeve.planned(CAMPAIGN, { review: "Quarterly", reviewOwner: HUGO });
  await until("a reminder in Teams", () => headlines(run.id).length >= 2);
  expect(headlines(run.id)).toEqual(["Approval needed", "Still waiting for approval, 60 minutes left"]);
  await reeve.until(run.id, ({ remindAt }) => remindAt?.length === 0);
  expect(await reeve.story(run)).toContain("approval.reminded reeve");
  await reeve.approve(run);
  await reeve.until(run.id, ({ state }) => state === "done");
  await until("what became of it", () => headlines(run.id).length === 3);
});

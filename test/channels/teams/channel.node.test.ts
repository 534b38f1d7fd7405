import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toCard } from "../../../src/channels/teams/card.ts";
import { postToTeams } from "../../../src/channels/teams/channel.ts";
import { startTeams, type TeamsStub } from "../../vendors/teams.ts";

let teams: TeamsStub;
beforeEach(async () => {
  teams = await startTeams();
});
afterEach(() => teams.stop());

const card = toCard({ head: "Approval needed", items: [[[{ quote: "Retire a tool." }]]], until: 0 });
const post = (webhook = teams.webhook) => postToTeams(card, { TEAMS_WEBHOOK_URL: webhook });

it("the Teams channel posts a card, which Teams accepts with 202", async () => {
  await post();
  expect(teams.cards).toEqual([card]);
  expect(teams.broken).toEqual([]);
});

describe("a failed post to Teams", () => {
  it.for([
    [429, "sender_unavailable"],
    [503, "sender_unavailable"],
    [500, "sender_outcome_unknown"],
    [502, "sender_outcome_unknown"],
    [400, "sender_refused"],
    [404, "sender_refused"],
    [302, "sender_refused"],
  ] as const)("with status %s is reported as %s", async ([status, code]) => {
    teams.fail({ status });
    await expect(post()).rejects.toMatchObject({ code, message: expect.stringContaining(String(status)) });
  });

  it("has an unknown outcome if the connection is lost", async () => {
    for (const fault of ["lost before", "lost after"] as const) {
      teams.fail(fault);
      await expect(post()).rejects.toMatchObject({ code: "sender_outcome_unknown" });
    }
  });

  it("does not reveal the address of the webhook", async () => {
    const error = await post(teams.webhook.replace("sig=a", "sig=b")).catch((caught: unknown) => caught);
    expect(String(error)).toContain("teams: 401");
    expect(String(error)).not.toMatch(/sig|workflows/);
  });
});

it("the Teams channel rejects a webhook address that is not an https URL", async () => {
  for (const bad of ["ftp://example.com", "http://example.com/", "nowhere"])
    await expect(post(bad)).rejects.toMatchObject({ code: "configuration_invalid" });
});

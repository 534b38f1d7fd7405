import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NORA, RuledReeve } from "./ruled-reeve.ts";

let reeve: RuledReeve;
beforeAll(async () => {
  reeve = await RuledReeve.start({ enabled: ["test-own"], policy: { approvals: [{ when: "always" }] } });
}, 30_000);
afterAll(() => reeve.stop());

const waiting = async (role: string) =>
  reeve.runOf(await reeve.send({ role }), "test-own", "awaiting_approval");

describe("a decision", () => {
  it("is refused from another site's page, whoever is signed in, and taken from Reeve's own", async () => {
    const run = await waiting("origin");
    const approve = (origin: string) =>
      reeve.post(
        `runs/${run.id}/decisions`,
        { decision: "approved", hash: run.plan?.hash, reason: "yes" },
        NORA,
        { origin },
      );
    for (const origin of ["https://evil.example.com", "null", `http://${reeve.url.hostname}:1`])
      expect(await approve(origin)).toMatchObject({ status: 401, body: { title: "access_denied" } });
    expect((await reeve.run(run.id)).version).toBe(run.version);
    expect((await approve(reeve.url.origin)).status).toBe(200);
    await reeve.until(run.id, ({ state }) => state === "done");
  });

  it("is refused from another site's page for every path that decides", async () => {
    for (const path of ["runs/decisions", "pauses", "pauses/lifted"]) {
      const body = { decision: "cancelled", automation: "test-own", reason: "evil" };
      const answer = await reeve.post(path, body, NORA, { origin: "https://evil.example.com" });
      expect(answer.status).toBe(401);
    }
    const control = await (await fetch(new URL("/api/control", reeve.url))).json();
    expect(control).toMatchObject({ pauses: [] });
  });

  it.for<[string, string, object, string]>([
    ["a decision without a reason", "runs/RUN/decisions", { decision: "cancelled" }, "reason"],
    ["one whose reason is blank", "runs/RUN/decisions", { decision: "cancelled", reason: "  " }, "reason"],
    ["an approval of no plan", "runs/RUN/decisions", { decision: "approved", reason: "yes" }, "hash"],
    ["a decision there is none of", "runs/RUN/decisions", { decision: "approve", reason: "yes" }, "decision"],
    ["a review without a verdict", "runs/RUN/decisions", { decision: "reviewed", reason: "x" }, "verdict"],
    ["a member nobody knows", "runs/RUN/decisions", { decision: "cancelled", reason: "x", by: "me" }, "by"],
    ["one for all held runs, without a reason", "runs/decisions", { decision: "resumed" }, "reason"],
    ["a replay without a reason", "events/EVENT/replay", { automation: "test-own" }, "reason"],
    ["a replay of nothing", "events/EVENT/replay", { reason: "x" }, "automation"],
    ["a pause without a reason", "pauses", { automation: null }, "reason"],
    ["a pause that does not say of what", "pauses", { reason: "x" }, "automation"],
  ])("is a 400 that names the member: %s", async ([, path, body, member]) => {
    const run = await waiting("unsaid");
    const answer = await reeve.post(path.replace("RUN", run.id).replace("EVENT", run.eventId), body, NORA);
    expect(answer).toMatchObject({ status: 400, body: { title: "request_invalid", errors: [{ member }] } });
    expect((await reeve.run(run.id)).version).toBe(run.version);
  });

  it.for(["{", "", "null", "[]"])("is a 400 where its body is %j", async (body) => {
    const response = await fetch(new URL("/api/pauses", reeve.url), {
      method: "POST",
      headers: { "content-type": "application/json", "reeve-operator": NORA },
      body,
    });
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  });

  it("is a 404 about a run or event that is not on record", async () => {
    const id = "00000000-0000-7000-8000-000000000000";
    const said = { decision: "cancelled", reason: "x" };
    expect((await reeve.post(`runs/run_${id}/decisions`, said, NORA)).status).toBe(404);
    const replay = { automation: "test-own", reason: "x" };
    expect((await reeve.post(`events/evt_${id}/replay`, replay, NORA)).status).toBe(404);
  });
});

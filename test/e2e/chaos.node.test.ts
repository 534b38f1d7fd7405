// The main way through Reeve, on a tenant that is slow, strict, strange and limits its rate.
import { afterAll, beforeAll, expect, it } from "vitest";
import { jiraFixture, sendAsJira } from "../../src/cli/send/deliver.ts";
import { recordedRun, settled } from "../../src/cli/shared/reeve-api.ts";
import { control, type Stack, startStack } from "../../src/cli/start/stack.ts";
import { DEADLINE_MS } from "../support/until.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ chaos: true });
});
afterAll(() => stack.stop());

/** Sends an approved ticket of somebody's own, and gives its run once nothing more comes of it. */
async function runOf(n: number, email: string) {
  const webhook = JSON.parse(jiraFixture("issue_updated.transitioned"));
  webhook.timestamp += n;
  webhook.issue.id = String(90_000 + n);
  webhook.issue.fields.customfield_10061 = email;
  const answer = await sendAsJira(stack.reeve.url, JSON.stringify(webhook), { id: `chaos-${n}` });
  const { event } = (await answer.json()) as { event: string };
  const {
    runs: [run],
  } = await settled(stack.reeve.url, event);
  if (!run) throw new Error("no run");
  return recordedRun(stack.reeve.url, run.id);
}

const owners = async () => {
  const { connectorOwners } = await control<{ connectorOwners: { connectorId: string; userId: string }[] }>(
    stack.tenant,
    "GET",
    "owners",
  );
  return connectorOwners
    .filter(({ connectorId }) => connectorId === "con_github_mcp")
    .map(({ userId }) => userId);
};

it("makes owners in chaos, each once, and above the rate", async () => {
  await control(stack.tenant, "POST", "switches", { rateLimit: { calls: 4, seconds: 1 } });
  const people = ["ada.marsh", "nora.field", "iris.vale", "hugo.pike"];
  const runs = await Promise.all(people.map((name, n) => runOf(n, `${name}@example.com`)));
  for (const run of runs) expect(run).toMatchObject({ state: "done", journal: [{ state: "applied" }] });
  await expect
    .poll(async () => (await owners()).toSorted(), { timeout: DEADLINE_MS })
    .toEqual(people.map((name) => `usr_${name.replace(".", "_")}`).toSorted());
  const { calls, refused } = await control<Record<"calls" | "refused", Record<string, number>>>(
    stack.tenant,
    "GET",
    "calls",
  );
  expect((calls["createConnectorOwner"] ?? 0) - (refused["createConnectorOwner"] ?? 0)).toBe(people.length);
});

it("says of a call that the credential may not make which it was and what it needs", async () => {
  const { credentials } = await control<{ credentials: { id: string }[] }>(
    stack.tenant,
    "GET",
    "credentials",
  );
  expect(credentials).toHaveLength(1);
  await control(stack.tenant, "POST", "faults", {
    operation: "createConnectorOwner",
    status: 403,
    message: "The credential may not call createConnectorOwner.",
  });
  const run = await runOf(10, "cleo.hart@example.com");
  expect(run.state).toBe("failed");
  expect(run.problem?.message).toContain("createConnectorOwner");
});

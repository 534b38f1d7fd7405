import { beforeEach, describe, expect, it } from "vitest";
import { deliver, fixture } from "../../src/cli/send/deliver.ts";
import { settled } from "../../src/cli/shared/reeve-api.ts";
import { control } from "../../src/cli/start/stack.ts";
import { actions, actionsToken } from "../../src/sandbox/vendors/senders.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { GITA } from "./tickets.ts";

const reeve = RuledReeve.forFile({ sample: true });
beforeEach(() => control(reeve.tenant, "DELETE", "faults"));

const ADA = "usr_ada_marsh";

/** Returns a new ticket for this person, as Jira sends it when it reaches "Approved". */
const ticket = (email = "ada.marsh@example.com") =>
  reeve.ticket({}, undefined, ({ issue }) => {
    issue.fields.customfield_10061 = email;
  });

const readEvent = async (response: Response) => ((await response.json()) as { event: string }).event;
const owners = async (userId: string) =>
  (await reeve.owners()).filter((owner) => owner.userId === userId).length;

/** Sends a ticket, and waits until its only run has ended or waits. */
async function makeRun() {
  const response = await reeve.deliver(ticket());
  expect(response.status).toBe(202);
  const [run] = (await settled(reeve.url, await readEvent(response))).runs;
  return reeve.run(run?.id ?? "");
}

describe("a ticket that reaches the configured status", () => {
  it("makes the named person an owner of the named connector", async () => {
    const run = await makeRun();
    expect(run).toMatchObject({
      automation: "connector-owner-from-ticket",
      state: "done",
      plan: {
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        actions: [
          {
            action: "connector-owner.add",
            summary: "Add Ada Marsh as owner of the connector GitHub MCP (app GitHub).",
          },
        ],
      },
      journal: [
        {
          operation: "createConnectorOwner",
          state: "applied",
          attempts: 1,
          answer: {
            connectorOwnerUser: { connectorId: "con_github_mcp", roleSlug: "owner", user: { id: ADA } },
          },
        },
      ],
    });
    await expect.poll(() => owners(ADA)).toBe(1);
  });

  it("acts once even if its delivery arrives twice concurrently and once more later", async () => {
    const before = await reeve.carriedOut("createConnectorOwner");
    const delivery = ticket("nora.field@example.com");
    const together = await Promise.all([reeve.deliver(delivery), reeve.deliver(delivery)]);
    expect(together.map(({ status }) => status).sort()).toEqual([200, 202]);
    const events = await Promise.all(together.map(readEvent));
    await settled(reeve.url, events[0] ?? "");
    const later = await reeve.deliver(delivery);
    expect(later.status).toBe(200);
    expect(new Set([...events, await readEvent(later)]).size).toBe(1);
    expect(await reeve.carriedOut("createConnectorOwner")).toBe(before + 1);
    await expect.poll(() => owners("usr_nora_field")).toBe(1);
  });

  it("is recognized as a repeat if its body is sent again with another delivery id", async () => {
    const delivery = ticket("iris.vale@example.com");
    const first = await reeve.deliver(delivery);
    expect(first.status).toBe(202);
    await settled(reeve.url, await readEvent(first));
    expect((await reeve.deliver({ ...delivery, id: "another-id" })).status).toBe(200);
  });
});

describe("a call that the tenant rejects", () => {
  it.each([
    [403, undefined, 1, /needs a role that allows POST \/api\/v2\/apps\S+ \(HTTP 403/],
    [500, "This user is already an owner.", 3, /\(HTTP 500.* This user is already an owner\./],
  ])(
    "with status %i fails the run with the reason, and is not shown as an outage of the service",
    async (...refusal) => {
      const [status, message, calls, shown] = refusal;
      const before = await reeve.calls("createConnectorOwner");
      await reeve.fault("createConnectorOwner", { status, message, count: calls });
      const run = await makeRun();
      expect(run).toMatchObject({
        state: "failed",
        problem: { code: "governance_refused", message: expect.stringMatching(shown) },
        journal: [{ state: "refused" }],
      });
      expect(await reeve.page(`/runs/${run.id}`)).toContain(message ?? "needs a role");
      expect(await reeve.page("/")).not.toContain("has not responded");
      expect(await reeve.calls("createConnectorOwner")).toBe(before + calls);
    },
  );
});

const requester = { email: GITA };
const at = (path: string) => new URL(`/hooks/actions${path}`, reeve.url);
const signed = (body: object, path = "connector-owner.add", id: string = crypto.randomUUID()) =>
  deliver(reeve.url, { ...actions, path: `actions/${path}` }, { body: JSON.stringify(body) }, { id });
const readAnswer = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as { title?: string; detail?: string; event?: string }),
});
const findRun = async (response: Response) => {
  const { event = "" } = await readAnswer(response);
  const [run] = (await settled(reeve.url, event)).runs;
  return reeve.run(run?.id ?? "");
};

describe("an action requested by name", () => {
  it("is listed with the schema of its input", async () => {
    const list = (await (await fetch(at(""))).json()) as { action: string }[];
    expect(list.map(({ action }) => action)).toContain("tool.retire");
    expect(await (await fetch(at("/tool.retire"))).json()).toMatchObject({
      title: "tool.retire",
      properties: {
        action: { const: "tool.retire" },
        input: {
          properties: { connector: {}, tool: {} },
          required: ["tool"],
          additionalProperties: false,
        },
      },
      required: ["action", "input"],
    });
    expect(await readAnswer(await fetch(at("/mainframe.reboot")))).toMatchObject({
      status: 404,
      title: "unknown_action",
    });
  });

  it("is carried out on a signed request if it deletes nothing and its requester does not benefit", async () => {
    const { body } = fixture("actions", "connector-owner");
    const run = await findRun(await signed(JSON.parse(body)));
    expect(run).toMatchObject({
      automation: "requested-action",
      state: "done",
      journal: [{ state: "applied" }],
    });
    expect(run.plan?.actions[0]?.summary).toBe(
      "Add Ada Marsh as owner of the connector GitHub MCP (app GitHub).",
    );
  });

  it.for([
    [{ until: "2020-01-31" }, /^input, until: 2020-01-31 has passed; today is \d{4}-\d\d-\d\d$/],
    [{ from: "9999-12-31" }, /^input, from: the last possible day is 2099-12-31$/],
  ] as const)("is rejected for the day %j, with the reason in the response", async ([day, detail]) => {
    const input = { user: "ada.marsh@example.com", connector: "GitHub MCP", ...day };
    const answer = await readAnswer(await signed({ action: "connector-owner.add", input, requester }));
    expect(answer).toMatchObject({ status: 422, detail: expect.stringMatching(detail) });
  });

  it("is carried out on an unsigned request with the secret, except a delete, which waits for an approval", async () => {
    const ask = (action: string, input: object, id: string) =>
      deliver(
        reeve.url,
        { ...actionsToken, path: `actions/${action}` },
        { body: JSON.stringify({ id, action, input, requester }) },
      );
    const owner = { user: "ada.marsh@example.com", connector: "github mcp", role: "reviewer" };
    expect(await findRun(await ask("connector-owner.add", owner, "a-1"))).toMatchObject({ state: "done" });
    const again = await ask("connector-owner.add", owner, "a-1");
    expect(again.status).toBe(200);
    const run = await findRun(await ask("session-policy.remove", { policy: "Shared kiosks" }, "a-2"));
    expect(run).toMatchObject({
      state: "awaiting_approval",
      approvalReasons: ["it deletes something, and the request was not signed"],
    });
  });

  it("waits for a second person if its requester benefits from it or if it is a delete, even on a signed request", async () => {
    const retire = { action: "tool.retire", input: { tool: "delete branch" }, requester };
    expect(await findRun(await signed(retire, retire.action))).toMatchObject({
      state: "awaiting_approval",
      approvalReasons: ["it deletes something on one person's request alone"],
    });
    const owner = { user: "gita.lund@example.com", connector: "GitHub MCP" };
    const own = { action: "connector-owner.add", input: owner, requester };
    const run = await findRun(await signed(own, own.action));
    expect(run).toMatchObject({
      state: "awaiting_approval",
      approvalReasons: ["gita.lund@example.com asked for it and is affected by it"],
    });
    expect((await reeve.approve(run, GITA)).status).toBe(403);
    expect((await reeve.approve(run)).status).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordedRun, settled } from "../../../src/local/record.ts";
import { actions } from "../../../src/local/senders/actions.ts";
import { actionsToken } from "../../../src/local/senders/actions-token.ts";
import { deliver, fixture } from "../../../src/local/senders/deliver.ts";
import { control, type Stack, startStack } from "../../../src/local/stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
}, 30_000);
afterAll(() => stack.stop());

const at = (path: string) => new URL(`/hooks/actions${path}`, stack.reeve.url);
const signed = (body: object, path = "connector-owner.add", id: string = crypto.randomUUID()) =>
  deliver(stack.reeve.url, { ...actions, path: `actions/${path}` }, { body: JSON.stringify(body) }, { id });
const answerOf = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as { title?: string; detail?: string; event?: string }),
});
const runOf = async (response: Response) => {
  const { event = "" } = await answerOf(response);
  const [run] = (await settled(stack.reeve.url, event)).runs;
  return recordedRun(stack.reeve.url, run?.id ?? "");
};

describe("an action asked for by name", () => {
  it("is listed, and says what it wants to know", async () => {
    const list = (await (await fetch(at(""))).json()) as { action: string }[];
    expect(list.map(({ action }) => action)).toContain("tool.retire");
    expect(await (await fetch(at("/tool.retire"))).json()).toMatchObject({
      title: "tool.retire",
      properties: {
        action: { const: "tool.retire" },
        input: {
          properties: { connector: {}, tool: {} },
          required: ["connector", "tool"],
          additionalProperties: false,
        },
      },
      required: ["action", "input"],
    });
    expect(await answerOf(await fetch(at("/mainframe.reboot")))).toMatchObject({
      status: 404,
      title: "unknown_action",
    });
  });

  it("is done, signed", async () => {
    const { body } = fixture("actions", "connector-owner");
    const run = await runOf(await signed(JSON.parse(body)));
    expect(run).toMatchObject({
      automation: "requested-action",
      state: "done",
      journal: [{ state: "applied" }],
    });
    expect(run.plan?.actions[0]?.summary).toBe(
      "Make Ada Marsh an owner (owner) of the connector GitHub MCP of GitHub.",
    );
  });

  it("is done with the secret alone, and a delete waits for an approval then", async () => {
    const ask = (action: string, input: object, id: string) =>
      deliver(
        stack.reeve.url,
        { ...actionsToken, path: `actions/${action}` },
        { body: JSON.stringify({ id, action, input, requester: { email: "gita.lund@example.com" } }) },
      );
    const owner = { user: "ada.marsh@example.com", connector: "github mcp", role: "reviewer" };
    expect(await runOf(await ask("connector-owner.add", owner, "a-1"))).toMatchObject({ state: "done" });
    const again = await ask("connector-owner.add", owner, "a-1");
    expect(again.status).toBe(200);
    const run = await runOf(await ask("session-policy.remove", { policy: "Shared kiosks" }, "a-2"));
    expect(run).toMatchObject({
      state: "awaiting_approval",
      asks: ["it deletes, and the event that asks for it is not signed"],
    });
  });

  it.for<[string, object, string, string]>([
    [
      "for another action than its address",
      { action: "tool.retire", input: {} },
      "connector-owner.add",
      "action: ",
    ],
    ["without its input", { action: "tool.retire" }, "tool.retire", "input: "],
    [
      "with a member too many",
      { action: "tool.retire", input: { connector: "a", tool: "b", appId: "c" } },
      "tool.retire",
      "input, ",
    ],
    [
      "with a name in place of an email",
      { action: "connector-owner.add", input: { user: "Ada", connector: "a", role: "b" } },
      "connector-owner.add",
      "input, user: ",
    ],
    [
      "by nobody's email",
      { action: "tool.retire", input: { connector: "a", tool: "b" }, requester: { email: "x" } },
      "tool.retire",
      "requester.email: ",
    ],
  ])("is refused at once %s, and told why", async ([, body, path, fault]) => {
    const response = await signed(body, path);
    const { status, detail } = await answerOf(response);
    expect([status, detail?.slice(0, fault.length)]).toEqual([422, fault]);
  });

  it.for<[string, string, object, string]>([
    [
      "a connector nobody named",
      "connector-owner.add",
      { user: "ada.marsh@example.com", connector: "GitHb MCP", role: "Owner" },
      'No connector is called "GitHb MCP"; close to it: "GitHub MCP".',
    ],
    [
      "a tool there is none of",
      "tool.retire",
      { connector: "GitHub MCP", tool: "../../tool" },
      'The connector GitHub MCP has no tool with the id "../../tool".',
    ],
    [
      "a policy that is not listed",
      "session-policy.remove",
      { policy: "sp_contractors" },
      'No session policy is called "sp_contractors"',
    ],
  ])("fails, with nothing done, for %s", async ([, action, input, message]) => {
    const before = await control<{ calls: Record<string, number> }>(stack.tenant, "GET", "calls");
    const run = await runOf(await signed({ action, input }, action));
    expect(run).toMatchObject({ state: "failed", journal: [], problem: { code: "request_unclear" } });
    expect(run.problem?.message).toContain(message);
    const after = await control<{ calls: Record<string, number> }>(stack.tenant, "GET", "calls");
    for (const operation of ["createConnectorOwner", "deleteMcpTool", "deleteSessionPolicy"])
      expect(after.calls[operation]).toBe(before.calls[operation]);
  });

  it("is not another's because its address was changed on the way", async () => {
    const body = { action: "session-policy.remove", input: { policy: "Shared kiosks" } };
    expect((await signed(body, "tool.retire")).status).toBe(422);
  });
});

import { describe, expect, it } from "vitest";
import { deliver, fixture } from "../../src/cli/send/deliver.ts";
import { settled } from "../../src/cli/shared/reeve-api.ts";
import { actions, actionsToken } from "../../src/sandbox/vendors/senders.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { GITA } from "./tickets.ts";

const reeve = RuledReeve.forFile({ sample: true });

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

  it("is done, signed", async () => {
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

  it("is done with the secret alone, and a delete waits for an approval then", async () => {
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
      asks: ["it deletes something, and the request was not signed"],
    });
  });

  it("waits for a second person where it deletes, signed or not, and where it is for who asks", async () => {
    const retire = { action: "tool.retire", input: { tool: "delete branch" }, requester };
    expect(await findRun(await signed(retire, retire.action))).toMatchObject({
      state: "awaiting_approval",
      asks: ["it deletes something on one person's request alone"],
    });
    const owner = { user: "gita.lund@example.com", connector: "GitHub MCP" };
    const own = { action: "connector-owner.add", input: owner, requester };
    const run = await findRun(await signed(own, own.action));
    expect(run).toMatchObject({
      state: "awaiting_approval",
      asks: ["gita.lund@example.com asked for it and is affected by it"],
    });
    expect((await reeve.approve(run, GITA)).status).toBe(403);
    expect((await reeve.approve(run)).status).toBe(200);
  });

  it.for<[string, object]>([
    ["nobody", {}],
    ["another address of somebody", { requester: { email: "gita.lund+scripts@example.com" } }],
  ])("is done for no one where it deletes and names %s as who asks", async ([, asks]) => {
    const retire = { action: "tool.retire", input: { tool: "delete branch" }, ...asks };
    const run = await findRun(await signed(retire, retire.action));
    expect(run).toMatchObject({ state: "failed", problem: { code: "nobody_can_approve" } });
    expect(run.problem?.message).toContain("policy.unknownRequestersFrom");
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
    const { status, detail } = await readAnswer(response);
    expect([status, detail?.slice(0, fault.length)]).toEqual([422, fault]);
  });
});

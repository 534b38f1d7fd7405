import { setTimeout as sleep } from "node:timers/promises";
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
/** A delay longer than a desk caches a person's identity, in milliseconds. */
const PEOPLE_FOR_MS = 1_100;

interface Change {
  readonly email?: string;
  readonly reporter?: string;
  readonly connector?: string;
  readonly requestType?: string;
  readonly status?: string;
  readonly project?: string;
  /** The change that Jira reports. */
  readonly changed?: object;
  /** A request type in a different field from the configured one. */
  readonly elsewhere?: object;
}

/** Returns a new ticket, as Jira sends it when it reaches "Approved". */
const ticket = (change: Change = {}) =>
  reeve.ticket({}, undefined, ({ issue, changelog }) => {
    const { email, reporter, connector, requestType, status, project, changed, elsewhere } = change;
    const { fields } = issue;
    if (email) fields.customfield_10061 = email;
    if (reporter) fields.reporter.emailAddress = reporter;
    if (connector) fields.customfield_10062.value = connector;
    if (requestType) fields.customfield_10010.requestType.name = requestType;
    if (status) fields.status.name = status;
    if (project) issue.key = `${project}-1`;
    if (changed) changelog.items = [changed];
    if (elsewhere) fields.customfield_10999 = elsewhere;
  });

const readEvent = async (response: Response) => ((await response.json()) as { event: string }).event;
const owners = async (userId: string) =>
  (await reeve.owners()).filter((owner) => owner.userId === userId).length;

/** Sends a ticket, and waits until its runs have ended or wait. */
async function recorded(change: Change, status = 202) {
  const response = await reeve.deliver(ticket(change));
  expect(response.status).toBe(status);
  return settled(reeve.url, await readEvent(response));
}

/** Sends a ticket, and waits for its only run. */
async function makeRun(change: Change) {
  const {
    runs: [run],
  } = await recorded(change);
  if (!run) throw new Error("no run");
  return reeve.run(run.id);
}

describe("a ticket that reaches the agreed status", () => {
  it("makes the named person an owner of the named connector", async () => {
    const run = await makeRun({});
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

  it("needs three API calls: one each to look up the requester and the approver, and one to add the owner", async () => {
    const counts = () => Promise.all(["searchUsers", "createConnectorOwner"].map(reeve.carriedOut));
    const [searched = 0, created = 0] = await counts();
    const people = ["ada.marsh", "nora.field", "iris.vale"].map((name) => `${name}@example.com`);
    for (const email of people) {
      await sleep(PEOPLE_FOR_MS);
      expect(await makeRun({ email, reporter: email })).toMatchObject({ state: "done" });
    }
    expect(await counts()).toEqual([searched + 2 * people.length, created + people.length]);
  });

  it("acts once even if its delivery arrives twice concurrently and once more later", async () => {
    const before = await reeve.carriedOut("createConnectorOwner");
    const delivery = ticket({ email: "nora.field@example.com" });
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
    const delivery = ticket({ email: "iris.vale@example.com" });
    expect((await reeve.deliver(delivery)).status).toBe(202);
    expect((await reeve.deliver({ ...delivery, id: "another-id" })).status).toBe(200);
  });

  it("is ignored if the request type is in a different field from the configured one", async () => {
    const elsewhere = { requestType: { id: "1", name: "Connector owner" } };
    expect(await recorded({ requestType: "New laptop", elsewhere }, 200)).toMatchObject({
      runs: [],
      declined: expect.arrayContaining([
        expect.objectContaining({ reason: 'The form is "New laptop", not "Connector owner".' }),
      ]),
    });
  });

  it.for<[string, Change, string]>([
    ["an unknown email", { email: "nobody@example.com" }, "user_not_found"],
    ["an email of a disabled user", { email: "farid.stone@example.com" }, "user_not_found"],
    ["an unknown connector", { connector: "Mainframe" }, "request_unclear"],
  ])("fails without a change if it contains %s", async ([, change, code]) => {
    const before = await reeve.carriedOut("createConnectorOwner");
    expect(await makeRun(change)).toMatchObject({ state: "failed", problem: { code }, journal: [] });
    expect(await reeve.carriedOut("createConnectorOwner")).toBe(before);
  });
});

describe("during a disruption of the tenant", () => {
  it.each([
    [403, undefined, 1, /needs a role that allows POST \/api\/v2\/apps\S+ \(HTTP 403/],
    [500, "This user is already an owner.", 3, /\(HTTP 500.* This user is already an owner\./],
  ])(
    "a rejection (%i) fails the run with the service's message, and is not shown as an outage",
    async (...refusal) => {
      const [status, message, calls, shown] = refusal;
      const before = await reeve.calls("createConnectorOwner");
      await reeve.fault("createConnectorOwner", { status, message, count: calls });
      const run = await makeRun({});
      expect(run).toMatchObject({
        state: "failed",
        problem: { code: "governance_refused", message: expect.stringMatching(shown) },
        journal: [{ state: "refused" }],
      });
      expect(await reeve.page(`/runs/${run.id}`)).toContain(message ?? "needs a role");
      expect(await reeve.page("/")).not.toContain("has not answered");
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

  it("is carried out if the request is signed", async () => {
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

  it.for<[string, object]>([
    ["nobody", {}],
    ["another address of a user", { requester: { email: "gita.lund+scripts@example.com" } }],
  ])("is never carried out if it is a delete and its requester is %s", async ([, approvalReasons]) => {
    const retire = { action: "tool.retire", input: { tool: "delete branch" }, ...approvalReasons };
    const run = await findRun(await signed(retire, retire.action));
    expect(run).toMatchObject({ state: "failed", problem: { code: "nobody_can_approve" } });
    expect(run.problem?.message).toContain("policy.unknownRequestersFrom");
  });

  it.for<[string, object, string, string]>([
    [
      "names another action than its address",
      { action: "tool.retire", input: {} },
      "connector-owner.add",
      "action: ",
    ],
    ["has no input", { action: "tool.retire" }, "tool.retire", "input: "],
    [
      "has an unknown property",
      { action: "tool.retire", input: { connector: "a", tool: "b", appId: "c" } },
      "tool.retire",
      "input, ",
    ],
    [
      "has a name in place of an email",
      { action: "connector-owner.add", input: { user: "Ada", connector: "a", role: "b" } },
      "connector-owner.add",
      "input, user: ",
    ],
    [
      "has an invalid email of its requester",
      { action: "tool.retire", input: { connector: "a", tool: "b" }, requester: { email: "x" } },
      "tool.retire",
      "requester.email: ",
    ],
  ])("is rejected immediately and with the reason if the request %s", async ([, body, path, fault]) => {
    const response = await signed(body, path);
    const { status, detail } = await readAnswer(response);
    expect([status, detail?.slice(0, fault.length)]).toEqual([422, fault]);
  });
});

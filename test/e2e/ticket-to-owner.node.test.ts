import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { settled } from "../../src/cli/shared/reeve-api.ts";
import { control } from "../../src/cli/start/stack.ts";
import { RuledReeve } from "./ruled-reeve.ts";

const reeve = RuledReeve.forFile({ sample: true });
beforeEach(() => control(reeve.tenant, "DELETE", "faults"));

const ADA = "usr_ada_marsh";
/** Longer than a desk holds who somebody is. */
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
  /** A request type in another field than that of request types. */
  readonly elsewhere?: object;
}

/** A ticket of its own, as Jira sends it when it reaches "Approved". */
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

const eventOf = async (response: Response) => ((await response.json()) as { event: string }).event;
const owners = async (userId: string) =>
  (await reeve.owners()).filter((owner) => owner.userId === userId).length;

/** Sends a ticket and waits until nothing more comes of it. */
async function recorded(change: Change, status = 202) {
  const response = await reeve.deliver(ticket(change));
  expect(response.status).toBe(status);
  return settled(reeve.url, await eventOf(response));
}

/** Sends a ticket and waits for its one run. */
async function runOf(change: Change) {
  const {
    runs: [run],
  } = await recorded(change);
  if (!run) throw new Error("no run");
  return reeve.run(run.id);
}

describe("a ticket that reaches the agreed status", () => {
  it("makes the named person an owner of the named connector, and is on record", async () => {
    const run = await runOf({});
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

  it("takes three calls of the API: for who asks for themselves, for who approved it, and for the owner", async () => {
    const counts = () => Promise.all(["searchUsers", "createConnectorOwner"].map(reeve.carriedOut));
    const [searched = 0, created = 0] = await counts();
    const people = ["ada.marsh", "nora.field", "iris.vale"].map((name) => `${name}@example.com`);
    for (const email of people) {
      await sleep(PEOPLE_FOR_MS);
      expect(await runOf({ email, reporter: email })).toMatchObject({ state: "done" });
    }
    expect(await counts()).toEqual([searched + 2 * people.length, created + people.length]);
  });

  it("does so once when its delivery comes twice at the same moment, and again later", async () => {
    const before = await reeve.carriedOut("createConnectorOwner");
    const delivery = ticket({ email: "nora.field@example.com" });
    const together = await Promise.all([reeve.deliver(delivery), reeve.deliver(delivery)]);
    expect(together.map(({ status }) => status).sort()).toEqual([200, 202]);
    const events = await Promise.all(together.map(eventOf));
    await settled(reeve.url, events[0] ?? "");
    const later = await reeve.deliver(delivery);
    expect(later.status).toBe(200);
    expect(new Set([...events, await eventOf(later)]).size).toBe(1);
    expect(await reeve.carriedOut("createConnectorOwner")).toBe(before + 1);
    await expect.poll(() => owners("usr_nora_field")).toBe(1);
  });

  it("does so once when a replayer gives the same body another delivery id", async () => {
    const delivery = ticket({ email: "iris.vale@example.com" });
    expect((await reeve.deliver(delivery)).status).toBe(202);
    expect((await reeve.deliver({ ...delivery, id: "another-id" })).status).toBe(200);
  });

  it.for<[string, Change, string]>([
    [
      "another request type",
      { requestType: "New laptop" },
      'The form is "New laptop", not "Connector owner".',
    ],
    ["another status", { status: "Declined" }, 'The status is "Declined", not "Approved".'],
    [
      "a request type of another project's making",
      { project: "EVIL" },
      'src/config.ts does not name the project "EVIL" of jira.',
    ],
  ])("is ignored, with the reason, with %s", async ([, change, reason]) => {
    expect(await recorded(change, 200)).toMatchObject({
      state: "ignored",
      runs: [],
      passed: expect.arrayContaining([
        { reason, automations: expect.arrayContaining(["connector-owner-from-ticket"]) },
      ]),
    });
  });

  it("is ignored where a field that is called status changed while it stood there", async () => {
    const changed = { field: "status", fieldtype: "custom", fieldId: "customfield_5", toString: "Approved" };
    expect(await recorded({ changed }, 200)).toMatchObject({
      type: "ticket.updated",
      state: "ignored",
      runs: [],
    });
  });

  it("is ignored where the request type stands in another field than the one the settings name", async () => {
    const elsewhere = { requestType: { id: "1", name: "Connector owner" } };
    expect(await recorded({ requestType: "New laptop", elsewhere }, 200)).toMatchObject({
      runs: [],
      passed: expect.arrayContaining([
        expect.objectContaining({ reason: 'The form is "New laptop", not "Connector owner".' }),
      ]),
    });
  });

  it.for<[string, Change, string]>([
    ["nobody with that email", { email: "nobody@example.com" }, "user_not_found"],
    ["an email of a disabled user", { email: "farid.stone@example.com" }, "user_not_found"],
    ["a connector nobody configured", { connector: "Mainframe" }, "request_unclear"],
  ])("fails, with nothing called, when there is %s", async ([, change, code]) => {
    const before = await reeve.carriedOut("createConnectorOwner");
    expect(await runOf(change)).toMatchObject({ state: "failed", problem: { code }, journal: [] });
    expect(await reeve.carriedOut("createConnectorOwner")).toBe(before);
  });
});

describe("when the tenant has a bad moment", () => {
  it.for<[string, string, object]>([
    ["the search answers 503", "searchUsers", { status: 503 }],
    ["the search asks to slow down", "searchUsers", { status: 429, retryAfterSeconds: 1 }],
    ["the connection is lost before the effect", "createConnectorOwner", { drop: "before" }],
    ["the connection is lost after the effect", "createConnectorOwner", { drop: "after" }],
    ["the token is refused", "createConnectorOwner", { status: 401 }],
  ])("the run is done all the same when %s", async ([, operation, how]) => {
    await reeve.fault(operation, how);
    expect(await runOf({ email: "hugo.pike@example.com" })).toMatchObject({
      state: "done",
      journal: [{ state: "applied" }],
    });
    await expect.poll(() => owners("usr_hugo_pike")).toBe(1);
  });

  it("a refusal ends the run as failed, with what the service said", async () => {
    await reeve.fault("createConnectorOwner", { status: 403 });
    expect(await runOf({})).toMatchObject({
      state: "failed",
      problem: {
        code: "governance_refused",
        message: expect.stringMatching(/needs a role that allows POST \/api\/v2\/apps\S+ \(HTTP 403/),
      },
      journal: [{ state: "refused" }],
    });
  });
});

describe("tickets that come together", () => {
  it("are all done, each once", async () => {
    const before = await reeve.carriedOut("createConnectorOwner");
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => reeve.deliver(ticket({ email: "iris.vale@example.com" }))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    const events = await Promise.all(answers.map(eventOf));
    const records = await Promise.all(events.map((id) => settled(reeve.url, id)));
    expect(new Set(records.flatMap(({ runs }) => runs.map(({ state }) => state)))).toEqual(new Set(["done"]));
    expect(await reeve.carriedOut("createConnectorOwner")).toBe(before + 40);
    await expect.poll(() => owners("usr_iris_vale")).toBe(1);
  });
});

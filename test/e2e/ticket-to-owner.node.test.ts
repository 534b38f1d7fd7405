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

const readEvent = async (response: Response) => ((await response.json()) as { event: string }).event;
const owners = async (userId: string) =>
  (await reeve.owners()).filter((owner) => owner.userId === userId).length;

/** Sends a ticket and waits until nothing more comes of it. */
async function recorded(change: Change, status = 202) {
  const response = await reeve.deliver(ticket(change));
  expect(response.status).toBe(status);
  return settled(reeve.url, await readEvent(response));
}

/** Sends a ticket and waits for its one run. */
async function makeRun(change: Change) {
  const {
    runs: [run],
  } = await recorded(change);
  if (!run) throw new Error("no run");
  return reeve.run(run.id);
}

describe("a ticket that reaches the agreed status", () => {
  it("makes the named person an owner of the named connector, and is on record", async () => {
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

  it("takes three calls of the API: for who asks for themselves, for who approved it, and for the owner", async () => {
    const counts = () => Promise.all(["searchUsers", "createConnectorOwner"].map(reeve.carriedOut));
    const [searched = 0, created = 0] = await counts();
    const people = ["ada.marsh", "nora.field", "iris.vale"].map((name) => `${name}@example.com`);
    for (const email of people) {
      await sleep(PEOPLE_FOR_MS);
      expect(await makeRun({ email, reporter: email })).toMatchObject({ state: "done" });
    }
    expect(await counts()).toEqual([searched + 2 * people.length, created + people.length]);
  });

  it("does so once when its delivery comes twice at the same moment, and again later", async () => {
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

  it("does so once when a replayer gives the same body another delivery id", async () => {
    const delivery = ticket({ email: "iris.vale@example.com" });
    expect((await reeve.deliver(delivery)).status).toBe(202);
    expect((await reeve.deliver({ ...delivery, id: "another-id" })).status).toBe(200);
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
    expect(await makeRun(change)).toMatchObject({ state: "failed", problem: { code }, journal: [] });
    expect(await reeve.carriedOut("createConnectorOwner")).toBe(before);
  });
});

describe("when the tenant has a bad moment", () => {
  it.each([
    [403, undefined, 1, /needs a role that allows POST \/api\/v2\/apps\S+ \(HTTP 403/],
    [500, "This user is already an owner.", 3, /\(HTTP 500.* This user is already an owner\./],
  ])(
    "a refusal (%i) ends the run as failed with the service's message, and reports no outage",
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

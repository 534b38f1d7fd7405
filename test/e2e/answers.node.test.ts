// Tests that Reeve answers each request from the governance service once, by a ticket or after an approval, even if
// connections break.
import { describe, expect, it } from "vitest";
import { deliver, fixture } from "../../src/cli/send/deliver.ts";
import { control } from "../../src/cli/start/stack.ts";
import type { Run } from "../../src/runs/run.ts";
import { conductorone, jira } from "../../src/sandbox/vendors/senders.ts";
import { referTo } from "../../src/systems/reading/ticket.ts";
import { until } from "../support/until.ts";
import { startVendor, type VendorStub } from "../vendors/stub.ts";
import { jiraVariables, jira as jiraVendor } from "../vendors/tickets.ts";
import { RuledReeve } from "./ruled-reeve.ts";

const NORA = "nora.field@example.com";
const CALLBACKS = "/api/v1/webhooks/callbacks/";
const BY_TICKET = { status: "Approved", atDeadline: "deny" } as const;
const stage = { from: [NORA], count: 1, useDelegates: false };

let vendor: VendorStub;
const reeve = RuledReeve.forFile(async (stopped) => {
  vendor = stopped(await startVendor(jiraVendor));
  return {
    enabled: ["policy-step-by-ticket", "provision-by-ticket"],
    automations: {
      "policy-step-by-ticket": BY_TICKET,
      "provision-by-ticket": {
        ticket: { system: "jira", project: "IAM", fields: {} },
        completeIn: ["Done"],
        errorIn: ["Declined"],
      },
    } as never,
    policy: {
      approvals: [
        {
          when: "operation",
          operations: ["answerWebhook"],
          automations: ["policy-step-by-ticket"],
          stages: [stage],
        },
      ],
    },
    bindings: jiraVariables(vendor.url),
  };
});

interface Webhook {
  readonly id: string;
  readonly state: string;
  readonly attempts: readonly number[];
  readonly closesAt: number;
  readonly answer?: {
    readonly approve?: { readonly comment: string };
    readonly deny?: { readonly comment: string };
    readonly complete?: { readonly comment: string };
    readonly errored?: { readonly comment: string };
  };
  readonly headers?: readonly string[];
  readonly refused: number;
}

const ask = (more: object = {}): Promise<Webhook> =>
  control(reeve.tenant, "POST", "webhooks", {
    url: new URL("/hooks/conductorone", reeve.url).href,
    event: "PolicyApprovalStep",
    description: "See IAM-42.",
    ...more,
  });
const webhook = async (id: string): Promise<Webhook | undefined> =>
  (await control<{ webhooks: Webhook[] }>(reeve.tenant, "GET", "webhooks")).webhooks.find(
    (one) => one.id === id,
  );

/** Returns the run of the request with this subject, once it waits for an approval. */
const waiting = (id: string) =>
  until(`the run of ${id}`, async () => {
    const { items } = (await reeve.get(`runs?subject=conductorone:${id}`)) as {
      items: { id: string; state: string }[];
    };
    return items[0]?.state === "awaiting_approval" ? reeve.run(items[0].id) : null;
  });

async function decide(id: string, decision: object, by = NORA) {
  const { plan } = await reeve.run(id);
  const hash = "verdict" in decision ? {} : { hash: plan?.hash };
  return reeve.post(`runs/${id}/decisions`, { ...hash, reason: "as agreed", ...decision }, by);
}

describe("a request from the governance service", () => {
  it("is answered after its approval in Reeve, and neither Reeve's pages nor its API show the callback URL", async () => {
    const ticket = await deliver(reeve.url, jira, fixture("jira", "issue_updated.transitioned"));
    const { event } = (await ticket.json()) as { event: string };
    await until(
      "the ticket on record",
      async () => ((await reeve.get(`events/${event}`)) as { id?: string }).id,
    );
    const sent = await ask();
    expect(sent).toMatchObject({ state: "waiting", attempts: [202] });
    const run = await waiting(sent.id);
    expect(run.plan?.actions[0]).toMatchObject({ action: "policy-step.approve", effects: [{}] });
    // A beneficiary can't approve it.
    expect((await decide(run.id, { decision: "approved" }, "ada.marsh@example.com")).status).toBe(403);
    expect((await decide(run.id, { decision: "approved" })).status).toBeLessThan(300);
    await reeve.until(run.id, ({ state }) => state === "done");
    const answered = await webhook(sent.id);
    expect(answered).toMatchObject({
      state: "answered",
      refused: 0,
      answer: { approve: { comment: /^IAM-42/ } },
    });
    expect(answered?.headers).not.toContain("authorization");
    const shown = [
      await reeve.page(`/runs/${run.id}`),
      await reeve.page(`/events/${run.eventId}`),
      JSON.stringify(await reeve.get(`runs/${run.id}`)),
      JSON.stringify(await reeve.get(`events/${run.eventId}`)),
      await (await fetch(new URL("/api/audit.ndjson", reeve.url))).text(),
    ];
    expect(shown.filter((text) => text.includes(CALLBACKS))).toEqual([]);
  });

  it("creates one event, even if it is sent 50 times concurrently", async () => {
    const { body } = fixture("conductorone", "policy_step");
    const id = crypto.randomUUID();
    const own = {
      body: body
        .replace(/callbacks\/policy-\d*/, `callbacks/policy-${id}`)
        .replace(/task_4711_\d*/, id)
        .replace("IAM-4711", "IAM-42"),
    };
    const sent = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const response = await deliver(reeve.url, conductorone, own);
        return { status: response.status, event: ((await response.json()) as { event: string }).event };
      }),
    );
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(sent.map(({ event }) => event)).size).toBe(1);
    const run = await waiting(id);
    await decide(run.id, { decision: "rejected" });
  });

  it("gets a 410 and fails immediately if Reeve does not handle its kind, but a 200 if it is a test", async () => {
    expect(await ask({ event: "WorkflowStep" })).toMatchObject({ state: "failed", attempts: [410] });
    expect(await ask({ event: "Test" })).toMatchObject({ state: "answered", attempts: [200] });
  });

  it("is recorded without its callback URL if it is malformed", async () => {
    const { body } = fixture("conductorone", "policy_step");
    const response = await deliver(reeve.url, conductorone, { body: body.replace('"version"', '"edition"') });
    expect(response.status).toBe(422);
    const record = () => reeve.get("events?source=conductorone&state=rejected");
    const kept = await until("the delivery on record", async () => {
      const { items } = (await record()) as { items: { id: string }[] };
      return items[0] && JSON.stringify(await reeve.get(`events/${items[0].id}`));
    });
    expect(kept).toContain("callback address");
    expect(kept).not.toContain(CALLBACKS);
  });

  it("is answered once, even if the answer gets no response and a person sends it again", async () => {
    const sent = await ask();
    const run = await waiting(sent.id);
    await control(reeve.tenant, "POST", "faults", { operation: "answerWebhook", drop: "after" });
    await decide(run.id, { decision: "approved" });
    await reeve.until(run.id, ({ state }) => state === "needs_review");
    await decide(run.id, { decision: "reviewed", verdict: "send_again" });
    const done = await reeve.until(run.id, ({ state }) => state !== "needs_review" && state !== "acting");
    expect(done).toMatchObject({ state: "done", journal: [{ state: "applied", attempts: 2 }] });
    expect(await webhook(sent.id)).toMatchObject({ state: "answered", refused: 1 });
  });

  it("fails its run if its callback URL closed before the answer", async () => {
    const sent = await ask({ timeoutSeconds: 1 });
    const run = await waiting(sent.id);
    await until("the address to be closed", async () => Date.now() > sent.closesAt);
    await decide(run.id, { decision: "approved" });
    const failed = await reeve.until(run.id, ({ state }) => state === "failed");
    expect(failed).toMatchObject({
      journal: [{ state: "refused" }],
      problem: { code: "governance_refused" },
    });
    expect(await webhook(sent.id)).toMatchObject({ state: "waiting", refused: 1 });
  });
});

describe("a provisioning request from the governance service", () => {
  const label = (run: Run) => referTo(run.eventId);
  const creations = (run: Run) =>
    vendor.asked.filter(
      ({ path, body }) => path.endsWith("/issue") && JSON.stringify(body).includes(label(run)),
    );

  /** Returns the waiting run of a new request, and the id of the ticket that it gets. */
  async function provision() {
    const { id } = await ask({ event: "ProvisionStep" });
    const run = await until("its run", async () => {
      const { items } = (await reeve.get(`runs?subject=conductorone:${id}`)) as { items: Run[] };
      return items[0]?.state === "scheduled" ? reeve.run(items[0].id) : null;
    });
    const note = await until("its ticket", async () =>
      (await reeve.audit()).find(({ runId, type }) => runId === run.id && type === "ticket.created"),
    );
    return { id, run, issue: String(note.detail["ticket"]).replace("jira:", "") };
  }
  /** Delivers a change of status, and returns the run that it causes. */
  async function move(issue: string, run: Run, to: string) {
    const event = await reeve.send({}, issue, ({ issue: { fields } }) => {
      fields.status.name = to;
      fields.labels = [label(run)];
    });
    return reeve.runOf(event, "provision-by-ticket", "done", "ignored", "scheduled");
  }

  it.each([
    ["complete", "resolved", "Done"],
    ["errored", "declined", "Declined"],
  ] as const)("is answered “%s” when its ticket is %s", async (answer, _, status) => {
    const { id, run, issue } = await provision();
    const [created] = creations(run);
    expect(created?.body).toMatchObject({ fields: { summary: expect.stringContaining("Ada Marsh") } });
    expect(await move(issue, run, status)).toMatchObject({ state: "done" });
    expect((await webhook(id))?.answer).toMatchObject({ [answer]: { comment: `IAM-42 is “${status}”.` } });
    // Later events do not answer the request again.
    expect(await move(issue, run, "Done")).toMatchObject({ state: "ignored" });
    expect((await webhook(id))?.refused).toBe(0);
    expect(creations(run)).toHaveLength(1);
  });

  it("gets only one ticket if the first calls to Jira fail, and is not answered by another ticket", async () => {
    vendor.fail({ status: 500 }, "lost before");
    const { id, run } = await provision();
    expect(creations(run)).toHaveLength(1);
    expect(await move("77777", run, "Done")).toMatchObject({ state: "scheduled" });
    expect(await webhook(id)).toMatchObject({ state: "waiting", refused: 0 });
  });
});

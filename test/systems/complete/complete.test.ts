import { afterEach, describe, expect, it, vi } from "vitest";
import { complete } from "../../../src/systems/api/complete.ts";
import type { TicketEvent } from "../../../src/systems/event.ts";
import { type WorkerChange, workerEvent } from "../../../src/systems/reading/worker.ts";
import employee from "../../fixtures/bamboohr-api/employee.json";

afterEach(() => vi.unstubAllGlobals());

/** Replaces the network: responds by path, and with 404 to everything else. @returns the requested paths */
function network(answers: Readonly<Record<string, unknown>>): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: URL) => {
    const path = url.pathname + (url.searchParams.has("accountId") ? url.search : "");
    asked.push(path);
    return Object.hasOwn(answers, path) ? Response.json(answers[path]) : new Response("{}", { status: 404 });
  });
  return asked;
}

const ENV = { BAMBOOHR_URL: "https://acme.bamboohr.com", BAMBOOHR_API_KEY: "a-key-of-the-tests" };
const event = (news: WorkerChange) => workerEvent("bamboohr", "118", news);
const EMPLOYEE = "/api/v1/employees/118";

describe("a worker's event", () => {
  it("is completed with the data that its sender omitted", async () => {
    network({ [EMPLOYEE]: employee });
    expect(await complete(event({ type: "worker.changed" }), ENV)).toMatchObject({
      worker: { email: "ada.marsh@example.com", department: "Platform" },
    });
  });

  it("stays unchanged if it is a termination and the worker was deleted", async () => {
    network({});
    const deleted = event({ type: "worker.terminated" });
    expect(await complete(deleted, ENV)).toEqual(deleted);
  });

  it.for<[string, WorkerChange, string]>([
    ["fails if it is a change", { type: "worker.changed" }, "sender_refused"],
    [
      "can be retried if it is a hire, because the record might not exist yet",
      { type: "worker.hired" },
      "sender_unavailable",
    ],
    [
      "can be retried if it might be a return",
      { type: "worker.changed", possibleTypes: ["worker.returned"] },
      "sender_unavailable",
    ],
  ])("of an unknown worker %s, and the error names the settings to check", async ([, news, code]) => {
    network({});
    await expect(complete(event(news), ENV)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(/bamboohr has no worker 118: check that BAMBOOHR_URL, BAMBOOHR_API_KEY/),
    });
  });

  it.for([
    ["{}", {}],
    ["a message", { message: "Bad gateway" }],
    ["an empty object", { data: null }],
    ["a list", []],
    ["a text", "ok"],
  ] as const)(
    "can be retried without a decision about its type if another system responds with JSON: %s",
    async ([, answer]) => {
      network({ [EMPLOYEE]: answer });
      for (const possibleTypes of [["worker.terminated"], ["worker.hired"]] as const)
        await expect(complete(event({ type: "worker.changed", possibleTypes }), ENV)).rejects.toMatchObject({
          code: "sender_unavailable",
          retry: "backoff",
        });
    },
  );

  it("stays unchanged if it is complete and the system is not set up", async () => {
    const asked = network({});
    const enough = event({ type: "worker.hired", worker: { email: "ada.marsh@example.com" } });
    expect(await complete(enough, {})).toEqual(enough);
    expect(asked).toEqual([]);
  });

  it.for<[string, WorkerChange]>([
    ["does not identify the worker", { type: "worker.hired" }],
    [
      "might have another type",
      {
        type: "worker.changed",
        possibleTypes: ["worker.terminated"],
        worker: { email: "ada.marsh@example.com" },
      },
    ],
  ])("fails if the system is not set up and the event %s", async ([, news]) => {
    await expect(complete(event(news), {})).rejects.toMatchObject({
      code: "sender_not_configured",
      message: expect.stringContaining("BAMBOOHR_URL"),
    });
    await expect(complete(event(news), { BAMBOOHR_URL: ENV.BAMBOOHR_URL })).rejects.toMatchObject({
      message: expect.stringContaining("BAMBOOHR_API_KEY"),
    });
  });

  it("fails if the system is only partly set up, even if the event itself is complete", async () => {
    const enough = event({ type: "worker.hired", worker: { email: "ada.marsh@example.com" } });
    await expect(complete(enough, { BAMBOOHR_API_KEY: "a-key" })).rejects.toMatchObject({
      code: "sender_not_configured",
    });
  });

  it("stays unchanged if Reeve reads no workers from its system's API", async () => {
    const workday = workerEvent("workday", "1", { type: "worker.hired" });
    expect(await complete(workday, ENV)).toEqual(workday);
  });
});

const ADA = "ada.marsh@example.com";
const JIRA = {
  JIRA_URL: "https://acme.atlassian.net",
  JIRA_EMAIL: "reeve@example.com",
  JIRA_API_TOKEN: "a-token-of-the-tests",
};
const ZENDESK = {
  ZENDESK_URL: "https://acme.zendesk.com",
  ZENDESK_EMAIL: "reeve@example.com",
  ZENDESK_API_TOKEN: "a-token-of-the-tests",
};
const ticket = (
  system: string,
  people: Pick<TicketEvent["ticket"], "requester" | "assignee">,
): TicketEvent => ({
  type: "ticket.created",
  subject: `${system}:1`,
  actor: { id: "a:1" },
  ticket: { system, id: "1", key: "IAM-1", title: "Access", fields: { user: "x" }, ...people },
});

describe("the people of a ticket", () => {
  it("are each looked up once if Jira hides their email addresses", async () => {
    const asked = network({
      "/rest/api/3/user?accountId=a%3A1": {
        displayName: "Ada Marsh",
        emailAddress: "ada.marsh@example.com",
        accountId: "somebody-else",
        id: "somebody-else",
      },
    });
    const heard = ticket("jira", {
      requester: { id: "a:1", name: "Ada" },
      assignee: { id: "b:2", email: "nora.field@example.com" },
    });
    expect(await complete(heard, JIRA)).toEqual({
      ...heard,
      actor: { id: "a:1", name: "Ada Marsh", email: "ada.marsh@example.com" },
      ticket: { ...heard.ticket, requester: { id: "a:1", name: "Ada", email: "ada.marsh@example.com" } },
    });
    expect(asked).toHaveLength(1);
  });

  it.for([
    ["one person", ["a:1"], "ada.marsh@example.com"],
    ["several people", ["a:1", "b:2"], ["ada.marsh@example.com", "nora.field@example.com"]],
    ["several people, one of whom has a hidden email address", ["a:1", "c:3"], "Ada Marsh"],
  ] as const)("are looked up if a configured field has only their names: %s", async ([, ids, expected]) => {
    const user = (displayName: string, emailAddress?: string) => ({ displayName, emailAddress });
    const asked = network({
      "/rest/api/3/user?accountId=a%3A1": user("Ada Marsh", "ada.marsh@example.com"),
      "/rest/api/3/user?accountId=b%3A2": user("Nora Field", "nora.field@example.com"),
      "/rest/api/3/user?accountId=c%3A3": user("Cleo Hart"),
    });
    const { ticket: known, ...said } = ticket("jira", {});
    const fields = { customfield_1: "Ada Marsh", customfield_2: "Cleo Hart" };
    const people = { customfield_1: ids, customfield_2: ["c:3"] };
    const heard: TicketEvent = {
      ...said,
      actor: { id: "a:1", email: ADA },
      ticket: { ...known, fields, people },
    };
    expect(await complete(heard, JIRA)).toEqual(heard);
    const completed = await complete(heard, JIRA, undefined, { jira: { user: "customfield_1" } });
    expect(completed).toMatchObject({ ticket: { fields: { ...fields, customfield_1: expected } } });
    expect(asked).toHaveLength(ids.length);
  });

  it("are looked up at JIRA_API_URL instead of the site, if it is set", async () => {
    const urls: string[] = [];
    vi.stubGlobal("fetch", async (url: URL) => {
      urls.push(url.href);
      return Response.json({});
    });
    const api = "https://api.atlassian.com/ex/jira/8c5ff5a9-0f4e-4f4c-9a55-2f1f0c6f3b11";
    await complete(ticket("jira", {}), { ...JIRA, JIRA_API_URL: `${api}/` });
    expect(urls).toEqual([`${api}/rest/api/3/user?accountId=a%3A1`]);
  });

  it("are looked up if Zendesk sends only their ids", async () => {
    network({
      "/api/v2/users/77.json": { user: { id: 77, name: "Ada Marsh", email: "ada.marsh@example.com" } },
    });
    expect(await complete(ticket("zendesk", { requester: { id: "77" } }), ZENDESK)).toMatchObject({
      actor: { id: "a:1" },
      ticket: { requester: { id: "77", name: "Ada Marsh", email: "ada.marsh@example.com" } },
    });
  });

  it("are looked up with Zendesk's OAuth client, even if an API token is also configured", async () => {
    const requests: string[] = [];
    vi.stubGlobal("fetch", async (url: URL, { headers, body }: RequestInit) => {
      requests.push(`${url.pathname} ${body ?? new Headers(headers).get("authorization")}`);
      return Response.json({ access_token: "t1", expires_in: 1_800, user: { name: "Ada Marsh" } });
    });
    const client = { ZENDESK_CLIENT_ID: "reeve", ZENDESK_CLIENT_SECRET: "secret-of-the-tests" };
    await complete(ticket("zendesk", { requester: { id: "77" } }), { ...ZENDESK, ...client });
    expect(requests).toContain("/api/v2/users/77.json Bearer t1");
    expect(JSON.parse(requests[0]?.replace("/oauth/tokens ", "") ?? "")).toEqual({
      grant_type: "client_credentials",
      client_id: "reeve",
      client_secret: "secret-of-the-tests",
      scope: "users:read tickets:read tickets:write",
    });
  });

  it.for([
    ["the system is not set up", "jira", {}, "the same object"],
    ["the system has no record of them", "jira", JIRA, "a copy"],
    ["the system has no lookup of people", "servicenow", {}, "the same object"],
  ] as const)("stay unchanged if %s", async ([, system, env, returned]) => {
    network({});
    const heard = ticket(system, { requester: { id: "a:1", name: "Ada" } });
    const completed = await complete(heard, env);
    expect(completed).toEqual(heard);
    // The facts of a proposal store an event only if it is not the recorded object.
    expect(completed === heard).toBe(returned === "the same object");
  });

  it("stay unchanged if the system denies access to their data", async () => {
    vi.stubGlobal("fetch", async () => new Response("", { status: 403 }));
    const heard = ticket("jira", {});
    expect(await complete(heard, JIRA)).toEqual(heard);
  });

  it("can't be completed if the system is unavailable, because the requester would be unknown", async () => {
    vi.stubGlobal("fetch", async () => new Response("", { status: 503 }));
    await expect(complete(ticket("jira", {}), JIRA)).rejects.toMatchObject({ code: "sender_unavailable" });
  });
});

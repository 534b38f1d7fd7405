import { beforeAll, describe, expect, it } from "vitest";
import {
  type Answer,
  findMeaning,
  formatForRequester,
  type ReadContext,
} from "../../../src/channels/slack/commands.ts";
import { sample } from "../../../src/cli/start/sample.ts";
import { readOnly } from "../../../src/governance/client/index.ts";
import { record } from "../../../src/ledger/record.ts";
import { tenantAt } from "../../governance/tenant.ts";
import { eventId, eventRow, LEDGER, migrateLedger, runId, runRow } from "../../ledger/ledger.ts";

const { settings } = sample;

const ADA = "ada.marsh@example.com";

const tenant = await tenantAt("slack-reads.example.com");
await migrateLedger();
const context: ReadContext = {
  governance: readOnly(tenant.client()),
  settings,
  ledger: LEDGER,
  user: { slackId: "U1", email: ADA },
  link: (path) => `https://reeve.example.com${path}`,
};

interface Change {
  readonly page?: string;
  readonly context?: Partial<ReadContext>;
}
async function answer(typed: string, { page, ...change }: Change = {}) {
  const meaning = findMeaning(typed);
  if (meaning.kind !== "read") throw new Error(`${typed} is not a read`);
  return meaning.command.answer(meaning.rest, { ...context, ...change.context }, page);
}
const refusal = (text: string, change?: Change) =>
  answer(text, change).then(() => Promise.reject(new Error("it was answered")), formatForRequester);
const details = ({ lines }: Answer) => Object.fromEntries(lines.map(({ name, detail }) => [name, detail]));

/** Reads all pages of a result, as a user does who clicks "next" until the last page. */
async function pages(text: string): Promise<Answer[]> {
  const all = [await answer(text)];
  for (let page = all.at(-1)?.next; page; page = all.at(-1)?.next) {
    expect(all.length).toBeLessThan(100);
    all.push(await answer(text, { page }));
  }
  return all;
}

describe("the user command", () => {
  it.for([`user ${ADA}`, `user ADA.Marsh@example.com`, "user usr_ada_marsh", "user ada marsh"])(
    "shows Ada with the names of her manager and roles for the text “%s”",
    async (text) => {
      const found = await answer(text);
      expect(found.title).toBe("Ada Marsh");
      expect(details(found)).toMatchObject({
        Email: ADA,
        Status: "enabled",
        Manager: "Nora Field (nora.field@example.com)",
        Roles: expect.stringContaining("Member"),
        Delegate: "none",
        Id: "usr_ada_marsh",
      });
    },
  );

  it("shows a user's delegate and other emails", async () => {
    expect(details(await answer("user cleo.hart@example.com"))).toMatchObject({
      Delegate: "Iris Vale (iris.vale@example.com)",
      "Other emails": "cleo@partners.example.com",
    });
  });

  it.for([
    ["farid.stone@example.com", "disabled"],
    ["dana.reed@example.com", "deleted"],
  ])("shows the status of %s as %s", async ([email, status]) => {
    expect(details(await answer(`user ${email}`))["Status"]).toBe(status);
  });

  it("finds a user by a second email address", async () => {
    expect((await answer("user Nora@partners.example.com")).title).toBe("Nora Field");
  });

  it("lists the users if several match", async () => {
    const several = await answer("user a");
    expect(several.title).toBe('"a" matches several people');
    expect(several.lines.length).toBeGreaterThan(1);
  });

  it("suggests the closest matches if no user is found", async () => {
    const nobody = await answer("user ada.mash@example.com");
    expect(nobody).toMatchObject({ title: 'No user "ada.mash@example.com"', note: "Similar users." });
    expect(nobody.lines[0]).toMatchObject({ name: "Ada Marsh", detail: expect.stringContaining(ADA) });
    expect(await answer("user @example.com")).toMatchObject({ lines: [] });
  });
});

describe("the users command", () => {
  it("finds users by words or by status, and lists ten per page", async () => {
    const all = await pages("users example");
    expect(all.length).toBeGreaterThan(2);
    expect(all.slice(0, -1).every(({ lines }) => lines.length === 10)).toBe(true);
    const everyone = all.flatMap(({ lines }) => lines.map(({ detail }) => detail));
    expect(new Set(everyone).size).toBe(everyone.length);
    const disabled = await answer("users status:Disabled");
    expect(disabled.lines.length).toBeGreaterThan(0);
    expect(disabled.lines.every(({ detail }) => detail?.includes(" · disabled · "))).toBe(true);
  });

  it("finds users by department and manager", async () => {
    const { lines } = await answer("users department:Engineering manager:nora.field@example.com");
    expect(lines.map(({ name }) => name)).toContain("Ada Marsh");
    expect(lines.every(({ detail }) => detail?.includes(" · Engineering · "))).toBe(true);
    expect(await answer("users department:engineering")).toMatchObject({
      title: "Nobody found",
      note: expect.stringContaining("exactly"),
    });
  });

  it.for(["..", "usr_of_nobody"])("rejects the unknown manager id %j", async (id) => {
    expect(await refusal(`users manager:${id}`)).toContain(`No user matches "${id}"`);
  });

  it("finds users by their manager's id", async () => {
    const byEmail = await answer("users manager:nora.field@example.com");
    expect(byEmail.lines.length).toBeGreaterThan(0);
    expect((await answer("users manager:usr_nora_field")).lines).toEqual(byEmail.lines);
  });

  it("rejects an unknown or ambiguous manager", async () => {
    expect(await refusal("users manager:nora.feld@example.com")).toBe(
      'No user matches "nora.feld@example.com"; similar users: Nora Field (nora.field@example.com).',
    );
    expect(await refusal("users manager:a")).toMatch(/^"a" matches several people: /);
  });
});

describe("the tool command", () => {
  it("finds a tool by its name", async () => {
    expect(await answer("tool delete branch")).toMatchObject({
      title: expect.stringMatching(/delete branch/i),
      lines: expect.arrayContaining([
        { name: "Connector", detail: "GitHub MCP of GitHub" },
        { name: "What it does", detail: "Deletes a branch of a repository." },
        { name: "Id", detail: "tool_github_delete_branch" },
      ]),
    });
  });

  it("reports a missing tool, even if the settings contain the tool's name", async () => {
    expect(await refusal("tool delete brunch")).toBe(
      'No tool is called "delete brunch"; similar names: "Delete branch".',
    );
    const tools = { Gone: { connector: "GitHub MCP", id: "tool_gone" } };
    expect(await answer("tool gone", { context: { settings: { ...settings, tools } } })).toEqual({
      title: "Gone",
      lines: [],
      note: "The connector GitHub MCP has no such tool any more.",
    });
  });
});

describe("the catalog command", () => {
  it("lists ten entries per page, and finds an entry by its name", async () => {
    const all = await pages("catalog");
    expect(all.length).toBeGreaterThan(1);
    expect(all[0]?.lines.length).toBe(10);
    const [first] = all.at(-1)?.lines ?? [];
    const found = await answer(`catalog ${first?.name}`);
    expect(found.lines.map(({ name }) => name)).toContain(first?.name);
    expect(await answer("catalog no such server")).toMatchObject({ title: "No MCP server found", lines: [] });
  });
});

describe("the audit command", () => {
  it("shows the action, the actor and the time of each event", async () => {
    const found = await answer("audit Finance actor:ada.marsh@example.com");
    expect(found.lines.length).toBeGreaterThan(0);
    for (const { name, at } of found.lines) {
      expect(at).toBeGreaterThan(0);
      expect(name).toMatch(new RegExp(`^(Read|Create|Update|Delete) by ${ADA} from [0-9a-f.:/]+$`));
    }
    const byId = await answer("audit actor:usr_ada_marsh vault:vlt_finance");
    expect(byId.lines).toEqual(found.lines);
    expect(await answer("audit ip:198.51.100.200")).toMatchObject({ title: "No audit events found" });
  });

  it("shows every event of the period once, ten per page", async () => {
    const all = await pages("audit since:30d");
    const shown = all.flatMap(({ lines }) => lines);
    expect(all.slice(0, -1).every(({ lines }) => lines.length === 10)).toBe(true);
    const since = Date.now() - 30 * 86_400_000;
    expect(shown.every(({ at = 0 }) => at >= since - 60_000)).toBe(true);
    const whole = (await pages("audit")).flatMap(({ lines }) => lines);
    expect(whole.length).toBe(600);
    expect(whole.filter(({ at = 0 }) => at >= since).length).toBe(shown.length);
  });

  it("stops after 1,000 events with a note, and shows events without a time", async () => {
    const old = Array.from({ length: 100 }, (_, n) => ({ time: Date.UTC(2020, 0, 1), n }));
    let calls = 0;
    const call = async () => {
      calls += 1;
      return { list: calls < 3 ? old : [...old, { odd: { a: 1 }, none: null }], nextPageToken: `${calls}` };
    };
    const governance = { ...context.governance, call } as unknown as ReadContext["governance"];
    expect(await answer("audit since:1d", { context: { governance } })).toMatchObject({
      lines: Array(8).fill({ name: "Unnamed activity", detail: "without a time" }),
      note: "Only 1000 events were checked; there are more.",
      next: "0 10",
    });
    expect(calls).toBe(10);
  });
});

describe("the runs command", () => {
  const ids = ({ lines }: Answer) => lines.map(({ link }) => link?.replace(/.*\/run_0*-*0*/, ""));
  const asked = (email: string, how: "requester" | "actor") =>
    JSON.stringify(
      how === "actor"
        ? { type: "ticket.updated", actor: { email } }
        : { type: "request.made", request: { action: "a", requester: { email } } },
    );

  beforeAll(async () => {
    const events = [
      eventRow(1, { event: asked("Ada.Marsh@Example.com", "requester") }),
      eventRow(2, { event: asked(ADA, "actor") }),
      // Contains the words of the email, but was not requested by its owner.
      eventRow(3, { event: asked(`not.${ADA}`, "requester") }),
      ...Array.from({ length: 12 }, (_, n) => eventRow(4 + n)),
    ];
    const runs = [
      runRow(1, { state: "awaiting_approval", approvalReasons: ["it creates a campaign"] }),
      runRow(2, {
        state: "failed",
        plan: null,
        journal: [],
        problem: { code: "governance_unavailable", message: "searchUsers: HTTP 503", public: "Not reached." },
      }),
      runRow(3, {
        state: "failed",
        problem: { code: "request_unclear", message: 'No role is called "Boss".', public: "Unclear." },
        ended: { by: "gita.lund@example.com", reason: "over" },
      }),
      runRow(4, { state: "held" }),
      runRow(5, {
        state: "needs_review",
        journal: [{ operation: "createCampaign", state: "unknown", attempts: 2 }],
      }),
      ...Array.from({ length: 10 }, (_, n) => runRow(6 + n)),
    ];
    await record(LEDGER, events, runs);
  });

  it("lists runs newest first, ten per page", async () => {
    const all = await pages("runs");
    expect(all.map(ids)).toEqual([
      ["15", "14", "13", "12", "11", "10", "9", "8", "7", "6"].map((n) => expect.stringContaining(n)),
      ["5", "4", "3", "2", "1"].map((n) => expect.stringContaining(n)),
    ]);
    expect(all[0]?.lines[0]).toEqual({
      name: "Ticket number 15",
      at: 15,
      detail: "done · connector-owner-from-ticket · Make person 15 an owner.",
      link: `https://reeve.example.com/runs/${runId(15)}`,
    });
  });

  it("can list only the user's own runs, only failed runs, or only runs that wait for a person", async () => {
    const found = async (text: string) =>
      (await answer(text)).lines.map(({ link }) => link?.split("/").at(-1));
    expect(await found("runs mine")).toEqual([2, 1].map((n) => runId(n)));
    expect(await found("runs failed")).toEqual([3, 2].map((n) => runId(n)));
    expect(await found("runs waiting")).toEqual([5, 4, 1].map((n) => runId(n)));
    const stranger = { slackId: "U2", email: "new@example.com" };
    expect(await answer("runs mine", { context: { user: stranger } })).toEqual({
      title: "No runs found",
      lines: [],
    });
    expect(await refusal("runs mine", { context: { user: { slackId: "U3", email: null } } })).toMatch(
      /doesn't know your email/,
    );
    expect(await refusal("runs", { page: "nonsense" })).toBe("This page is invalid; run the command again.");
  });

  it("shows a run with its actions, its progress and the public part of its problem", async () => {
    expect(await answer(`run ${runId(1)}`)).toEqual({
      title: "Run of connector-owner-from-ticket",
      lines: [
        { name: "Make person 1 an owner", detail: "Ada.Marsh@Example.com, through Jira", link: null },
        { name: "State", detail: "waits for approval" },
        {
          name: "This waits for an approval: it creates a campaign. Somebody with the role approver decides.",
        },
        { name: "Began", at: 1 },
        { name: "Waiting since", at: 1 },
        { name: "Last change", at: 1 },
        { name: "1. Make person 1 an owner." },
        { name: "createConnectorOwner", detail: "accepted by the service" },
        { name: "Open in the console", link: `https://reeve.example.com/runs/${runId(1)}` },
      ],
    });
    expect(Object.keys(details(await answer(`run ${runId(2)}`)))).toContain(
      "This could not be done: Not reached.",
    );
    expect(Object.keys(details(await answer(`run ${runId(3)}`)))).toContain(
      'This could not be done: No role is called "Boss".',
    );
    expect(details(await answer(`run ${runId(5)}`))["createCampaign"]).toBe("unknown, 2 attempts");
    const plain = await answer(`run ${runId(4)}`, { context: { link: () => null } });
    expect(details(plain)["State"]).toBe("held over budget");
    expect(plain.lines.at(-1)?.link).toBeUndefined();
    expect(await refusal(`run ${eventId(1)}`)).toMatch(/^There is no run "evt_/);
  });

  it("reveals no internal errors to users", async () => {
    expect(await refusal("runs", { context: { ledger: null as never } })).toBe(
      "Something went wrong in Reeve. The operators can see it in the log.",
    );
  });
});

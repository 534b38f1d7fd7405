import { describe, expect, it } from "vitest";
import { joiner } from "../../src/automations/joiner.ts";
import { readSettings } from "../../src/kit/settings.ts";
import { tenantAt } from "../governance/tenant.ts";
import { makeContext } from "./support/context.ts";
import { listActions, workerNews } from "./support/workers.ts";

const context = makeContext((await tenantAt("joiner.example.com")).client());

const hired = (worker: object) => workerNews("worker.hired", { worker });
const HOUR_MS = 60 * 60_000;

describe("joiner", () => {
  it.for([
    [{ department: "engineering ", jobTitle: "Sta\ufb00  engineer" }, "owner usr_ada_marsh"],
    [{ department: "Security", jobTitle: "Analyst" }, "reviewer usr_ada_marsh"],
  ] as const)("gives %j the role of the matching rule", async ([worker, owner]) => {
    expect(listActions(await joiner.propose(hired(worker), context)).map(({ target }) => target)).toEqual([
      `connector app_github/con_github_mcp owner ${owner}`,
    ]);
  });

  it.for([{ department: "Engineering", jobTitle: "Intern" }, { department: "Sales" }])(
    "ignores %j, because no rule matches",
    async (worker) => {
      expect(await joiner.propose(hired(worker), context)).toEqual({
        ignore: "no rule matches this department and job title",
      });
    },
  );

  it("applies every matching rule", async () => {
    const rules = [
      { department: "Security", connector: "GitHub MCP", role: "Owner" },
      { jobTitle: "Analyst", connector: "GitHub MCP", role: "Reviewer" },
    ];
    const changed = { ...readSettings(context.settings, "joiner"), rules };
    const settings = { ...context.settings, automations: { joiner: changed } };
    const proposal = await joiner.propose(hired({ department: "Security", jobTitle: "Analyst" }), {
      ...context,
      settings,
    });
    expect(listActions(proposal)).toHaveLength(2);
  });
});

describe("joiner waits up to 48 hours for a fact that a rule needs", () => {
  const LATE = "no rule matches this department and job title; Workday did not report the ";
  it.for([
    [
      "if the department and the title are unknown",
      {},
      "department and job title",
      { ignore: `${LATE}department and job title` },
    ],
    ["if the department is unknown", { jobTitle: "Analyst" }, "department", { ignore: `${LATE}department` }],
    ["if the title is unknown", { department: "Engineering" }, "job title", { ignore: `${LATE}job title` }],
  ] as const)("%s", async ([, worker, what, later]) => {
    const { now, since } = context;
    const known = readSettings(context.settings, "joiner");
    const rules = [...known.rules, { department: "Security", jobTitle: "Lead", connector: "GitHub MCP" }];
    const automations = { joiner: { ...known, rules } };
    const sender = { ...context.sender, isAsked: true };
    const own = { ...context, sender, settings: { ...context.settings, automations } };
    const waiting = { waitUntil: now + 30 * 60_000, for: `the ${what}` };
    expect(await joiner.propose(hired(worker), own)).toEqual(waiting);
    expect(await joiner.propose(hired(worker), { ...own, now: since + 48 * HOUR_MS })).toMatchObject(later);
    const told = { ...own, sender: context.sender };
    expect(await joiner.propose(hired(worker), told)).toMatchObject(later);
    expect(await joiner.propose(hired({ ...worker, department: "Ｓecurity" }), own)).toMatchObject({
      actions: [{}],
    });
  });
});

describe("joiner waits for a user", () => {
  it.for([
    ["is unknown", { email: "new.here@example.com" }, "an enabled governance user with the email new.here@"],
    ["is disabled", { email: "farid.stone@example.com" }, "an enabled governance user with the email farid."],
    ["has no email", { email: "" }, "a work email"],
  ] as const)("who %s, and fails after 48 hours", async ([, worker, what]) => {
    const { now, since } = context;
    const event = hired({ department: "Security", ...worker });
    expect(await joiner.propose(event, context)).toEqual({
      waitUntil: now + 30 * 60_000,
      for: expect.stringContaining(what),
    });
    // The wait never extends past the limit.
    expect(await joiner.propose(event, { ...context, now: since + 47.9 * HOUR_MS })).toMatchObject({
      waitUntil: since + 48 * HOUR_MS,
    });
    await expect(async () =>
      joiner.propose(event, { ...context, now: since + 48 * HOUR_MS }),
    ).rejects.toMatchObject({
      code: "user_not_found",
      message: expect.stringMatching(/^Reeve stopped waiting for .* after 48 hours$/),
    });
  });
});

it("joiner withdraws a worker's waiting plans if the worker leaves", async () => {
  expect(await joiner.propose(workerNews("worker.terminated"), context)).toEqual({
    ignore: "Workday reports Ada Marsh as leaving: nothing to do",
    cancelsEarlier: true,
  });
});

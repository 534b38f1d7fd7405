// The walk-through of docs/approvals.md: a company of three teams, from its settings to the first approval through each
// entry point.
import { afterAll, expect, it } from "vitest";
import { fixture } from "../../../src/cli/send/deliver.ts";
import { interactionWith } from "../../../src/cli/send/slack-forms.ts";
import { settled } from "../../../src/cli/shared/reeve-api.ts";
import { slack as sender } from "../../../src/sandbox/vendors/senders.ts";
import { bytes } from "../../../src/sandbox/vendors/signing.ts";
import { textAt, valueAt } from "../../../src/systems/reading/json.ts";
import { until } from "../../support/until.ts";
import { type SlackStub, slackVariables, startSlack } from "../../vendors/slack.ts";
import { startTeams, type TeamsStub } from "../../vendors/teams.ts";
import { RuledReeve } from "../ruled-reeve.ts";
import { ADA, GITA, HUGO, NORA } from "../tickets.ts";
import { listBlocks, readSection, typeCommands } from "./docs-page.ts";

const IRIS = "iris.vale@example.com";
const GITA_IN_SLACK = "U0GITA0001";
const HOME = "https://reeve.example.com";
const [code = ""] = listBlocks(readSection("docs/approvals.md", "A company of three teams"), "ts");
const [, stated] = /defineConfig\((.*)\);/s.exec(code) ?? [];
const { people, policy } = new Function(`return ${stated}`)();
const [asking = "", deciding = ""] = listBlocks(
  readSection("docs/approvals.md", "The first approval, each way in"),
  "sh",
);

let slack: SlackStub;
let teams: TeamsStub;
afterAll(() => expect([...slack.broken, ...teams.broken]).toEqual([]));
const reeve = RuledReeve.forFile(async (stopped) => {
  const users = { [GITA_IN_SLACK]: { name: "Gita Lund", email: GITA } };
  slack = stopped(await startSlack({ users }));
  teams = stopped(await startTeams());
  return {
    enabled: ["requested-action"],
    people,
    policy,
    slack: { approvalsChannel: "C0APPROVE1" },
    bindings: { ...slackVariables(slack.url), TEAMS_WEBHOOK_URL: teams.webhook, REEVE_URL: HOME },
  };
});

/** Sends what people do in Slack: a click, or a submitted modal. */
async function interact(recorded: string, members: object): Promise<void> {
  const form = interactionWith(fixture("slack", recorded).body, {
    user: { id: GITA_IN_SLACK, username: "gita", team_id: "T0EXAMPLE1" },
    ...members,
  });
  const body = bytes([form]);
  const { headers } = await sender.sign(body, { secret: sender.localSecret, at: Date.now(), id: "" });
  const answer = await fetch(new URL("/hooks/slack", reeve.url), {
    method: "POST",
    headers: { "content-type": sender.contentType, ...headers },
    body,
  });
  expect(answer.status).toBe(200);
}

/** Returns the value of the first button of a kind in a message. */
const buttonIn = (message: unknown, kind: string): string | null =>
  new RegExp(`"action_id":"${kind}"[^}]*?"value":"([^"]+)"`).exec(JSON.stringify(message))?.[1] ??
  new RegExp(`"value":"([^"]+)"[^}]*?"action_id":"${kind}"`).exec(JSON.stringify(message))?.[1] ??
  null;

/** Approves like the form of a page does. */
async function approveOnPage(id: string, page: string, by: string): Promise<void> {
  const { plan } = await reeve.run(id);
  const fields = { decision: "approved", hash: plan?.hash ?? "" };
  expect((await reeve.submit(page, `/runs/${id}/decisions`, fields, by)).status).toBe(303);
}
const approvals = (n: number) => (run: { readonly state: string; readonly approvals: readonly unknown[] }) =>
  run.state === "awaiting_approval" && run.approvals.length === n;

it("a script's request is approved by a manager through Teams' link, in Slack, and with the API", async () => {
  const { event = "" } = JSON.parse(await typeCommands(asking, reeve.url)) as { event?: string };
  const [asked] = (await settled(reeve.url, event)).runs;
  const id = asked?.id ?? "";

  const card = await until("the card in Teams", () =>
    teams.cards.find((one) => JSON.stringify(one).includes(`${HOME}/runs/${id}`)),
  );
  expect(JSON.stringify(card)).toContain(`a manager of ${ADA}`);
  const link = [valueAt(card, "actions")].flat().map((action) => textAt(action, "url"))[0] ?? "";
  await approveOnPage(id, new URL(link).pathname, NORA);
  await reeve.until(id, approvals(1));

  const message = await until("Gita's direct message", () =>
    slack.messages.find((one) => one.channel === GITA_IN_SLACK && buttonIn(one.content, "approve")),
  );
  const views = slack.views.length;
  await interact("click.approve", {
    trigger_id: slack.trigger(),
    response_url: slack.responseUrl("click"),
    actions: [
      {
        type: "button",
        action_id: "approve",
        block_id: "b",
        value: buttonIn(message.content, "approve"),
        action_ts: `${Date.now() / 1000}`,
      },
    ],
  });
  const view = await until("the modal", () => slack.views[views]);
  await interact("submission.approve", {
    view: {
      id: "V1",
      hash: "1",
      callback_id: "decision",
      private_metadata: String(valueAt(view, "private_metadata")),
      state: { values: { comment: { comment: { type: "plain_text_input", value: "seen" } } } },
    },
  });
  const third = await reeve.until(id, approvals(2));

  const typed = deciding.replace("run_…", id).replace('"hash": "…"', `"hash": "${third.plan?.hash}"`);
  expect(await typeCommands(typed, reeve.url)).toContain(id);
  const done = await reeve.until(id, ({ state }) => state === "done");
  expect(done.approvals.map(({ by }) => by)).toEqual([NORA, GITA, HUGO]);
  expect(await reeve.roles()).toEqual(["owner"]);
});

it("a form of the console is confirmed by its requester, and approved by a delegate", async () => {
  const input = {
    tool: "Create issue",
    reason: "nobody uses it",
    id: crypto.randomUUID(),
  };
  const sent = await reeve.submit("/ask/tool.retire", "/ask/tool.retire/sent", input, ADA);
  const at = sent.headers.get("location") ?? "";
  const [, id = ""] = /^\/runs\/(run_[\w-]+)\?done=asked$/.exec(at) ?? [];
  // The form leads to the page to confirm: with the plan, who must decide, and the button to withdraw it; nothing is
  // done before.
  const shown = await reeve.page(at, ADA);
  expect(shown).toContain("Check your request. Nothing is done until you confirm.");
  for (const part of ["Create issue", "somebody of Finance", 'value="confirmed"', 'value="withdrawn"'])
    expect(shown).toContain(part);
  expect(await reeve.page(at, NORA)).not.toContain('value="confirmed"');
  const run = await reeve.until(id, ({ state }) => state === "awaiting_confirmation");
  const confirm = { decision: "confirmed", hash: run.plan?.hash ?? "" };
  expect((await reeve.submit(`/runs/${run.id}`, `/runs/${run.id}/decisions`, confirm, ADA)).status).toBe(303);
  await reeve.until(run.id, approvals(0));
  await approveOnPage(run.id, "/approvals", IRIS);
  await reeve.until(run.id, ({ state }) => state === "done");
});

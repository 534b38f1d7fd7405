import { setTimeout as sleep } from "node:timers/promises";
import { fixture } from "../../src/cli/send/deliver.ts";
import { again, formWith } from "../../src/cli/send/slack-forms.ts";
import { control, startStack } from "../../src/cli/start/stack.ts";
import { slack } from "../../src/sandbox/vendors/senders.ts";
import { bytes } from "../../src/sandbox/vendors/signing.ts";
import { quantile } from "./load.ts";
import type { Figure } from "./table.ts";

const COMMANDS = 100;
/** What the tenant takes for each call. */
const DELAY_MS = 10_000;
const PAUSE_MS = 20;

/** How soon Slack hears that a command was taken in, while every call of the tenant takes ten seconds. */
export async function slackCommands(): Promise<Figure[]> {
  const stack = await startStack();
  try {
    await control(stack.tenant, "POST", "faults", {
      operation: "searchUsers",
      count: 10_000,
      delayMs: DELAY_MS,
    });
    const recorded = fixture("slack", "command.user").body;
    const latencies: number[] = [];
    for (let n = 0; n < COMMANDS; n++) {
      const form = formWith(again(recorded, "https://hooks.slack.com/commands/bench", Date.now()), {
        text: "user ada.marsh@example.com",
      });
      const body = bytes([form]);
      const { headers } = await slack.sign(body, { secret: slack.localSecret, at: Date.now(), id: "" });
      const started = performance.now();
      const response = await fetch(new URL("/hooks/slack", stack.reeve.url), {
        method: "POST",
        headers: { "content-type": slack.contentType, ...headers },
        body,
      });
      if (response.status !== 200 || !(await response.text()).includes("On it"))
        throw new Error(`a command was not taken in: ${response.status}`);
      latencies.push(performance.now() - started);
      await sleep(PAUSE_MS);
    }
    latencies.sort((a, b) => a - b);
    return [
      {
        name: "Slack hears, tenant at 10 s, p99",
        reeve: quantile(latencies, 0.99),
        unit: "ms",
        target: { of: "figure", at: "below", bound: 500 },
        note: `p50 ${quantile(latencies, 0.5).toFixed(1)} ms, of ${COMMANDS} commands one after the other`,
      },
    ];
  } finally {
    await stack.stop();
  }
}

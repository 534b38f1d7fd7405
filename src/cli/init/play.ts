// Sends the user's delivery, signed as its sender signs, to a Reeve with the present src/config.ts.
import { printable } from "../../base/text.ts";
import type { Run } from "../../runs/run.ts";
import { senders } from "../../sandbox/vendors/senders.ts";
import { deliver } from "../send/deliver.ts";
import { planLines } from "../send/result.ts";
import { devVars } from "../shared/dev-vars.ts";
import { recordedRun, settled } from "../shared/reeve-api.ts";
import { randomSecrets } from "../start/data-folder.ts";
import { LOCAL_SECRETS, startReeve } from "../start/stack.ts";
import type { Reading } from "./delivery.ts";

type Outcome = "would do this" | "would wait" | "plans nothing";

/**
 * Starts Reeve on the tenant of .dev.vars without keeping data, and sends it the delivery.
 * @param automation The automation whose run is the result
 * @returns the result and its page, which is available until the returned `stop` is called
 * @throws Error if the delivery is not accepted
 */
export async function play({ source, body, headers }: Reading, automation: string) {
  const sender = senders.find((one) => one.source === source.name);
  if (!sender) throw new Error(`npm run send can't play ${source.name}`);
  const secrets = randomSecrets(LOCAL_SECRETS);
  const reeve = await startReeve({ entry: "src/cli/init/worker.ts", bindings: { ...devVars(), ...secrets } });
  const stop = () => reeve.stop();
  try {
    const { url } = reeve;
    const secret = secrets[source.secretVariable] ?? "";
    const response = await deliver(url, sender, { body, headers }, { secret });
    const answer = (await response.json()) as { readonly event?: string; readonly detail?: string };
    if (!answer.event)
      throw new Error(`your delivery was not accepted: ${response.status} ${answer.detail ?? ""}`.trim());
    const { runs, declined } = await settled(url, answer.event);
    const found = runs.find((one) => one.automation === automation);
    if (!found) {
      const lines = declined.map(({ reason }) => `the delivery is not for ${automation}: ${reason}`);
      return { lines, outcome: NOTHING, page: `${url.origin}/events/${answer.event}`, stop };
    }
    const run = await recordedRun(url, found.id);
    const outcome = OUTCOMES[run.state] ?? NOTHING;
    return { lines: resultLines(run), outcome, page: `${url.origin}/runs/${run.id}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const NOTHING: Outcome = "plans nothing";
const OUTCOMES: { readonly [State in Run["state"]]?: Outcome } = {
  dry_run: "would do this",
  scheduled: "would wait",
};

const resultLines = (run: Run): string[] =>
  [...planLines(run), run.ignored ?? [], run.state === "scheduled" ? `for ${run.scheduledFor}` : []]
    .flat()
    .map(printable);

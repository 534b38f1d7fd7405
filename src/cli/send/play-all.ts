// Sends every recording, and finds how each ends.
import { readFileSync } from "node:fs";
import { RUN_STATE } from "../../ledger/states.ts";
import { senders, slack } from "../../sandbox/vendors/senders.ts";
import { momentAt } from "../../sandbox/vendors/template.ts";
import { askReeve, recordedRun, settled } from "../shared/reeve-api.ts";
import { deliver, ENDINGS, fixture, fixtures } from "./deliver.ts";
import { converse, readable } from "./slack.ts";

/** Longest wait for Slack's answers: a busy machine may take long. */
const PATIENCE_MS = 60_000;

/**
 * Sends every recording to a local stack, one after the other, and takes back what then waits: the next one about the
 * same person finds nothing under way.
 * @param findSecret The secret that a source signs with; `undefined` for the usual one
 * @returns how each ended, how it ends in an idle stack ("" for one's own, of which nothing is said), and how many were sent
 */
export async function* playAll(reeve: URL, findSecret: (source: string) => string | undefined) {
  const known: Readonly<Record<string, Record<string, string>>> = JSON.parse(readFileSync(ENDINGS, "utf8"));
  const all = [...senders, slack].flatMap((sender) =>
    fixtures(sender.source).map((recording) => ({ sender, recording })),
  );
  // A removed ticket asks for nothing any more, whatever comes in of it later.
  const isRemoval = ({ recording }: { readonly recording: string }) => /remove|delete/.test(recording);
  const inOrder = [...all.filter((one) => !isRemoval(one)), ...all.filter(isRemoval)];
  for (const [n, { sender, recording }] of inOrder.entries()) {
    const { source } = sender;
    const secret = findSecret(source);
    const recorded = fixture(source, recording, momentAt(Date.now()));
    let ended: string;
    if (sender === slack) {
      const { atOnce, later } = await converse(reeve, recorded.body, { secret, patienceMs: PATIENCE_MS });
      ended = readable(later.at(-1) ?? atOnce).split("\n")[0] ?? "";
    } else {
      const response = await deliver(reeve, sender, recorded, { secret });
      const answer = (await response.json()) as { event?: string; events?: string[]; detail?: string };
      const events = answer.events ?? (answer.event === undefined ? [] : [answer.event]);
      const endings = new Set(await Array.fromAsync(events, (event) => findEnding(reeve, event)));
      ended = response.ok ? [...endings].join("; ") : `${response.status} ${answer.detail ?? ""}`;
    }
    const expected = known[source]?.[recording] ?? "";
    yield { source, recording, ended, expected, done: n + 1, of: inOrder.length };
  }
}

/** The outcome of an event: `automation state` of its runs that are not ignored; `ignored` if none acts. */
async function findEnding(reeve: URL, eventId: string): Promise<string> {
  const { runs } = await settled(reeve, eventId);
  const said = runs
    .filter(({ state }) => state !== "ignored")
    .map(async ({ id, automation, state }) => {
      const { problem } = await recordedRun(reeve, id);
      if (!RUN_STATE[state].over)
        await askReeve(reeve, `runs/${id}/decisions`, {
          decision: "cancelled",
          reason: "the next recording comes",
        });
      return `${automation} ${RUN_STATE[state].words}${problem ? ` (${problem.code})` : ""}`;
    });
  return (await Promise.all(said)).sort().join(", ") || "ignored";
}

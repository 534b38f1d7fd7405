// Replays archived events through the GitHub source of a real Reeve, twice: the repetition must change nothing.
import { deliver } from "../../src/cli/send/deliver.ts";
import { startStack } from "../../src/cli/start/stack.ts";
import { github } from "../../src/sandbox/vendors/senders.ts";
import { until } from "../support/until.ts";
import { type ArchivedEvent, archivedEvents } from "./events.ts";

/** Maximum concurrent deliveries. */
const AT_ONCE = 32;

/** GitHub's webhook names for archived events. */
const HOOKS: Readonly<Record<string, string>> = {
  IssuesEvent: "issues",
  IssueCommentEvent: "issue_comment",
  PushEvent: "push",
  WatchEvent: "watch",
  PullRequestEvent: "pull_request",
  CreateEvent: "create",
  ForkEvent: "fork",
};

/** A request is approved by closing it as completed; no other approval is needed. */
const RULES = {
  enabled: ["connector-owner-from-ticket"],
  fields: { github: { user: "User", connector: "Connector", role: "Role" } },
  automations: { "connector-owner-from-ticket": { requestType: "Connector owner", status: "completed" } },
};

interface Answered {
  readonly status: number;
  readonly event?: string;
  readonly ignored?: string;
}

export interface Replayed {
  readonly deliveries: number;
  /** Number of deliveries that led to a run. */
  readonly taken: number;
  readonly plans: number;
  /** Differences between both times, one sentence each. */
  readonly differences: readonly string[];
}

/** Sends the events of a seed twice, and compares responses, runs and plans. */
export async function replay(count: number, seed: number): Promise<Replayed> {
  const stack = await startStack({
    entry: "test/support/reeve-with-rules.ts",
    bindings: { RULES: JSON.stringify(RULES) },
  });
  try {
    const now = Date.now();
    const ledger = (await stack.reeve.miniflare.getD1Database("LEDGER")) as unknown as D1Database;
    const read = async () => {
      const { results } = await ledger
        .prepare("SELECT id, event_id AS event, state, run->>'$.plan.hash' AS hash FROM runs ORDER BY id")
        .all<{ id: string; event: string; state: string; hash: string | null }>();
      return results;
    };
    const send = async () => {
      const answers: Answered[] = [];
      const events = archivedEvents(count, seed, now);
      const connection = async () => {
        for (const event of events)
          answers[Number(event.id.slice(-6))] = await sendOne(stack.reeve.url, event);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, connection));
      return answers;
    };
    const settled = async (taken: number) =>
      until("the end of all runs", async () => {
        const runs = await read();
        const isOver = runs.every(({ state }) => !["planning", "acting"].includes(state));
        return new Set(runs.map(({ event }) => event)).size === taken && isOver && runs;
      });

    const first = await send();
    const taken = first.filter(({ status }) => status === 202);
    const before = await settled(new Set(taken.map(({ event }) => event)).size);
    const second = await send();
    const after = await settled(new Set(taken.map(({ event }) => event)).size);
    return {
      deliveries: first.length,
      taken: taken.length,
      plans: before.filter(({ hash }) => hash !== null).length,
      differences: [
        ...first.flatMap((one, n) => findDifference(one, second[n]) ?? []),
        ...(JSON.stringify(before) === JSON.stringify(after) ? [] : ["other runs or plans the second time"]),
      ],
    };
  } finally {
    await stack.stop();
  }
}

/**
 * Returns the difference between two responses, or `null`: a repeated delivery must be recognized by its event, and an
 * ignored one must be ignored for the same reason.
 */
function findDifference(first: Answered, second: Answered | undefined): string | null {
  const isSame =
    first.status === 202
      ? second?.status === 200 && second.event === first.event
      : first.status === 200 && second?.status === 200 && second.ignored === first.ignored;
  return isSame ? null : `${JSON.stringify(first)} became ${JSON.stringify(second)}`;
}

async function sendOne(reeve: URL, { id, type, actor, repo, payload }: ArchivedEvent): Promise<Answered> {
  const body = JSON.stringify({
    ...payload,
    repository: { id: repo.id, full_name: repo.name },
    sender: { id: actor.id, login: actor.login },
  });
  const headers = { "x-github-event": HOOKS[type] ?? "" };
  const answer = await deliver(reeve, github, { body, headers }, { id: `archive-${id}` });
  const said = (await answer.json()) as Omit<Answered, "status">;
  return { ...said, status: answer.status };
}

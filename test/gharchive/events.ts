// Generates events in GH Archive's format from a seed: its hourly files have one JSON object per line. Source:
// gharchive.org, and docs.github.com/en/rest/using-the-rest-api/github-event-types
import { Random } from "../simulation/random.ts";

/** An event in GH Archive's format. */
export interface ArchivedEvent {
  readonly id: string;
  readonly type: string;
  readonly actor: Account;
  readonly repo: { readonly id: number; readonly name: string; readonly url: string };
  readonly payload: Readonly<Record<string, unknown>>;
  readonly public: true;
  readonly created_at: string;
  readonly org?: Account;
}
interface Account {
  readonly id: number;
  readonly login: string;
  readonly gravatar_id: "";
  readonly url: string;
  readonly avatar_url: string;
}

/** The sample's repository for requests; all others belong to other organizations. */
const OURS = "acme/access";
const PEOPLE = ["ada.marsh@example.com", "bram.cole@example.com", "hugo.pike@example.com"] as const;
const WORDS =
  "flaky build on main when the cache is cold crash after update docs typo in réadme 型が違う 🚀".split(" ");

/** Percentage of events of each type. */
const TYPES = [
  ["IssueCommentEvent", 30],
  ["IssuesEvent", 30],
  ["PushEvent", 25],
  ["WatchEvent", 6],
  ["PullRequestEvent", 5],
  ["CreateEvent", 2],
  ["ForkEvent", 2],
] as const;
/** Number of events about our repository among a thousand events about issues. */
const OURS_IN_A_THOUSAND = 150;

const account = (id: number, login: string): Account => ({
  id,
  login,
  gravatar_id: "",
  url: `https://api.github.com/users/${login}`,
  avatar_url: `https://avatars.githubusercontent.com/u/${id}?`,
});

/**
 * Generates events, oldest first. The same seed gives the same events. @param until Time of the last event, in Unix
 * milliseconds
 */
export function* archivedEvents(count: number, seed: number, until: number): Generator<ArchivedEvent> {
  const random = new Random(seed);
  const sentence = () => Array.from({ length: random.between(3, 12) }, () => random.among(WORDS)).join(" ");
  for (let n = 0; n < count; n++) {
    const at = new Date(until - (count - n) * 20).toISOString().replace(/\.\d+Z$/, "Z");
    const type = pickType(random);
    const isOurs = /^Issue/.test(type) && random.between(1, 1_000) <= OURS_IN_A_THOUSAND;
    const owner = isOurs ? "acme" : `org-${random.between(1, 400)}`;
    const name = isOurs ? OURS : `${owner}/repo.${random.between(1, 30)}`;
    const actor = account(random.between(1_000, 90_000), `dev-${random.between(1, 5_000)}`);
    yield {
      id: String(40_000_000_000 + seed * 1_000_000 + n),
      type,
      actor,
      repo: { id: random.between(1, 1e9), name, url: `https://api.github.com/repos/${name}` },
      payload: makePayload(type, { random, sentence, name, at, n, isOurs }),
      public: true,
      created_at: at,
      ...(random.chance(0.6) && { org: account(random.between(1, 1e6), owner) }),
    };
  }
}

function pickType(random: Random): (typeof TYPES)[number][0] {
  let left = random.between(1, 100);
  for (const [type, share] of TYPES) {
    left -= share;
    if (left <= 0) return type;
  }
  return "ForkEvent";
}

interface Making {
  readonly random: Random;
  readonly sentence: () => string;
  readonly name: string;
  readonly at: string;
  readonly n: number;
  readonly isOurs: boolean;
}

function makePayload(type: string, making: Making): Readonly<Record<string, unknown>> {
  const { random, sentence, name, at, n } = making;
  const base = `https://api.github.com/repos/${name}`;
  switch (type) {
    case "IssuesEvent":
      return makeIssue(random.pick("closed", "closed", "opened", "reopened", "labeled"), making);
    case "IssueCommentEvent": {
      const comment = {
        id: 2_000_000_000 + n,
        url: `${base}/issues/comments/${n}`,
        user: account(random.between(1, 9_999), "commenter"),
        created_at: at,
        updated_at: at,
        author_association: "CONTRIBUTOR",
        body: sentence(),
      };
      return { ...makeIssue("created", making), comment };
    }
    case "PushEvent":
      return {
        repository_id: n,
        push_id: 10_000 + n,
        ref: "refs/heads/main",
        head: hex(random),
        before: hex(random),
        commits: [{ sha: hex(random), message: sentence(), distinct: true }],
      };
    case "PullRequestEvent":
      return { action: "opened", number: n, pull_request: { id: n, number: n, title: sentence() } };
    case "CreateEvent":
      return { ref: "v1", ref_type: "tag", master_branch: "main", pusher_type: "user" };
    case "ForkEvent":
      return { forkee: { id: n, full_name: `dev/${n}` } };
    default:
      return { action: "started" };
  }
}

function makeIssue(action: string, { random, sentence, name, at, n, isOurs }: Making) {
  const number = random.between(1, 4_000);
  const isClosed = action === "closed";
  const form = `### User\n\n${random.pick(...PEOPLE)}\n\n### Connector\n\nGitHub MCP\n\n### Role\n\n${random.pick("Owner", "Reviewer")}\n`;
  const issue = {
    url: `https://api.github.com/repos/${name}/issues/${number}`,
    html_url: `https://github.com/${name}/issues/${number}`,
    id: 3_000_000_000 + n,
    number,
    title: sentence(),
    user: account(random.between(1, 9_999), `author-${random.between(1, 99)}`),
    labels: isOurs
      ? [{ id: 1, name: "request: Connector owner", color: "1d76db" }]
      : [{ id: 2, name: "bug" }],
    state: isClosed ? "closed" : "open",
    ...(isClosed && { state_reason: random.pick("completed", "completed", "not_planned"), closed_at: at }),
    locked: false,
    assignees: [],
    comments: random.between(0, 40),
    created_at: at,
    updated_at: at,
    author_association: "NONE",
    body: isOurs ? form : sentence(),
    ...(random.chance(0.2) &&
      !isOurs && { pull_request: { url: `https://api.github.com/repos/${name}/pulls/1` } }),
  };
  return { action, issue };
}

const hex = (random: Random): string =>
  Array.from({ length: 5 }, () =>
    Math.floor(random.next() * 2 ** 32)
      .toString(16)
      .padStart(8, "0"),
  ).join("");

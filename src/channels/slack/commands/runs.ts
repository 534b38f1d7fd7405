// The commands about runs.
import { Problem } from "../../../base/problem.ts";
import { callWords } from "../../../desk/run/journal.ts";
import { readCursor } from "../../../ledger/cursor.ts";
import { readEvent } from "../../../ledger/events.ts";
import { readRunHeadlines } from "../../../ledger/headlines.ts";
import { readRun } from "../../../ledger/history.ts";
import { listRuns } from "../../../ledger/runs.ts";
import type { RunSummary } from "../../../ledger/shapes.ts";
import { NEEDING_RUN_STATES, RUN_STATE } from "../../../ledger/states.ts";
import { factLines, PAGE_SIZE } from "../../../lookups/lookup.ts";
import { titleWords } from "../../../systems/headline.ts";
import { type AnswerLine, publicWordsOfProblem } from "../answer.ts";
import type { Command, ReadContext } from "./command.ts";

const CHOICES = ["mine", "failed", "waiting"];

export const runs: Command = {
  name: "runs",
  usage: "runs [mine | failed | waiting]",
  help: "The newest runs: all, those you asked for, those that failed, or those that wait for a person.",
  async answer(text, { ledger, user, link }, page) {
    const which = text.trim().toLowerCase();
    if (which !== "" && !CHOICES.includes(which))
      throw new Problem(
        "request_unclear",
        `"${which}" was not understood; it is one of ${CHOICES.join(", ")}.`,
      );
    if (which === "mine" && user.email === null)
      throw new Problem("request_unclear", "I don't know your email, so I can't find your requests.");
    const cursor = page === undefined ? undefined : readCursor(page, ["string"]);
    if (cursor === null) throw new Problem("request_unclear", "There is no such page.");
    const { items, next } = await listRuns(
      ledger,
      {
        ...(which === "mine" && user.email !== null && { requester: user.email }),
        ...(which === "failed" && { state: "failed" }),
        ...(which === "waiting" && { states: NEEDING_RUN_STATES }),
      },
      { limit: PAGE_SIZE, cursor },
    );
    return {
      title: items.length > 0 ? "Runs" : "No runs found",
      lines: items.map((run) => formatRunLine(run, link)),
      ...(next && { next }),
    };
  },
};

export const runCommand: Command = {
  name: "run",
  usage: "run <id>",
  help: "One run: what it does, how far it is, and why it could not go on.",
  async answer(text, context) {
    const id = text.trim();
    const found = await readRun(context.ledger, id);
    if (!found)
      throw new Problem("request_unclear", `There is no run "${id}". "runs" lists the newest ones.`);
    const { plan, journal, state, mode, asks, ignored, problem, ended, sameAs } = found;
    const [event, named] = await Promise.all([
      readEvent(context.ledger, found.eventId),
      readRunHeadlines(context.ledger, sameAs ? [sameAs] : []),
    ]);
    const same = named.get(sameAs ?? "");
    const facts = factLines({
      State: `${RUN_STATE[state].words}${mode === "dry_run" ? ", in a dry run" : ""}`,
      "Needs approval": Array.isArray(asks) && state === "awaiting_approval" ? asks.join("; ") : null,
      "Nothing to do": ignored,
      Problem: isProblem(problem) ? publicWordsOfProblem(problem) : null,
      "Ended by": isReason(ended) ? `${ended.by}: ${ended.reason}` : null,
    });
    const headline = event?.headline ?? null;
    const { askedBy = null, url = null, way = null } = headline ?? {};
    const asked = [askedBy?.name, way && `through ${way}`].filter(Boolean).join(", ");
    const lines: AnswerLine[] = [
      {
        name: titleWords(headline, found.subject),
        ...(asked && { detail: asked }),
        ...(url && { link: url }),
      },
      ...facts,
      ...(sameAs
        ? [
            withLink(
              { name: "The run that does it", detail: titleWords(same?.headline ?? null, sameAs) },
              context.link(`/runs/${sameAs}`),
            ),
          ]
        : []),
      { name: "Began", at: found.createdAt },
      { name: "Last change", at: found.updatedAt },
      ...(plan?.actions ?? []).map(({ summary }, n) => ({ name: `${n + 1}. ${summary}` })),
      ...journal.map((entry) => ({
        name: entry.operation,
        detail: `${callWords(entry)}${entry.attempts > 1 ? `, ${entry.attempts} attempts` : ""}`,
      })),
    ];
    const page = context.link(`/runs/${found.id}`);
    return {
      title: `Run of ${found.automation}`,
      lines: [...lines, ...(page ? [{ name: "Open in the console", link: page }] : [])],
    };
  },
};

export function formatRunLine(run: RunSummary, link: ReadContext["link"]): AnswerLine {
  const { automation, headline, state, actions, ignored, problem, createdAt } = run;
  const [first, ...others] = actions;
  const plan = first && (others.length > 0 ? `${first} And ${others.length} more.` : first);
  const what = [plan || ignored, problem && publicWordsOfProblem(problem)].filter(Boolean).join(" ");
  const line = {
    name: titleWords(headline, `A run of ${automation}`),
    at: createdAt,
    detail: [RUN_STATE[state].words, automation, what].filter(Boolean).join(" · "),
  };
  return withLink(line, link(`/runs/${run.id}`));
}

const withLink = (line: AnswerLine, link: ReturnType<ReadContext["link"]>): AnswerLine =>
  link === null ? line : { ...line, link };

const isProblem = (value: unknown): value is { code: string; message: string; public?: unknown } =>
  typeof value === "object" && value !== null && "code" in value && "message" in value;
const isReason = (value: unknown): value is { by: string; reason: string } =>
  typeof value === "object" && value !== null && "by" in value && "reason" in value;

// What the scenes of the demo share: printing, waiting, and showing a run.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { callWords } from "../../desk/run/call-words.ts";
import type { Run } from "../../desk/run/run.ts";
import { recordedRun, settled } from "../shared/reeve-api.ts";
import type { Stack } from "../start/stack.ts";

export const narrate = (line = ""): void => console.log(line);

/** A list, below a line that says what it is of. */
export function list(lines: readonly string[]): void {
  for (const line of lines.length > 0 ? lines : ["nobody"]) narrate(`  ${line}`);
}

/** What happens next, on a line of its own. */
export function scene(line: string): void {
  narrate();
  narrate(line);
}

/** The runs of an event, once they are over or wait; told as they stand. */
export async function showRuns(url: URL, event: string): Promise<Run[]> {
  const { runs } = await settled(url, event);
  const recorded = await Promise.all(runs.map(({ id }) => recordedRun(url, id)));
  for (const run of recorded) showRun(run);
  return recorded;
}

/** The one run of an automation among those of an event. */
export async function showRunOf(url: URL, event: string, automation: string): Promise<Run> {
  const run = (await showRuns(url, event)).find((one) => one.automation === automation);
  assert.ok(run, `${automation} has a run`);
  return run;
}

function showRun({
  id,
  automation,
  state,
  createdAt,
  updatedAt,
  plan,
  asks,
  journal,
  ignored,
  problem,
  notice,
}: Run): void {
  narrate(`Run ${id} of ${automation}: ${state} in ${updatedAt - createdAt} ms`);
  if (notice) narrate(`  notice  ${notice.title}: ${notice.summary}`);
  if (ignored) narrate(`  ignored ${ignored}`);
  for (const { summary } of plan?.actions ?? []) narrate(`  plan    ${summary}`);
  if (state === "awaiting_approval") for (const ask of asks) narrate(`  asks    ${ask}`);
  for (const entry of journal)
    narrate(`  effect  ${entry.operation}: ${callWords(entry)}, sent ${entry.attempts}×`);
  if (problem) narrate(`  problem ${problem.message}`);
}

/** `POST /api/…`, signed in as somebody. @throws Error where it is refused */
export async function post<Answer>(
  { reeve }: Stack,
  path: string,
  body: object,
  operator: string,
): Promise<Answer> {
  const response = await fetch(new URL(`/api/${path}`, reeve.url), {
    method: "POST",
    headers: { "content-type": "application/json", "reeve-operator": operator },
    body: JSON.stringify({ reason: "the demo", ...body }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

export async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (let n = 0; n < 600; n++) {
    if (await holds()) return;
    await sleep(50);
  }
  throw new Error(what);
}

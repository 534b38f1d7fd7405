/** A leaver whom several systems report, at several desks and over a kill, has one plan. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deliver, fixture } from "../../src/cli/send/deliver.ts";
import { deskOf } from "../../src/desk/directory.ts";
import { senders } from "../../src/sandbox/vendors/senders.ts";
import { RuledReeve } from "./ruled-reeve.ts";

const folder = mkdtempSync(join(tmpdir(), "reeve-leaver-"));
const start = () =>
  RuledReeve.start({
    enabled: ["leaver"],
    // HR systems do not say who asked.
    policy: { unknownRequestersFrom: ["workday", "merge", "entra"] },
    persist: folder,
    bindings: { DESKS: "4" },
  });

let reeve: RuledReeve;
beforeAll(async () => {
  reeve = await start();
}, 120_000);
afterAll(async () => {
  await reeve.stop();
  rmSync(folder, { recursive: true });
});

/** Delivers what a system reports. @returns the id of its event */
async function send(source: string, name: string, change: (body: string) => string = (body) => body) {
  const sender = senders.find((one) => one.source === source);
  if (!sender) throw new Error(`nobody plays ${source}`);
  const { body, headers } = fixture(source, name);
  const response = await deliver(reeve.url, sender, { body: change(body), headers });
  if (response.status !== 202) throw new Error(`not taken in: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { event: string }).event;
}

/** A worker of Workday's whose events come in at another desk than those of Merge's. */
const id = ["w-1", "w-2", "w-3", "w-4", "w-5", "w-6"].find(
  (one) =>
    deskOf(4, `workday:${one}`) !==
    deskOf(4, `merge:${JSON.parse(fixture("merge", "Employee.removed").body).data.id}`),
);

/** Workday's notice of that worker, whom the others report as well, in effect now. */
function now(body: string): string {
  const notice = JSON.parse(body);
  const worker = { ...notice.worker, id, name: "Hugo Pike", email: "hugo.pike@example.com" };
  return JSON.stringify({ ...notice, effectiveOn: null, worker });
}

it("of two systems at once", async () => {
  const events = await Promise.all([send("workday", "terminated", now), send("merge", "Employee.removed")]);
  const runs = await Promise.all(
    events.map((event) => reeve.runOf(event, "leaver", "awaiting_approval", "ignored")),
  );
  expect(new Set(runs.map(({ subject }) => deskOf(4, subject))).size).toBe(2);
  const [planned, same] = runs.sort((one) => (one.plan ? -1 : 1));
  expect(planned?.state).toBe("awaiting_approval");
  expect(same).toMatchObject({ state: "ignored", plan: null, sameAs: planned?.id });

  await reeve.stop();
  reeve = await start();
  const third = await reeve.runOf(await send("entra", "leaver"), "leaver", "ignored");
  expect(third).toMatchObject({ sameAs: planned?.id, ignored: expect.stringContaining("already under way") });
  // Whoever reads of it anywhere is led to that run, by what people call it.
  for (const path of [`/runs/${third.id}`, `/events/${third.eventId}`, `/runs?state=ignored`]) {
    const page = await (await fetch(new URL(path, reeve.url))).text();
    expect(page, path).toMatch(
      new RegExp(
        `already under way, as \\w+ reported it</bdi>: <a href="/runs/${planned?.id}"><bdi>[^<]*Hugo Pike`,
      ),
    );
  }
  const trail = await (await fetch(new URL(`/audit?run=${third.id}`, reeve.url))).text();
  expect(trail).toContain(`<a href="/runs/${planned?.id}">the run that does it</a>`);
  const listed = await (await fetch(new URL(`/api/runs?event=${third.eventId}`, reeve.url))).json();
  expect(listed).toMatchObject({
    items: [{ sameAs: planned?.id, sameAsHeadline: { title: expect.stringContaining("Hugo Pike") } }],
  });

  if (planned) await reeve.approved(planned);
  expect(await reeve.campaigns("leaver: Hugo Pike")).toHaveLength(1);
});

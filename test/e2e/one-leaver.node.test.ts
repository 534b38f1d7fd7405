/** Tests that a leaver whom several systems report, at several desks and across a crash, has one plan. */
import { expect, it } from "vitest";
import { fixture } from "../../src/cli/send/deliver.ts";
import { nameDesk } from "../../src/desk/directory.ts";
import { RuledReeve } from "./ruled-reeve.ts";

const reeve = RuledReeve.forFile({
  enabled: ["leaver"],
  // HR systems do not name the requester.
  policy: { unknownRequestersFrom: ["workday", "merge", "entra"] },
  keeps: true,
  bindings: { DESKS: "4" },
});

/** A Workday worker whose events go to a desk other than Merge's. */
const id = ["w-1", "w-2", "w-3", "w-4", "w-5", "w-6"].find(
  (one) =>
    nameDesk(4, `workday:${one}`) !==
    nameDesk(4, `merge:${JSON.parse(fixture("merge", "Employee.removed").body).data.id}`),
);

/** Returns Workday's notice of that worker, whom the others report too, with immediate effect. */
function now(body: string): string {
  const notice = JSON.parse(body);
  const worker = { ...notice.worker, id, name: "Hugo Pike", email: "hugo.pike@example.com" };
  return JSON.stringify({ ...notice, effectiveOn: null, worker });
}

it("a leaver whom two systems report concurrently has one plan", async () => {
  const events = await Promise.all([
    reeve.report("workday", "terminated", now),
    reeve.report("merge", "Employee.removed"),
  ]);
  const runs = await Promise.all(
    events.map((event) => reeve.runOf(event, "leaver", "awaiting_approval", "ignored")),
  );
  expect(new Set(runs.map(({ subject }) => nameDesk(4, subject))).size).toBe(2);
  const [planned, same] = runs.sort((one) => (one.plan ? -1 : 1));
  expect(planned?.state).toBe("awaiting_approval");
  expect(same).toMatchObject({ state: "ignored", plan: null, sameAs: planned?.id });

  await reeve.restart();
  const third = await reeve.runOf(await reeve.report("entra", "leaver"), "leaver", "ignored");
  expect(third).toMatchObject({
    sameAs: planned?.id,
    ignored: expect.stringContaining("already in progress"),
  });
  // Every page links to that run, by its title for people.
  for (const path of [`/runs/${third.id}`, `/events/${third.eventId}`, `/runs?state=ignored`]) {
    expect(await reeve.page(path), path).toMatch(
      new RegExp(
        `already in progress after a report from \\w+</bdi>: <a href="/runs/${planned?.id}"><bdi>[^<]*Hugo Pike`,
      ),
    );
  }
  expect(await reeve.page(`/audit?run=${third.id}`)).toContain(
    `<a href="/runs/${planned?.id}">run that does the same</a>`,
  );
  expect(await reeve.get(`runs?event=${third.eventId}`)).toMatchObject({
    items: [{ sameAs: planned?.id, sameAsHeadline: { title: expect.stringContaining("Hugo Pike") } }],
  });

  if (planned) await reeve.approved(planned, "awaiting_follow_up");
  expect(await reeve.campaigns("leaver: Hugo Pike")).toHaveLength(1);
});

// Types the commands of docs/live/going-live.md as printed: an automation only plans, acts, and only plans again. Compares
// the outputs.
import { expect, it } from "vitest";
import { RuledReeve } from "../ruled-reeve.ts";
import { IRIS } from "../tickets.ts";
import { listBlocks, readSection, toPattern, typeCommands } from "./docs-page.ts";

const PAGE = readSection("docs/live/going-live.md");
const [compare = "", again = "", watch = "", back = ""] = listBlocks(PAGE, "sh");
const [seen = /^$/, rerun = /^$/, watched = /^$/, stopped = /^$/] = listBlocks(PAGE, "text").map(toPattern);
const [dry = ""] = listBlocks(PAGE, "ts");
const read = (code: string) => new Function(`return (${code})`)();
const [, rule = ""] = /`(\{ when: .*?\})`/.exec(PAGE) ?? [];
const policy = { unknownRequestersFrom: ["workday"], approvals: [read(rule)] };
const { dryRun } = read(`{${dry}}`).policy;
const reeve = RuledReeve.forFile({ enabled: ["leaver"], keeps: true, policy: { ...policy, dryRun } });
const type = (commands: string) => typeCommands(`${compare.split("\n")[0]}\n${commands}`, reeve.url);
/** Reports a leaver. Each leaver needs another name, because a person has only one plan. */
const leave = (name = "Ada Marsh") =>
  reeve.report("workday", "terminated", (body) => {
    const notice = JSON.parse(body);
    const email = `${name.toLowerCase().replace(" ", ".")}@example.com`;
    const worker = { ...notice.worker, id: name, name, email };
    return JSON.stringify({ ...notice, id: crypto.randomUUID(), worker });
  });

it("the commands of docs/live/going-live.md take an automation live and back to dry runs", async () => {
  const event = await leave();
  await reeve.runOf(event, "leaver", "dry_run");
  expect(await type(compare)).toMatch(seen);

  await reeve.restart({ policy });
  expect(await type(again.replace("evt_…", event))).toMatch(rerun);
  const run = await reeve.runOf(event, "leaver", "awaiting_approval");
  expect(await reeve.approve(run, IRIS)).toMatchObject({ status: 200 });
  await reeve.until(run.id, ({ state }) => state === "awaiting_follow_up");
  await reeve.minute();
  await expect.poll(() => type(watch)).toMatch(watched);

  const waits = await reeve.runOf(await leave("Hugo Pike"), "leaver", "awaiting_approval");
  expect(await type(back)).toMatch(stopped);
  await reeve.until(waits.id, ({ state }) => state === "cancelled");
  const late = await reeve.runOf(await leave("Hugo Pike"), "leaver", "awaiting_approval");
  expect(await reeve.approve(late, IRIS)).toMatchObject({ status: 200 });
  await reeve.until(late.id, ({ state }) => state === "dry_run");
});

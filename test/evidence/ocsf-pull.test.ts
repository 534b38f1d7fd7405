import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { Env } from "../../src/env.ts";
import { chain, FIRST_PREVIOUS } from "../../src/ledger/audit-chain.ts";
import { endErasing } from "../../src/ledger/people/erasing.ts";
import { findPseudonyms, putTextsBeside } from "../../src/ledger/people/texts.ts";
import { record } from "../../src/ledger/record.ts";
import { auditEntry, LEDGER, migrateLedger } from "../ledger/ledger.ts";
import { app } from "../support/app.ts";

const ADA = "ada.marsh@example.com";
const closed = env as unknown as Env;

/** Records the entries `from` to `to` of a desk. @returns the hash of the last one */
async function note(desk: string, from: number, to: number, previous = FIRST_PREVIOUS) {
  const entries = Array.from({ length: to - from + 1 }, (_, n) =>
    auditEntry(from + n, {
      desk,
      type: "approval.granted",
      actor: ADA,
      detail: { automation: "leaver", reason: "Ada Marsh said so" },
    }),
  );
  const links = await chain(
    previous,
    await putTextsBeside(entries, (handles) => findPseudonyms(LEDGER, handles)),
  );
  await record(LEDGER, [], [], links);
  return links.at(-1)?.hash ?? previous;
}

async function pull(after?: string) {
  const query = after === undefined ? "" : `?${new URLSearchParams({ after })}`;
  const answer = await app.request(`/api/audit.ocsf.ndjson${query}`, {}, { ...closed, LOCAL_STACK: "yes" });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
  const events = (await answer.text())
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  return {
    events,
    ids: events.map(({ metadata }) => metadata.uid),
    position: answer.headers.get("reeve-position"),
  };
}

let end = "";
await migrateLedger();
end = await note("desk-0", 1, 1_200);
await note("desk-1", 1, 3);

it("the export is ordered by desk, and continues after the position of the previous response", async () => {
  const first = await pull();
  const all = Array.from({ length: 1_200 }, (_, n) => `desk-0:${n + 1}`);
  expect(first.ids).toEqual([...all, "desk-1:1", "desk-1:2", "desk-1:3"]);
  expect(first.position).toBe("desk-0:1200,desk-1:3");
  expect(await pull("desk-0:1200,desk-1:3")).toEqual({ events: [], ids: [], position: first.position });
  await note("desk-0", 1_201, 1_202, end);
  const next = await pull("desk-0:1200,desk-1:2");
  expect(next.ids).toEqual(["desk-0:1201", "desk-0:1202", "desk-1:3"]);
  expect(next.position).toBe("desk-0:1202,desk-1:3");
});

it("the export rejects an invalid position, and any request while Access is not configured", async () => {
  const answer = await app.request("/api/audit.ocsf.ndjson?after=12", {}, { ...closed, LOCAL_STACK: "yes" });
  expect(answer.status).toBe(400);
  expect((await app.request("/api/audit.ocsf.ndjson", {}, closed)).status).toBe(503);
});

it("the export contains texts about a person until the person is erased, and then marks the texts as erased", async () => {
  const [before] = (await pull("desk-0:1202")).events;
  expect(before).toMatchObject({ actor: { user: { email_addr: ADA } }, comment: "Ada Marsh said so" });
  await endErasing(LEDGER, { email: ADA, names: [] });
  const [after] = (await pull("desk-0:1202")).events;
  expect(after).toMatchObject({
    comment: "erased",
    actor: { user: { uid: expect.stringMatching(/^per_/) } },
  });
  expect(JSON.stringify(after)).not.toContain("Ada");
});

// Validates the event of every audit entry with the published OCSF schema. The validator uses only that schema.
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";
import { WORDS } from "../../src/console/components/trail.ts";
import { MANAGED, toOcsf } from "../../src/evidence/ocsf.ts";
import type { AuditLink } from "../../src/ledger/audit-chain.ts";

const schema = JSON.parse(readFileSync(root("test/fixtures/ocsf.schema.json"), "utf8"));
const isValid = new Ajv({ strict: false, allErrors: true }).compile(schema);
const faultsIn = (event: unknown) => (isValid(event) ? [] : (isValid.errors ?? []));

/** All types of entries: pages have a text for each. */
const TYPES = Object.keys(WORDS);
/** Types that become only a Base Event: messages to people, and events without a result. */
const BASE = /^(event\.ignored|reply\.(sent|failed|unknown)|answer\.undelivered|approval\.reminded)$/;

const entry = (change: Partial<AuditLink>): AuditLink => ({
  desk: "desk-0",
  seq: 7,
  at: 1_764_000_000_000,
  type: "plan.made",
  runId: "run_1",
  eventId: "evt_1",
  actor: "reeve",
  detail: { automation: "leaver", hash: "ab", state: "acting" },
  previous: "0".repeat(64),
  hash: "1".repeat(64),
  ...change,
});

const ACTORS = [
  "reeve",
  "ada.marsh@example.com",
  "Zoë@exämple.com",
  `per_${"0".repeat(32)}`,
  "service:a.access",
  null,
];
const DETAILS: readonly AuditLink["detail"][] = [
  {},
  { automation: null, reason: "erased" },
  {
    automation: "leaver",
    effect: 0,
    operation: "deleteMcpTool",
    path: { app_id: "app_1", id: 7 },
    code: "x",
  },
  { batch: "bat_1", decision: "approved", runs: 3, for: "the person per_1", hash: 12, path: "none" },
];
const OF_EVERY_TYPE = TYPES.flatMap((type) =>
  ACTORS.flatMap((actor) =>
    DETAILS.flatMap((detail) =>
      ["run_1", null].map((runId) => entry({ type, actor, detail, runId, eventId: runId && "evt_1" })),
    ),
  ),
);

describe("an audit entry as an OCSF event", () => {
  it("is valid for every type of entry, with various actors and details", () => {
    expect(TYPES.length).toBeGreaterThan(50);
    expect(OF_EVERY_TYPE.map(toOcsf).flatMap(faultsIn)).toEqual([]);
  });

  it("has a class other than Base Event for every type of entry, except the listed ones", () => {
    const undecided = TYPES.filter(
      (type) => !(type in MANAGED) && !type.startsWith("effect.") && !BASE.test(type),
    );
    expect(undecided).toEqual([]);
    expect(Object.keys(MANAGED).filter((type) => !TYPES.includes(type))).toEqual([]);
  });

  const call = toOcsf(entry({ type: "effect.applied", detail: DETAILS[2] ?? {} }));
  const plan = toOcsf(entry({}));

  it("has a class, its resources, its entry's hash, and an id made of desk and sequence number", () => {
    expect(plan).toMatchObject({
      class_uid: 3004,
      type_uid: 300401,
      metadata: { uid: "desk-0:7", sequence: 7, event_code: "plan.made", original_event_uid: "1".repeat(64) },
    });
    expect(call).toMatchObject({
      class_uid: 6003,
      activity_id: 4,
      resources: [
        { type: "app_id", uid: "app_1" },
        { type: "id", uid: "7" },
      ],
    });
  });
});

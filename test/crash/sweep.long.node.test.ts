import { beforeAll, describe, expect, it } from "vitest";
import { SCENARIOS } from "./scenarios.ts";
import { formatLife, type Swept, spread, sweep } from "./sweep.ts";

/** Tests some points of the sweep; `npm run reeve -- test:crash` tests all points. */

const { ticketToOwner, onceOnly, answered, ticketed, batch, withdrawn, quorum } = SCENARIOS;
const [owner] = ticketToOwner.effects;
const [, campaign] = onceOnly.effects;
const around = ({ call }: { call: string }) => [`call ${call} #1`, `answer ${call} #1`];

let swept: Swept;
beforeAll(async () => {
  swept = await sweep([
    {
      scenario: ticketToOwner,
      choose: (points) => [
        ...new Set([
          ...spread(points, 5),
          ...around(owner),
          ...points.filter((one) => / items|issue\//.test(one)),
        ]),
      ],
    },
    { scenario: onceOnly, choose: () => around(campaign) },
    { scenario: answered, choose: () => around(answered.effects[0]) },
    { scenario: ticketed, choose: (points) => points.filter((one) => /rest\/api/.test(one)) },
    { scenario: withdrawn, choose: (points) => spread(points, 3) },
    { scenario: quorum, choose: (points) => spread(points, 3) },
    {
      scenario: batch,
      choose: (points) => points.filter((point) => /(batches|groups)\b|end of Control/.test(point)),
    },
  ]);
});

const callsAfterDeathAt = (point: string, operation: string): number | undefined =>
  swept.lives.find(({ deaths }) => deaths[0] === point)?.calls[operation];

describe("Reeve, crashed and restarted,", () => {
  it("completes every acknowledged delivery once, and records its event, run and effects", () => {
    expect(swept.failed.map((life) => [formatLife(life), ...life.story])).toEqual([]);
    expect(swept.kills).toBeGreaterThanOrEqual(16);
  });

  it("repeats a repeatable call only if the call's response was not stored", () => {
    const [before, after] = around(owner).map((point) => callsAfterDeathAt(point, owner.operation));
    expect({ before, after }).toEqual({ before: 1, after: 2 });
  });

  it("never repeats a call that must not be repeated, whether or not the call was sent before the crash", () => {
    const [before, after] = around(campaign).map((point) => callsAfterDeathAt(point, campaign.operation));
    expect({ before, after }).toEqual({ before: 0, after: 1 });
  });
});

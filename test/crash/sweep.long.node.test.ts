import { beforeAll, describe, expect, it } from "vitest";
import { SCENARIOS } from "./scenarios.ts";
import { formatLife, type Swept, spread, sweep } from "./sweep.ts";

/** Some points of the sweep that `npm run test:crash` does whole. */

const { ticketToOwner, onceOnly, answered, batch, takenBack, quorum } = SCENARIOS;
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
    { scenario: takenBack, choose: (points) => spread(points, 3) },
    { scenario: quorum, choose: (points) => spread(points, 3) },
    {
      scenario: batch,
      choose: (points) => points.filter((point) => /(batches|groups)\b|end of Control/.test(point)),
    },
  ]);
});

const callsAfterDeathAt = (point: string, operation: string): number | undefined =>
  swept.lives.find(({ deaths }) => deaths[0] === point)?.calls[operation];

describe("Reeve, killed and started again", () => {
  it("takes every acknowledged delivery to its end, once, with all of it on record", () => {
    expect(swept.failed.map((life) => [formatLife(life), ...life.story])).toEqual([]);
    expect(swept.kills).toBeGreaterThanOrEqual(16);
  });

  it("makes a call again that may be repeated and whose answer it did not keep, and no other", () => {
    const [before, after] = around(owner).map((point) => callsAfterDeathAt(point, owner.operation));
    expect({ before, after }).toEqual({ before: 1, after: 2 });
  });

  it("does not make a call again that must not be repeated, whether it had left or not", () => {
    const [before, after] = around(campaign).map((point) => callsAfterDeathAt(point, campaign.operation));
    expect({ before, after }).toEqual({ before: 0, after: 1 });
  });
});

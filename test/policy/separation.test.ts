import { describe, expect, it } from "vitest";
import { mayDecide, type Parties } from "../../src/policy/separation.ts";

const ines = { email: "ines.holm@example.com", userId: "usr_ines" };
const ada = { email: "ada.marsh@example.com", userId: "usr_ada" };
const about = (parties: Partial<Parties>) =>
  mayDecide({ decider: ines, requesters: [ada], beneficiaries: ["usr_noor"], ...parties });

describe("a decision", () => {
  it("is open to somebody who neither asked nor is concerned", () => {
    expect(about({})).toEqual({ ok: true, value: true });
    expect(about({ requesters: [] })).toEqual({ ok: true, value: true });
  });

  it.for<[string, Partial<Parties>, string]>([
    ["the requester", { requesters: [ada, ines] }, "You asked"],
    [
      "the requester by another address of theirs",
      { requesters: [{ ...ines, email: "ih@example.com" }] },
      "You asked",
    ],
    [
      "the requester who is no governance user, whatever the case",
      { requesters: [{ email: "Ines.Holm@Example.com", userId: null }] },
      "You asked",
    ],
    ["the beneficiary", { beneficiaries: ["usr_noor", "usr_ines"] }, "about you"],
    ["somebody nobody knows", { decider: { email: "who@example.com", userId: null } }, "no governance user"],
    [
      "anyone, when it is not known who asked",
      { requesters: [{ email: null, userId: null }] },
      "does not say who",
    ],
  ])("is closed to %s", ([, parties, reason]) => {
    expect(about(parties)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });
});

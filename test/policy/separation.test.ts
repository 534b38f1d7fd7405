import { describe, expect, it } from "vitest";
import {
  cautionsAbout,
  type Identity,
  mayDecide,
  type OwnPart,
  ownApproval,
  ownGain,
  type Parties,
  type Party,
} from "../../src/policy/separation.ts";

const identity = (id: string, ...emails: string[]): Identity => ({
  id: `usr_${id}`,
  emails,
  employeeIds: [],
});
const party = (name: string): Party => {
  const email = `${name}@example.com`;
  return { email, user: identity(name, email) };
};
const stranger = (email: string | null): Party => ({ email, user: null });

const [ines, ada, gita] = [party("ines.holm"), party("ada.marsh"), party("gita.lund")];
const noor = identity("noor", "noor@example.com");
const about = (parties: Partial<Parties>) =>
  mayDecide({
    decider: ines,
    source: "jira",
    requesters: [ada],
    beneficiaries: [noor],
    unknownMayAsk: false,
    ...parties,
  });

describe("a decision", () => {
  it("is open to somebody who neither asked nor is concerned", () => {
    expect(about({})).toEqual({ ok: true, value: [] });
    // The clock is nobody.
    expect(about({ requesters: [] })).toEqual({ ok: true, value: [] });
  });

  it("is for no account of a delegate of who asked or gains", () => {
    const deputy = { ...identity("deputy", "deputy@example.com"), employeeIds: ["E-7"] };
    const other = { ...identity("other", "other@example.com"), employeeIds: ["E-7"] };
    const decider = { email: "other@example.com", user: other };
    const absent = (one: Identity): Identity => ({ ...one, delegate: deputy.id, standIn: deputy });
    const asked = { ...ada, user: ada.user && absent(ada.user) };
    expect(about({ decider, requesters: [asked] })).toMatchObject({ ok: false });
    expect(about({ decider, beneficiaries: [absent(noor)] })).toMatchObject({ ok: false });
    expect(about({ decider })).toMatchObject({ ok: true });
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
      { requesters: [stranger("Ines.Holm@Example.com")] },
      "You asked",
    ],
    [
      "the requester, with letters that nobody sees",
      { requesters: [stranger(" ines\u200b.holm\u{e0061}@example.com\u00a0")] },
      "You asked",
    ],
    [
      "the requester, with case that only Unicode folds",
      { requesters: [stranger("ineſ.holm@example.com")] },
      "You asked",
    ],
    ["the beneficiary", { beneficiaries: [noor, identity("ines.holm")] }, "about you"],
    [
      "the beneficiary by another governance user with an address of theirs",
      { beneficiaries: [identity("second", "x@example.com", "Ines.Holm@example.com")] },
      "about you",
    ],
    [
      "the requester by another governance user with their employee id",
      {
        decider: { email: "i@example.com", user: { id: "usr_1", emails: [], employeeIds: ["E1"] } },
        requesters: [{ email: "h@example.com", user: { id: "usr_2", emails: [], employeeIds: ["E1"] } }],
      },
      "You asked",
    ],
    [
      "somebody nobody knows",
      { decider: stranger("who@example.com") },
      "not a user of the governance service",
    ],
    [
      "anyone, when it is not said who asked",
      { requesters: [stranger(null)] },
      "Jira does not say who it is",
    ],
    [
      "anyone, when who asked is no governance user",
      { requesters: [ada, stranger("x@corp.example")] },
      "x@corp.example does not match exactly one user of the governance service",
    ],
    [
      "whose address resembles who asked, at another domain",
      { requesters: [stranger("ines.holm@corp.example")], unknownMayAsk: true },
      "resembles yours",
    ],
    [
      "whose address resembles who asked, with a tag",
      { requesters: [stranger("ines.holm+jira@example.com")], unknownMayAsk: true },
      "resembles yours",
    ],
    [
      "whose address resembles who asked, in Cyrillic letters",
      { requesters: [stranger("іnеs.hоlm@example.com")], unknownMayAsk: true },
      "resembles yours",
    ],
  ])("is closed to %s", ([, parties, reason]) => {
    expect(about(parties)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  it("says what can't be told of who asked, where policy lets that pass", () => {
    expect(about({ requesters: [stranger(null)], unknownMayAsk: true })).toEqual({
      ok: true,
      value: [
        "Requester unknown: Jira does not say who it is. If you asked for this, let somebody else decide.",
      ],
    });
    expect(about({ requesters: [{ ...stranger(null), name: "Gita Lund" }], unknownMayAsk: true })).toEqual({
      ok: true,
      value: [
        "Requester unknown: Jira sent no email for Gita Lund. If you asked for this, let somebody else decide.",
      ],
    });
    expect(about({ requesters: [stranger("x@corp.example")], unknownMayAsk: true })).toEqual({
      ok: true,
      value: [expect.stringContaining("x@corp.example")],
    });
  });

  it("says that a governance user who asked has an address like the decider's", () => {
    const other = { email: "ines.holm@corp.example", user: identity("other", "ines.holm@corp.example") };
    expect(about({ requesters: [other] })).toEqual({
      ok: true,
      value: [expect.stringContaining("resembles yours")],
    });
  });
});

describe("what every approver ought to know", () => {
  it("is who can't be told, and whose address resembles that of whom it is about", () => {
    expect(cautionsAbout({ requesters: [ada], beneficiaries: [noor] }, "jira")).toEqual([]);
    expect(
      cautionsAbout({ requesters: [stranger("noor+x@example.com")], beneficiaries: [noor] }, "jira"),
    ).toEqual([
      expect.stringContaining("does not match exactly one user of the governance service"),
      expect.stringContaining("resembles noor@example.com"),
    ]);
  });
});

describe("a plan", () => {
  const forAda = [identity("ada.marsh", "ada.marsh@example.com")];
  it.for<[string, readonly Party[], readonly Identity[], Party | null, OwnPart["is"]]>([
    ["for another", [ada], [noor], null, "no"],
    ["for nobody, asked for by nobody known", [stranger(null)], [], null, "no"],
    ["for who asked", [ada], forAda, null, "yes"],
    [
      "for who asked, by another governance user of theirs",
      [ada],
      [identity("two", "ada.marsh@example.com")],
      null,
      "yes",
    ],
    ["asked for by nobody known", [stranger(null)], forAda, null, "unknown"],
    ["for who asked, approved by another", [ada], forAda, gita, "no"],
    ["for who asked, approved by themselves", [ada], forAda, ada, "yes"],
    ["for who approved it", [gita], forAda, ada, "yes"],
    ["for who asked, approved by nobody known", [ada], forAda, stranger("x@example.com"), "yes"],
    ["for who may have asked, approved by another", [stranger("x@example.com")], forAda, gita, "unknown"],
    ["for one of those who asked, the other not known", [ada, stranger(null)], forAda, gita, "yes"],
  ])("%s", ([, requesters, beneficiaries, approver, gain]) => {
    expect(ownGain({ requesters, beneficiaries }, approver).is).toBe(gain);
  });
});

describe("a ticket's approval", () => {
  it.for<[string, Party, Party | null, readonly Identity[], OwnPart["is"]]>([
    ["by somebody else", ada, gita, [noor], "no"],
    ["by who asked", ada, party("ada.marsh"), [noor], "yes"],
    ["by who asked, whom nobody knows", stranger("a@corp.example"), stranger("A@corp.example"), [], "yes"],
    ["by who gains", ada, gita, [identity("gita.lund")], "yes"],
    ["by nobody that is known", ada, stranger("g@corp.example"), [noor], "unknown"],
    ["of what nobody known asked for", stranger(null), gita, [noor], "unknown"],
    ["by nobody that is said", ada, null, [], "unknown"],
  ])("%s", ([, asked, approver, beneficiaries, own]) => {
    expect(ownApproval(asked, approver, beneficiaries).is).toBe(own);
  });
});

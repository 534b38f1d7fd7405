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

describe("an approval of a plan", () => {
  it("is allowed for a person who neither requested the plan nor is affected by it", () => {
    expect(about({})).toEqual({ ok: true, value: [] });
    // A scheduled plan has no requester.
    expect(about({ requesters: [] })).toEqual({ ok: true, value: [] });
  });

  it("is not allowed for another account of a person to whom the requester or an affected user delegates", () => {
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
      "the requester with another address",
      { requesters: [{ ...ines, email: "ih@example.com" }] },
      "You asked",
    ],
    [
      "a requester who is not a governance user, regardless of letter case",
      { requesters: [stranger("Ines.Holm@Example.com")] },
      "You asked",
    ],
    [
      "the requester with invisible characters in the address",
      { requesters: [stranger(" ines\u200b.holm\u{e0061}@example.com\u00a0")] },
      "You asked",
    ],
    [
      "the requester with a letter that only Unicode case folding maps",
      { requesters: [stranger("ineſ.holm@example.com")] },
      "You asked",
    ],
    ["the beneficiary", { beneficiaries: [noor, identity("ines.holm")] }, "about you"],
    [
      "the beneficiary as another governance user with a shared address",
      { beneficiaries: [identity("second", "x@example.com", "Ines.Holm@example.com")] },
      "about you",
    ],
    [
      "the requester as another governance user with the same employee id",
      {
        decider: { email: "i@example.com", user: { id: "usr_1", emails: [], employeeIds: ["E1"] } },
        requesters: [{ email: "h@example.com", user: { id: "usr_2", emails: [], employeeIds: ["E1"] } }],
      },
      "You asked",
    ],
    [
      "a decider who is not a governance user",
      { decider: stranger("who@example.com") },
      "not a user of the governance service",
    ],
    [
      "anybody if the source does not name the requester",
      { requesters: [stranger(null)] },
      "Jira does not name the requester",
    ],
    [
      "anybody if a requester is not a governance user",
      { requesters: [ada, stranger("x@corp.example")] },
      "x@corp.example does not match exactly one user of the governance service",
    ],
    ...[
      ...[
        "ines.holm@corp.example",
        "ines.holm+jira@example.com",
        "ines-holm@example.com",
        "іnеs.hоlm@example.com",
      ],
      ...["iɴes.holm@example.com", "ɪɴᴇꜱ.ʜᴏʟᴍ@example.com", "ꭵnꭼꮪ.ꮋoꮮꮇ@example.com"],
      ...Array.from("。｡·・٠ꓸ‐", (dot) => `ines${dot}holm@example.com`),
    ].map((email): [string, Partial<Parties>, string] => [
      `a decider whose address resembles an unknown requester's, ${email}`,
      { requesters: [stranger(email)], unknownMayAsk: true },
      "resembles yours",
    ]),
  ])("is not allowed for %s", ([, parties, reason]) => {
    expect(about(parties)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  it("is allowed with a warning if the requester is unknown, policy allows that, and no address resembles the decider's", () => {
    expect(about({ requesters: [stranger(null)], unknownMayAsk: true })).toEqual({
      ok: true,
      value: [
        "Requester unknown: Jira does not name the requester. If you asked for this, let somebody else decide.",
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

  it("is allowed with a warning if the address of a known requester resembles the decider's", () => {
    const other = { email: "ines.holm@corp.example", user: identity("other", "ines.holm@corp.example") };
    expect(about({ requesters: [other] })).toEqual({
      ok: true,
      value: [expect.stringContaining("resembles yours")],
    });
  });
});

describe("the warnings for every approver", () => {
  it("cover unknown requesters, and requesters whose address resembles an affected user's", () => {
    expect(cautionsAbout({ requesters: [ada], beneficiaries: [noor] }, "jira")).toEqual([]);
    expect(
      cautionsAbout({ requesters: [stranger("noor+x@example.com")], beneficiaries: [noor] }, "jira"),
    ).toEqual([
      expect.stringContaining("does not match exactly one user of the governance service"),
      expect.stringContaining("resembles an affected user's, noor@example.com"),
    ]);
  });
});

describe("the check for a requester's own gain", () => {
  const forAda = [identity("ada.marsh", "ada.marsh@example.com")];
  it.for<[string, readonly Party[], readonly Identity[], Party | null, OwnPart["is"]]>([
    ["for another person", [ada], [noor], null, "no"],
    ["without beneficiaries, from an unknown requester", [stranger(null)], [], null, "no"],
    ["for its requester", [ada], forAda, null, "yes"],
    [
      "for another governance user of its requester",
      [ada],
      [identity("two", "ada.marsh@example.com")],
      null,
      "yes",
    ],
    ["from an unknown requester", [stranger(null)], forAda, null, "unknown"],
    ["for its requester, approved by another person", [ada], forAda, gita, "no"],
    ["for its requester, approved by the requester", [ada], forAda, ada, "yes"],
    ["for the person who approved it", [gita], forAda, ada, "yes"],
    ["for its requester, approved by an unknown person", [ada], forAda, stranger("x@example.com"), "yes"],
    [
      "for a person who might be its unknown requester, approved by another person",
      [stranger("x@example.com")],
      forAda,
      gita,
      "unknown",
    ],
    ["for one of two requesters, of whom the other is unknown", [ada, stranger(null)], forAda, gita, "yes"],
  ])("classifies a plan %s", ([, requesters, beneficiaries, approver, gain]) => {
    expect(ownGain({ requesters, beneficiaries }, approver).is).toBe(gain);
  });
});

describe("the check for a ticket that was approved by its requester or a beneficiary", () => {
  it.for<[string, Party, Party | null, readonly Identity[], OwnPart["is"]]>([
    ["by another person", ada, gita, [noor], "no"],
    ["by the requester", ada, party("ada.marsh"), [noor], "yes"],
    ["by an unknown requester", stranger("a@corp.example"), stranger("A@corp.example"), [], "yes"],
    ["by a beneficiary", ada, gita, [identity("gita.lund")], "yes"],
    ["by an unknown person", ada, stranger("g@corp.example"), [noor], "unknown"],
    ["of a ticket from an unknown requester", stranger(null), gita, [noor], "unknown"],
    ["without a named approver", ada, null, [], "unknown"],
  ])("classifies an approval %s", ([, asked, approver, beneficiaries, own]) => {
    expect(ownApproval(asked, approver, beneficiaries).is).toBe(own);
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchUsers } from "../../../src/governance/contract/users.ts";
import { type Person, people } from "../../../src/sandbox/tenant/seed/people.ts";
import { foldUser, matcher } from "../../../src/sandbox/tenant/users.ts";
import { casesOf } from "../../support/sweep.ts";
import { accepted, tenantAt } from "./client.ts";

/** Number of users: few enough that all matches fit on the first pages, and enough that a match is meaningful. */
const USERS = 60;
const tenant = await tenantAt("user-query.tenant.example", { users: USERS });
for (const [id, displayName, email] of [
  ["usr_zoe", "Zoë Núñez-O'Hara", "zoe.nunez@partners.example.com"],
  ["usr_kim", "Kim Li", "kim@example.com"],
  ["usr_greek", "Ελένη Παππά", "eleni@example.com"],
])
  await tenant.control("POST", "/users", { user: { id, displayName, email } });

const find = async (query: string): Promise<string[]> => {
  const answer = accepted(
    searchUsers,
    await tenant.call("POST", "/api/v1/search/users", { query, pageSize: 100 }),
  );
  return answer.list.map(({ user }) => user.id);
};
const person = fc.constantFrom(...people(USERS));

/** Makes one typo at a place in a text: a letter removed, added or replaced, or two letters swapped. */
const typos = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.nat({ max: text.length - 2 }),
      fc.constantFrom("less", "more", "other", "swap"),
      fc.constantFrom("q", "x", "7"),
    )
    .map(([at, kind, letter]) => {
      const [left, right] = [text.slice(0, at), text.slice(at)];
      if (kind === "less") return left + right.slice(1);
      if (kind === "more") return left + letter + right;
      if (kind === "other") return left + letter + right.slice(1);
      return left + (right[1] ?? "") + (right[0] ?? "") + right.slice(2);
    });

describe("a query of users", () => {
  /** The texts of a person that are searched, and the minimum length of a part that is found. */
  const TEXTS: readonly (readonly [what: string, text: (who: Person) => string, least: number])[] = [
    ["display name", ({ displayName }) => displayName, 2],
    ["email", ({ handle, secondEmail }) => secondEmail ?? `${handle}@example.com`, 3],
  ];

  it.for(TEXTS)("finds a user by any part of the %s that is long enough", async ([, textOf, least]) => {
    const part = person.chain((who) => {
      const text = textOf(who);
      return fc
        .tuple(fc.nat({ max: text.length - least }), fc.integer({ min: least, max: 30 }))
        .map(([from, length]) => ({ who, text: text.slice(from, from + length) }));
    });
    await fc.assert(
      fc.asyncProperty(part, async ({ who, text }) => {
        fc.pre(/\S/.test(text));
        expect(await find(text), text).toContain(who.id);
      }),
      { numRuns: casesOf(60) },
    );
  });

  it.for(TEXTS)("tolerates one typo anywhere in the %s", async ([, textOf]) => {
    const mistyped = person.chain((who) => typos(textOf(who)).map((text) => ({ who, text })));
    await fc.assert(
      fc.asyncProperty(mistyped, async ({ who, text }) => {
        expect(await find(text), text).toContain(who.id);
      }),
      { numRuns: casesOf(150) },
    );
  });

  it("ranks the whole name above its parts, and parts above typos", async () => {
    for (const [id, displayName] of [
      ["usr_typo", "Quinlax Onder"],
      ["usr_inside", "Maquinlay Onder"],
      ["usr_begins", "Quinlayson Onder"],
      ["usr_more", "Quinlay Onder Junior"],
      ["usr_whole", "Quinlay Onder"],
    ])
      await tenant.control("POST", "/users", { user: { id, displayName } });
    expect(await find("quinlay onder")).toEqual([
      "usr_whole",
      "usr_more",
      "usr_begins",
      "usr_inside",
      "usr_typo",
    ]);
  });

  it("ignores case, accents and separators", async () => {
    for (const text of ["ZOE NUNEZ", "zoë núñez o'hara", "nunez-o-hara", "zoe.nunez@partners.example.com"])
      expect((await find(text))[0], text).toBe("usr_zoe");
    expect((await find("ΕΛΕΝΗ παππα"))[0]).toBe("usr_greek");
  });

  it("finds short names, and tolerates no typo in short parts of emails", async () => {
    expect((await find("kim li"))[0]).toBe("usr_kim");
    expect((await find("kin li"))[0]).toBe("usr_kim");
    expect(await find("ki")).toContain("usr_kim");
    // "tom" is one typo away from the "com" of every email.
    expect(await find("tom")).toEqual([]);
  });

  it("finds nobody if one of two words does not match", async () => {
    expect(await find("ada marsh")).toContain("usr_ada_marsh");
    expect(await find("ada zzyzx")).toEqual([]);
    expect(await find("zzyzx")).toEqual([]);
  });

  it("can ignore a word of one or two letters if two longer words match, but ranks such a match lower", async () => {
    await tenant.control("POST", "/users", { user: { id: "usr_fox", displayName: "Perrin Foxley" } });
    await tenant.control("POST", "/users", { user: { id: "usr_fox_2", displayName: "Perrin Foxley 2" } });
    expect(await find("perrin q foxley")).toEqual(["usr_fox", "usr_fox_2"]);
    expect(await find("perrin foxley 2")).toEqual(["usr_fox_2", "usr_fox"]);
    expect(await find("q foxley")).toEqual([]);
  });

  it("finds everyone if it is blank, and nobody if it has only punctuation", async () => {
    expect((await find("  ")).length).toBeGreaterThanOrEqual(USERS);
    expect(await find("?!")).toEqual([]);
  });
});

it.for([
  ["lekolodzki", "Jan Łękołodzki"],
  ["sorensen", "Ida Sørensen"],
  ["strasse", "Karl Straße"],
  ["djordjevic", "Ana Djordjević"],
  ["dordevic", "Ana Đorđević"],
] as const)("the query %s finds the user %s", ([query, displayName]) => {
  const score = matcher(query)(foldUser({ displayName } as Parameters<typeof foldUser>[0]));
  expect(score).toBeGreaterThan(0);
});

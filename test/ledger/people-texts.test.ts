import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AuditEntry,
  auditLine,
  chain,
  type ExportedLink,
  FIRST_PREVIOUS,
  type LinkWithTexts,
} from "../../src/ledger/audit-chain.ts";
import { verify } from "../../src/ledger/audit-verify.ts";
import {
  isCommitment,
  openLinks,
  type Pseudonym,
  putTextsBeside,
  readLink,
} from "../../src/ledger/people/texts.ts";
import { findNames, mapTexts } from "../../src/runs/names.ts";
import { auditEntry } from "./ledger.ts";
import { testPseudonyms } from "./pseudonyms.ts";

const ADA = "ada@example.com";
const KIM = "kim@example.com";
const SAID: AuditEntry["detail"] = {
  automation: "ada",
  reason: "Nora asked me to",
  actions: [{ summary: "Add Kim Lee as owner, as ada@example.com asked.", target: "connector con_1" }],
};
const entry = auditEntry(1, { actor: ADA, type: "approval.granted", detail: SAID });

const made = async (...entries: (AuditEntry & { names?: readonly string[] })[]) =>
  chain(FIRST_PREVIOUS, await putTextsBeside(entries, testPseudonyms));

/** Opens links after the erasure of some people. */
async function opened(links: readonly LinkWithTexts[], ...erased: string[]) {
  const handles = ["ada@example.com", "kim@example.com", "kim lee", "nora vale"];
  const known = await testPseudonyms(handles.filter((handle) => !erased.includes(handle)));
  const byId = new Map(Array.from(known.values(), (one): [string, Pseudonym] => [one.id, one]));
  const left = links.map(({ beside, ...link }) => ({
    ...link,
    ...(beside && { beside: beside.filter(({ of }) => of.every((id) => byId.has(id))) }),
  }));
  return openLinks(left, async (ids) => new Map([...byId].filter(([id]) => ids.includes(id))));
}

const read = async (links: readonly LinkWithTexts[], ...erased: string[]) =>
  (await opened(links, ...erased)).map(readLink)[0];

/** Returns the lines of an export. */
const lines = async (links: readonly LinkWithTexts[], ...erased: string[]) =>
  (await opened(links, ...erased)).map(({ link, texts }) => auditLine({ ...link, texts }));

it("people's names are found in properties for people and in objects with an email, even in lists", () => {
  const event = {
    requester: { displayName: "Ada Marsh" },
    owners: [{ name: "Kim Lee" }],
    watchers: [{ email: KIM, name: "Nora Vale" }],
    tool: { name: "Create issue" },
  };
  expect(findNames(event)).toEqual(["Ada Marsh", "Kim Lee", "Nora Vale"]);
});

describe("an audit entry", () => {
  it("is chained with a pseudonym and commitments for its people, but can be read in its original form", async () => {
    const [link] = await made({ ...entry, names: ["Kim Lee"] });
    expect(link).toMatchObject({
      actor: expect.stringMatching(/^per_[0-9a-f]{32}$/),
      detail: {
        automation: "ada",
        reason: expect.stringMatching(/^hashed:[0-9a-f]{64}$/),
        actions: [{ summary: expect.stringMatching(/^hashed:/), target: "connector con_1" }],
      },
    });
    const { beside, ...hashed } = link ?? {};
    expect(beside?.map(({ of }) => of.length)).toEqual([1, 2]);
    expect(JSON.stringify(hashed)).not.toMatch(/kim lee|@example/i);
    expect(await read(link ? [link] : [])).toMatchObject(entry);
  });

  it("stores a name outside the chain even if it is written in capitals, with SS for ß", async () => {
    const [link] = await made({
      ...auditEntry(1, { actor: "reeve", detail: { for: "GROSS WEISS" } }),
      names: ["Groß Weiß"],
    });
    expect(link?.detail).toEqual({ for: expect.stringMatching(/^hashed:/) });
  });

  it("has the same link each time it is recorded, but other commitments on another desk", async () => {
    const [one, again] = [await made(entry), await made(entry)];
    expect(again[0]?.hash).toBe(one[0]?.hash);
    const elsewhere = await made({ ...entry, desk: "desk-1" });
    expect(elsewhere[0]?.detail["reason"]).not.toBe(one[0]?.detail["reason"]);
  });

  it("can still be verified after the texts about one of two people are erased", async () => {
    const links = await made({ ...entry, names: ["Kim Lee"] });
    const [action] = SAID["actions"] as object[];
    expect(await read(links, "kim lee")).toMatchObject({
      actor: ADA,
      detail: { reason: SAID["reason"], actions: [{ ...action, summary: "erased" }] },
    });
    expect(await read(links, ADA)).toMatchObject({
      actor: expect.stringMatching(/^per_/),
      detail: { reason: "erased", actions: [{ ...action, summary: "erased" }] },
    });
    expect(await verify(await lines(links))).toMatchObject({ ok: true, value: { erased: 0 } });
    expect(await verify(await lines(links, "kim lee"))).toMatchObject({ ok: true, value: { erased: 1 } });
    expect(await verify(await lines(links, ADA))).toMatchObject({ ok: true, value: { erased: 3 } });
  });

  it("needs no pseudonym if it names no person", async () => {
    const plain = auditEntry(1, { actor: "reeve", detail: { for: "the last day" } });
    const links = await putTextsBeside([plain], () => Promise.reject(new Error("asked")));
    expect(links).toEqual([plain]);
    expect(
      await openLinks(await chain(FIRST_PREVIOUS, links), () => Promise.reject(new Error("asked"))),
    ).toHaveLength(1);
  });
});

describe("a forgery", () => {
  const changed = { ok: false, reason: { seq: 1, fault: "changed" } };

  it("of text or an actor in an export is detected", async () => {
    const [line = ""] = await lines(await made(entry));
    for (const [was, is] of [
      ["Nora asked me to", "nobody asked me"],
      [`"${ADA}"`, `"${KIM}"`],
    ] as const) {
      const link: ExportedLink = JSON.parse(line.replaceAll(was, is));
      expect(auditLine(link)).not.toBe(line);
      expect(await verify([auditLine(link)])).toMatchObject(changed);
    }
    const more = { ...JSON.parse(line).texts, [`hashed:${"0".repeat(64)}`]: { salt: "", text: "" } };
    expect(await verify([auditLine({ ...JSON.parse(line), texts: more })])).toMatchObject(changed);
  });

  it.for<[string, (links: readonly LinkWithTexts[]) => Promise<LinkWithTexts[]>]>([
    [
      "of a text",
      async (links) =>
        links.map((link) => ({
          ...link,
          beside: (link.beside ?? []).map(({ of, texts }) => ({
            of,
            texts: texts.map(({ salt }) => ({ salt, text: "nobody asked me" })),
          })),
        })),
    ],
    [
      "with another entry's texts",
      async (links) => {
        const [other] = await made({ ...entry, detail: { ...SAID, reason: "something else" } });
        return links.map((link) => ({ ...link, ...(other?.beside && { beside: other.beside }) }));
      },
    ],
  ])("%s stored outside the chain is detected", async ([, forge]) => {
    const forged = await forge(await made(entry));
    expect((await read(forged))?.detail["reason"]).toBe("changed");
    expect(await verify(await lines(forged))).toMatchObject(changed);
  });

  it("of the person whom a pseudonym identifies is detected", async () => {
    const links = await made(entry);
    const [key] = (await testPseudonyms([ADA])).values();
    const others = await openLinks(
      links,
      async () => new Map(key ? [[key.id, { ...key, handle: KIM }]] : []),
    );
    expect(await verify(others.map(({ link, texts }) => auditLine({ ...link, texts })))).toMatchObject(
      changed,
    );
    expect(others.map(readLink)[0]?.actor).toBe(key?.id);
  });
});

const word = fc.string({ unit: fc.constantFrom(..."abcdéñжß"), minLength: 3, maxLength: 8 });
const person = fc
  .record({ first: word, last: word })
  .map(({ first, last }) => [first, last].map((part) => part.charAt(0).toUpperCase() + part.slice(1)))
  .map(([first, last]) => ({
    name: `${first} ${last}`,
    email: `${first}.${last}@example.com`.toLowerCase(),
  }));

it("the chain contains no name or email of an entry's people, and opening a link restores the entry", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(person, { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(fc.string({ unit: fc.constantFrom(..." .,:@/\"'xyz😀\ud800") })),
      fc.array(fc.tuple(fc.nat(3), fc.constantFrom("name", "email", "NAME", "word")), { maxLength: 8 }),
      fc.boolean(),
      async (people, noise, said, isByPerson) => {
        const between = () => ` ${noise.next().value} `;
        const texts = said.map(([n, how]) => {
          const { name, email } = people[n % people.length] ?? { name: "", email: "" };
          const form = { name, email, NAME: name.toUpperCase(), word: name.split(" ")[1] }[how];
          return `${between()}${form}${between()}`;
        });
        const detail = {
          reason: between(),
          for: texts[0] ?? "",
          list: texts,
          more: { deep: [texts.join("")] },
        };
        const entryMade = auditEntry(1, {
          actor: isByPerson ? (people[0]?.email ?? "") : "reeve",
          detail,
          desk: "desk",
        });
        const names = people.map(({ name }) => name);
        let keys: ReadonlyMap<string, Pseudonym> = new Map();
        const [link] = await chain(
          FIRST_PREVIOUS,
          await putTextsBeside([{ ...entryMade, names }], async (handles) => {
            keys = await testPseudonyms(handles);
            return keys;
          }),
        );
        if (!link) throw new Error("no link");
        const clear: string[] = [];
        mapTexts([link.actor, link.detail], (text) => void (isCommitment(text) || clear.push(text)));
        const open = clear.join("\n").toLowerCase();
        for (const { name, email } of people)
          for (const part of [email, ...name.toLowerCase().split(" ")]) expect(open).not.toContain(part);
        const byId = new Map(Array.from(keys.values(), (key): [string, Pseudonym] => [key.id, key]));
        const [whole] = (await openLinks([link], async () => byId)).map(readLink);
        const { previous: _, hash: __, ...back } = whole ?? link;
        expect(back).toEqual(entryMade);
      },
    ),
    { numRuns: 200 },
  );
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AuditEntry,
  auditLine,
  chain,
  type ExportedLink,
  FIRST_PREVIOUS,
  type SealedLink,
} from "../../src/ledger/audit-chain.ts";
import { verify } from "../../src/ledger/audit-verify.ts";
import {
  isCommitment,
  mapTexts,
  openLinks,
  type PersonKey,
  readLink,
  sealEntries,
} from "../../src/ledger/people/sealing.ts";
import { testKeys } from "./keys.ts";
import { auditEntry } from "./ledger.ts";

const ADA = "ada@example.com";
const KIM = "kim@example.com";
const SAID: AuditEntry["detail"] = {
  automation: "ada",
  reason: "Nora asked me to",
  actions: [{ summary: "Add Kim Lee as owner, as ada@example.com asked.", target: "connector con_1" }],
};
const entry = auditEntry(1, { actor: ADA, type: "approval.granted", detail: SAID });

const sealed = async (...entries: (AuditEntry & { names?: readonly string[] })[]) =>
  chain(FIRST_PREVIOUS, await sealEntries(entries, testKeys));

/** Opens links with the keys of all but those who are forgotten. */
async function opened(links: readonly SealedLink[], ...forgotten: string[]) {
  const handles = ["ada@example.com", "kim@example.com", "kim lee", "nora vale"];
  const keys = await testKeys(handles.filter((handle) => !forgotten.includes(handle)));
  const byId = new Map(Array.from(keys.values(), (key): [string, PersonKey] => [key.id, key]));
  return openLinks(links, async (ids) => new Map([...byId].filter(([id]) => ids.includes(id))));
}

const read = async (links: readonly SealedLink[], ...forgotten: string[]) =>
  (await opened(links, ...forgotten)).map(readLink)[0];

/** The lines of an export. */
const lines = async (links: readonly SealedLink[], ...forgotten: string[]) =>
  (await opened(links, ...forgotten)).map(({ link, texts }) => auditLine({ ...link, texts }));

describe("an entry about people", () => {
  it("is in the chain with a pseudonym and commitments, and is read as it was", async () => {
    const [link] = await sealed({ ...entry, names: ["Kim Lee"] });
    expect(link).toMatchObject({
      actor: expect.stringMatching(/^per_[0-9a-f]{32}$/),
      detail: {
        automation: "ada",
        reason: expect.stringMatching(/^sealed:[0-9a-f]{64}$/),
        actions: [{ summary: expect.stringMatching(/^sealed:/), target: "connector con_1" }],
      },
    });
    expect(link?.sealed?.map(({ of }) => of.length)).toEqual([1, 2]);
    expect(JSON.stringify(link)).not.toMatch(/kim lee|@example/i);
    expect(await read(link ? [link] : [])).toMatchObject(entry);
  });

  it("is sealed where capitals write a name with other letters", async () => {
    const [link] = await sealed({
      ...auditEntry(1, { actor: "reeve", detail: { for: "GROSS WEISS" } }),
      names: ["Groß Weiß"],
    });
    expect(link?.detail).toEqual({ for: expect.stringMatching(/^sealed:/) });
  });

  it("has the same link each time it is recorded", async () => {
    const [one, again] = [await sealed(entry), await sealed(entry)];
    expect(again[0]?.hash).toBe(one[0]?.hash);
    const elsewhere = await sealed({ ...entry, desk: "desk-1" });
    expect(elsewhere[0]?.detail["reason"]).not.toBe(one[0]?.detail["reason"]);
  });

  it("is erased by forgetting one of two people, and still verifies", async () => {
    const links = await sealed({ ...entry, names: ["Kim Lee"] });
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

  it("needs no key where nobody is named", async () => {
    const plain = auditEntry(1, { actor: "reeve", detail: { for: "the last day" } });
    const links = await sealEntries([plain], () => Promise.reject(new Error("asked")));
    expect(links).toEqual([plain]);
    expect(
      await openLinks(await chain(FIRST_PREVIOUS, links), () => Promise.reject(new Error("asked"))),
    ).toHaveLength(1);
  });
});

describe("a forgery", () => {
  const changed = { ok: false, reason: { seq: 1, fault: "changed" } };

  it("of a text or an actor in an export is found", async () => {
    const [line = ""] = await lines(await sealed(entry));
    for (const [was, is] of [
      ["Nora asked me to", "nobody asked me"],
      [`"${ADA}"`, `"${KIM}"`],
    ] as const) {
      const link: ExportedLink = JSON.parse(line.replaceAll(was, is));
      expect(auditLine(link)).not.toBe(line);
      expect(await verify([auditLine(link)])).toMatchObject(changed);
    }
    const more = { ...JSON.parse(line).texts, [`sealed:${"0".repeat(64)}`]: { salt: "", text: "" } };
    expect(await verify([auditLine({ ...JSON.parse(line), texts: more })])).toMatchObject(changed);
  });

  it.for<[string, (links: readonly SealedLink[]) => Promise<SealedLink[]>]>([
    [
      "of a box",
      async (links) =>
        links.map((link) => ({
          ...link,
          sealed: (link.sealed ?? []).map(({ of, box }) => ({ of, box: `${box.slice(0, -3)}AAA` })),
        })),
    ],
    [
      "by another entry's box",
      async (links) => {
        const [other] = await sealed({ ...entry, detail: { ...SAID, reason: "something else" } });
        return links.map((link) => ({ ...link, ...(other?.sealed && { sealed: other.sealed }) }));
      },
    ],
  ])("%s beside the chain is found", async ([, forge]) => {
    const forged = await forge(await sealed(entry));
    expect((await read(forged))?.detail["reason"]).toBe("changed");
    expect(await verify(await lines(forged))).toMatchObject(changed);
  });

  it("of the person behind a pseudonym is found", async () => {
    const links = await sealed(entry);
    const [key] = (await testKeys([ADA])).values();
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

it("no text of an entry in the chain has the name or email of anybody in it, and opening gives the entry back", async () => {
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
        const made = auditEntry(1, {
          actor: isByPerson ? (people[0]?.email ?? "") : "reeve",
          detail,
          desk: "desk",
        });
        const names = people.map(({ name }) => name);
        let keys: ReadonlyMap<string, PersonKey> = new Map();
        const [link] = await chain(
          FIRST_PREVIOUS,
          await sealEntries([{ ...made, names }], async (handles) => {
            keys = await testKeys(handles);
            return keys;
          }),
        );
        if (!link) throw new Error("no link");
        const clear: string[] = [];
        mapTexts([link.actor, link.detail], (text) => void (isCommitment(text) || clear.push(text)));
        const open = clear.join("\n").toLowerCase();
        for (const { name, email } of people)
          for (const part of [email, ...name.toLowerCase().split(" ")]) expect(open).not.toContain(part);
        const byId = new Map(Array.from(keys.values(), (key): [string, PersonKey] => [key.id, key]));
        const [whole] = (await openLinks([link], async () => byId)).map(readLink);
        const { previous: _, hash: __, ...back } = whole ?? link;
        expect(back).toEqual(made);
      },
    ),
    { numRuns: 200 },
  );
});

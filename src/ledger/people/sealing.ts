// Seals what audit entries say of people. The chain holds a commitment to each such text; the text lies beside the entry,
// encrypted under the keys of those whom it concerns. Forgetting one of these keys erases it, and the chain still verifies.
import * as base64url from "jose/base64url";
import { sha256Hex } from "../../base/hash.ts";
import { cutName, MAX_NAME_CHARS, oneLine } from "../../base/text.ts";
import type { AuditEntry, AuditLink, OpenTexts, SealedBox, SealedEntry, SealedLink } from "../audit-chain.ts";

/** The key of a person: 32 random bytes, base64url. */
export interface PersonKey {
  /** A pseudonym, which commits to the handle. */
  readonly id: string;
  /** An email, or a full name where a text has no more than that, as {@link toHandle} writes it. */
  readonly handle: string;
  readonly key: string;
}
type FindKeys = (of: readonly string[]) => Promise<ReadonlyMap<string, PersonKey>>;

const NONCE_BYTES = 12;
/** An email in a text. */
export const EMAIL =
  /[\p{L}\p{N}_][\p{L}\p{N}._%+'-]{0,63}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Members of an entry that name nobody: words of Reeve's own, hashes, and ids of the service. */
const CLEAR = new Set("automation state hash operation path code verdict mode batch sameAs facts".split(" "));
/** Members of events, plans and answers that hold people. */
export const PEOPLE = new Set(
  "actor requester assignee worker manager user users owner owners appUser".split(" "),
);

/** A commitment in the place of a text, or of an actor's email. */
export const isCommitment = (text: string): boolean =>
  /^(?:sealed:[0-9a-f]{64}|per_[0-9a-f]{32})$/.test(text);

const isSealed = (text: string): boolean => text.startsWith("sealed:") && isCommitment(text);

/** The commitments to a text: as a text, and as an actor. */
export async function commitTo({ salt, text }: OpenTexts[string]): Promise<readonly [string, string]> {
  const hash = await sha256Hex(`${salt}\n${JSON.stringify(text)}`);
  return [`sealed:${hash}`, `per_${hash.slice(0, 32)}`];
}

/** The commitments of a link: of its actor, and of the texts of its detail. */
export function listCommitments({ actor, detail }: Pick<AuditLink, "actor" | "detail">): ReadonlySet<string> {
  const found = new Set<string>();
  if (actor !== null && isCommitment(actor)) found.add(actor);
  mapTexts(detail, (text) => void (isSealed(text) && found.add(text)));
  return found;
}

/** An email or a name as keys are found by it. A database gives no half of a surrogate pair back as it was. */
export const toHandle = (text: string): string =>
  oneLine(text).toLowerCase().slice(0, MAX_NAME_CHARS).toWellFormed();

/** The full names of people in an event, plan or answer. @param isPerson By an object's email, and its member */
export function findNames(
  value: unknown,
  isPerson = (email: unknown, member: string) => typeof email === "string" || PEOPLE.has(member),
  within = "",
): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => findNames(one, isPerson, within));
  if (typeof value !== "object" || value === null) return [];
  const isOne = isPerson("email" in value ? value.email : null, within);
  return Object.entries(value).flatMap(([member, one]) => {
    if (typeof one !== "string") return findNames(one, isPerson, member);
    return isOne && (member === "displayName" || member === "name") && oneLine(one).length > 1
      ? [cutName(one)]
      : [];
  });
}

/** The words of a name that stand for it: those that begin with a capital, or all where none does. */
export function nameWords(name: string): readonly string[] {
  const isLower = name === name.toLowerCase();
  return (name.match(WORD) ?? []).filter(
    (word) => word.length > 1 && (isLower || /^[\p{Lu}\p{Lo}]/u.test(word)),
  );
}

/** A text in one case: `ß` is `SS` in capitals. */
export const foldCase = (text: string): string => text.toUpperCase().toLowerCase();

/** Of these names, those that a text has, or a word of, in any case. */
export function findMentioned(text: string, names: readonly string[]): readonly string[] {
  const folded = foldCase(text);
  const words = new Set(folded.match(WORD));
  const isIn = (name: string) => folded.includes(foldCase(name));
  return names.filter((name) => isIn(name) || nameWords(name).some((word) => words.has(foldCase(word))));
}

/** Changes the texts in JSON. `place` is a path of member names. */
export function mapTexts(value: unknown, change: (text: string, place: string) => unknown, at = ""): unknown {
  if (typeof value === "string") return change(value, at);
  if (Array.isArray(value)) return value.map((one, n) => mapTexts(one, change, `${at}/${n}`));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => [name, mapTexts(one, change, `${at}/${name}`)]);
  return Object.fromEntries(members);
}

/** The texts of an entry's detail that may be about people, by place. */
export function listTexts(detail: AuditEntry["detail"]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  mapTexts(detail, (text, place) => {
    if (text !== "" && !CLEAR.has(place.split("/")[1] ?? "")) texts.set(place, text);
  });
  return texts;
}

/** The handle of the person who did it; `null` for Reeve, and for services. */
const findActor = ({ actor }: AuditEntry): string | null => (actor?.includes("@") ? toHandle(actor) : null);

/** The texts to seal, by the handles of those whom each concerns. */
function findSecrets({ names = [], ...entry }: AuditEntry & { readonly names?: readonly string[] }) {
  const known = [...names, ...findNames(entry.detail)];
  const actor = findActor(entry);
  const secrets = Array.from(listTexts(entry.detail), ([place, text]) => {
    const isOwn = place === "/reason" || text.toLowerCase().includes(actor ?? "\n");
    const of = [
      ...(text.match(EMAIL) ?? []),
      ...findMentioned(text, known),
      ...(isOwn && actor ? [actor] : []),
    ];
    return { place, text, of: [...new Set(of.map(toHandle))].sort() };
  }).filter(({ of }) => of.length > 0);
  return { entry, actor, secrets };
}

/**
 * Seals entries: of a person who did something the pseudonym stays, and of each text that is their own, or has an email or
 * name, the commitment. The same entries and keys give the same commitments.
 * @param entries Each with the full names of people that its texts may have
 * @param findKeys Gives the keys of people, by handle; asked once, or not at all
 */
export async function sealEntries(
  entries: readonly (AuditEntry & { readonly names?: readonly string[] })[],
  findKeys: FindKeys,
): Promise<SealedEntry[]> {
  const found = entries.map(findSecrets);
  const handles = found.flatMap(({ actor, secrets }) => [actor ?? [], ...secrets.map(({ of }) => of)].flat());
  const keys = handles.length > 0 ? await findKeys([...new Set(handles)]) : new Map<string, PersonKey>();
  if (handles.some((handle) => !keys.has(handle))) throw new Error("somebody has no key to seal texts with");
  const seals = rememberSeals();
  return Promise.all(
    found.map(async ({ entry, actor, secrets }) => {
      const commitments = new Map<string, string>();
      const sealed: SealedBox[] = [];
      for (const group of Map.groupBy(secrets, ({ of }) => of.join("\n")).values()) {
        const people = (group[0]?.of ?? []).flatMap((handle) => keys.get(handle) ?? []);
        const { makeSalt, seal } = await seals(people);
        const texts: OpenTexts[string][] = [];
        for (const { place, text } of group) {
          const salt = await makeSalt(`${entry.desk}\n${entry.seq}\n${place}`);
          texts.push({ salt, text });
          commitments.set(place, (await commitTo({ salt, text }))[0]);
        }
        sealed.push({ of: people.map(({ id }) => id), box: await seal(texts) });
      }
      return {
        ...replaceTexts(entry, (text, place) => commitments.get(place) ?? text),
        actor: keys.get(actor ?? "")?.id ?? entry.actor,
        ...(sealed.length > 0 && { sealed }),
      };
    }),
  );
}

const replaceTexts = <Entry extends AuditEntry>(
  entry: Entry,
  change: Parameters<typeof mapTexts>[1],
): Entry => ({ ...entry, detail: mapTexts(entry.detail, change) as AuditEntry["detail"] });

export async function makePersonKey(
  handle: string,
  bytes = crypto.getRandomValues(new Uint8Array(32)),
): Promise<PersonKey> {
  const person = { id: "", handle, key: base64url.encode(bytes) };
  return { ...person, id: (await commitTo(await proveHandle(person)))[1] };
}

/** What a pseudonym commits to. */
async function proveHandle(person: PersonKey): Promise<OpenTexts[string]> {
  return { salt: await (await makeSeal([person])).makeSalt("pseudonym"), text: person.handle };
}

/** Stands among the texts of a link if what lies beside the chain was changed: nothing commits to it. */
const CHANGED = "changed";

/** A link with the texts that can be read. */
export interface OpenedLink {
  readonly link: AuditLink;
  readonly texts: OpenTexts;
}

/** Opens the sealed texts of links as far as there are keys. @param findKeys By pseudonym; asked once, or not at all */
export async function openLinks(links: readonly SealedLink[], findKeys: FindKeys): Promise<OpenedLink[]> {
  const ids = links.flatMap(({ actor, sealed = [] }) => [actor ?? [], ...sealed.map(({ of }) => of)].flat());
  const people = ids.filter(isCommitment);
  const keys = people.length > 0 ? await findKeys([...new Set(people)]) : new Map<string, PersonKey>();
  const seals = rememberSeals();
  return Promise.all(
    links.map(async ({ sealed = [], ...link }) => {
      const committed = listCommitments(link);
      const actor = keys.get(link.actor ?? "");
      const opened = actor ? [await proveHandle(actor)] : [];
      const nothing = { salt: "", text: "" };
      for (const { of, box } of sealed) {
        const all = of.flatMap((id) => keys.get(id) ?? []);
        if (all.length === of.length)
          opened.push(...(await (await seals(all)).open(box).catch(() => [nothing])));
      }
      const texts: Record<string, OpenTexts[string]> = {};
      for (const one of opened)
        texts[(await commitTo(one)).find((commitment) => committed.has(commitment)) ?? CHANGED] = one;
      return { link, texts };
    }),
  );
}

/** A link as people read it: with its texts, or `erased` where a key is forgotten, `changed` where a text was changed. */
export function readLink({ link, texts }: OpenedLink): AuditLink {
  const closed = CHANGED in texts ? CHANGED : "erased";
  const read = (text: string) => texts[text]?.text ?? (isSealed(text) ? closed : text);
  return { ...replaceTexts(link, read), actor: texts[link.actor ?? ""]?.text ?? link.actor };
}

/** Makes the seal of each group of people once. */
function rememberSeals() {
  const made = new Map<string, ReturnType<typeof makeSeal>>();
  return (people: readonly PersonKey[]) => {
    const name = people.map(({ id }) => id).join();
    const seal = made.get(name) ?? makeSeal(people);
    made.set(name, seal);
    return seal;
  };
}

/** What seals and salts texts that concern these people, under keys derived (HKDF, RFC 5869) from all of theirs. */
async function makeSeal(people: readonly PersonKey[]) {
  const { subtle } = crypto;
  const utf8 = new TextEncoder();
  const secret = utf8.encode(people.map(({ key }) => key).join("\n"));
  const material = await subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  const [salt, info] = [new Uint8Array(), utf8.encode("reeve audit seal")];
  const how = { name: "HKDF", hash: "SHA-256", salt, info };
  const bits = new Uint8Array(await subtle.deriveBits(how, material, 512));
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const mac = await subtle.importKey("raw", bits.slice(0, 32), hmac, false, ["sign"]);
  const aes = await subtle.importKey("raw", bits.slice(32), "AES-GCM", false, ["encrypt", "decrypt"]);
  return {
    makeSalt: async (place: string) =>
      base64url.encode(new Uint8Array(await subtle.sign("HMAC", mac, utf8.encode(place)))).slice(0, 22),
    async seal(texts: readonly OpenTexts[string][]) {
      const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const box = await subtle.encrypt({ name: "AES-GCM", iv }, aes, utf8.encode(JSON.stringify(texts)));
      return base64url.encode(new Uint8Array([...iv, ...new Uint8Array(box)]));
    },
    async open(box: string): Promise<OpenTexts[string][]> {
      const bytes = base64url.decode(box);
      const iv = bytes.slice(0, NONCE_BYTES);
      const texts = await subtle.decrypt({ name: "AES-GCM", iv }, aes, bytes.slice(NONCE_BYTES));
      return JSON.parse(new TextDecoder().decode(texts));
    },
  };
}

// Keeps what audit entries say of people beside the chain. The chain has a salted hash of each such text; an erasure
// deletes the text and its salt, and the chain still verifies.
import * as base64url from "jose/base64url";
import { sha256Hex } from "../../base/hash.ts";
import { cutName, MAX_NAME_CHARS, oneLine } from "../../base/text.ts";
import type {
  AuditEntry,
  AuditLink,
  EntryWithTexts,
  LinkWithTexts,
  OpenTexts,
  TextsBeside,
} from "../audit-chain.ts";

/** The pseudonym of a person. */
export interface Pseudonym {
  /** A hash of salt and handle. */
  readonly id: string;
  /** An email, or a full name where a text has no more than that, as {@link toHandle} writes it. */
  readonly handle: string;
  /** Random characters, which nobody knows once the person is erased. */
  readonly salt: string;
}
type FindPseudonyms = (of: readonly string[]) => Promise<ReadonlyMap<string, Pseudonym>>;

const SALT_CHARS = 22;
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
  /^(?:hashed:[0-9a-f]{64}|per_[0-9a-f]{32})$/.test(text);

const isHashed = (text: string): boolean => text.startsWith("hashed:") && isCommitment(text);

/** The commitments to a text: as a text, and as an actor. */
export async function commitTo({ salt, text }: OpenTexts[string]): Promise<readonly [string, string]> {
  const hash = await sha256Hex(`${salt}\n${JSON.stringify(text)}`);
  return [`hashed:${hash}`, `per_${hash.slice(0, 32)}`];
}

/** The commitments of a link: of its actor, and of the texts of its detail. */
export function listCommitments({ actor, detail }: Pick<AuditLink, "actor" | "detail">): ReadonlySet<string> {
  const found = new Set<string>();
  if (actor !== null && isCommitment(actor)) found.add(actor);
  mapTexts(detail, (text) => void (isHashed(text) && found.add(text)));
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
export function splitName(name: string): readonly string[] {
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
  return names.filter((name) => isIn(name) || splitName(name).some((word) => words.has(foldCase(word))));
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

/** An entry with those of its names that its texts have. */
export function withMentioned<
  Entry extends Pick<AuditEntry, "detail"> & { readonly names?: readonly string[] },
>({ names = [], ...entry }: Entry) {
  const mentioned = findMentioned(Array.from(listTexts(entry.detail).values()).join("\n"), names);
  return { ...entry, ...(mentioned.length > 0 && { names: mentioned }) };
}

/** The handle of the person who did it; `null` for Reeve, and for services. */
const findActor = ({ actor }: AuditEntry): string | null => (actor?.includes("@") ? toHandle(actor) : null);

/** The texts about people, by the handles of those whom each concerns. */
function findAbout({ names = [], ...entry }: AuditEntry & { readonly names?: readonly string[] }) {
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
 * Puts the texts of entries beside them: of a person who did something the pseudonym stays, and of each text that is their
 * own, or has an email or name, the hash. The same entries and pseudonyms give the same hashes.
 * @param entries Each with the full names of people that its texts may have
 * @param findPseudonyms Gives the pseudonyms of people, by handle; called once, or not at all
 */
export async function putTextsBeside(
  entries: readonly (AuditEntry & { readonly names?: readonly string[] })[],
  findPseudonyms: FindPseudonyms,
): Promise<EntryWithTexts[]> {
  const found = entries.map(findAbout);
  const handles = found.flatMap(({ actor, secrets }) => [actor ?? [], ...secrets.map(({ of }) => of)].flat());
  const known =
    handles.length > 0 ? await findPseudonyms([...new Set(handles)]) : new Map<string, Pseudonym>();
  if (handles.some((handle) => !known.has(handle))) throw new Error("somebody has no pseudonym");
  return Promise.all(
    found.map(async ({ entry, actor, secrets }) => {
      const hashes = new Map<string, string>();
      const beside: TextsBeside[] = [];
      for (const group of Map.groupBy(secrets, ({ of }) => of.join("\n")).values()) {
        const people = (group[0]?.of ?? []).flatMap((handle) => known.get(handle) ?? []);
        const texts: OpenTexts[string][] = [];
        for (const { place, text } of group) {
          const salt = await makeSalt(people, `${entry.desk}\n${entry.seq}\n${place}`);
          texts.push({ salt, text });
          hashes.set(place, (await commitTo({ salt, text }))[0]);
        }
        beside.push({ of: people.map(({ id }) => id), texts });
      }
      return {
        ...replaceTexts(entry, (text, place) => hashes.get(place) ?? text),
        actor: known.get(actor ?? "")?.id ?? entry.actor,
        ...(beside.length > 0 && { beside }),
      };
    }),
  );
}

const replaceTexts = <Entry extends AuditEntry>(
  entry: Entry,
  change: Parameters<typeof mapTexts>[1],
): Entry => ({ ...entry, detail: mapTexts(entry.detail, change) as AuditEntry["detail"] });

export async function makePseudonym(
  handle: string,
  bytes = crypto.getRandomValues(new Uint8Array(32)),
): Promise<Pseudonym> {
  const person = { id: "", handle, salt: base64url.encode(bytes).slice(0, SALT_CHARS) };
  return { ...person, id: (await commitTo(await proveHandle(person)))[1] };
}

/** What a pseudonym is the hash of. */
async function proveHandle(person: Pseudonym): Promise<OpenTexts[string]> {
  return { salt: await makeSalt([person], "pseudonym"), text: person.handle };
}

/** The salt of a text: the same each time, and unknown once one of the people whom it concerns is erased. */
async function makeSalt(people: readonly Pseudonym[], place: string): Promise<string> {
  const hash = await sha256Hex([...people.map(({ salt }) => salt), place].join("\n"));
  return hash.slice(0, SALT_CHARS);
}

/** Stands among the texts of a link if what lies beside the chain was changed: nothing commits to it. */
const CHANGED = "changed";

/** A link with the texts that can be read. */
export type OpenedLink = Awaited<ReturnType<typeof openLinks>>[number];

/** Reads the texts beside links. @param findPseudonyms By id; called once, or not at all */
export async function openLinks(links: readonly LinkWithTexts[], findPseudonyms: FindPseudonyms) {
  const people = links.flatMap(({ actor }) => (actor !== null && isCommitment(actor) ? actor : []));
  const known = people.length > 0 ? await findPseudonyms([...new Set(people)]) : new Map<string, Pseudonym>();
  return Promise.all(
    links.map(async ({ beside = [], ...link }) => {
      const committed = listCommitments(link);
      const actor = known.get(link.actor ?? "");
      const texts: Record<string, OpenTexts[string]> = {};
      for (const one of [
        ...(actor ? [await proveHandle(actor)] : []),
        ...beside.flatMap(({ texts: those }) => those),
      ])
        texts[(await commitTo(one)).find((commitment) => committed.has(commitment)) ?? CHANGED] = one;
      return { link, texts };
    }),
  );
}

/** A link as people read it: with its texts, or `erased` if they were deleted, `changed` if one was changed. */
export function readLink({ link, texts }: OpenedLink): AuditLink {
  const closed = CHANGED in texts ? CHANGED : "erased";
  const read = (text: string) => texts[text]?.text ?? (isHashed(text) ? closed : text);
  return { ...replaceTexts(link, read), actor: texts[link.actor ?? ""]?.text ?? link.actor };
}

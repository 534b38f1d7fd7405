// Stores people's pseudonyms, and the texts about people in audit entries separately from the chain. The chain has a
// salted hash of each such text, so it can still be verified after an erasure has deleted the text and its salt.
import * as base64url from "jose/base64url";
import { sha256Hex } from "../../base/hash.ts";
import { MAX_NAME_CHARS, oneLine } from "../../base/text.ts";
import { findMentioned, findNames, listTexts, mapTexts } from "../../runs/names.ts";
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
  /** A hash of the salt and the handle. */
  readonly id: string;
  /** The email, or the full name if a text contains only the name, as normalized by {@link toHandle}. */
  readonly handle: string;
  /** Random characters. They are deleted when the person is erased. */
  readonly salt: string;
}
type FindPseudonyms = (of: readonly string[]) => Promise<ReadonlyMap<string, Pseudonym>>;

const SALT_CHARS = 22;
/** Regular expression for the emails in a text. */
export const EMAIL =
  /[\p{L}\p{N}_][\p{L}\p{N}._%+'-]{0,63}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;

/** Returns true for a commitment, which replaces a text or an actor's email. */
export const isCommitment = (text: string): boolean =>
  /^(?:hashed:[0-9a-f]{64}|per_[0-9a-f]{32})$/.test(text);

const isHashed = (text: string): boolean => text.startsWith("hashed:") && isCommitment(text);

/** Computes the two commitments to a text: one for its use as a text, and one for its use as an actor. */
export async function commitTo({ salt, text }: OpenTexts[string]): Promise<readonly [string, string]> {
  const hash = await sha256Hex(`${salt}\n${JSON.stringify(text)}`);
  return [`hashed:${hash}`, `per_${hash.slice(0, 32)}`];
}

/** Lists the commitments in a link: to its actor, and to the texts of its detail. */
export function listCommitments({ actor, detail }: Pick<AuditLink, "actor" | "detail">): ReadonlySet<string> {
  const found = new Set<string>();
  if (actor !== null && isCommitment(actor)) found.add(actor);
  mapTexts(detail, (text) => void (isHashed(text) && found.add(text)));
  return found;
}

/** Normalizes an email or a name for use as a key. Replaces lone surrogates, which a database would change. */
export const toHandle = (text: string): string =>
  oneLine(text).toLowerCase().slice(0, MAX_NAME_CHARS).toWellFormed();

/** Returns the handle of the person who acted, or `null` for Reeve and services. */
const findActor = ({ actor }: AuditEntry): string | null => (actor?.includes("@") ? toHandle(actor) : null);

/** Finds the texts about people in an entry, each with the handles of the people. */
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
 * Moves texts about people out of entries, to be stored separately. In the entry, a pseudonym replaces a person as
 * actor, and a hash replaces each text that the actor wrote or that has an email or name. The same entries and
 * pseudonyms give the same hashes.
 * @param entries Entries, each with the full names of people that its texts might contain
 * @param findPseudonyms Returns the pseudonyms of people by handle. Called at most once
 */
export async function putTextsBeside(
  entries: readonly (AuditEntry & { readonly names?: readonly string[] })[],
  findPseudonyms: FindPseudonyms,
): Promise<EntryWithTexts[]> {
  const found = entries.map(findAbout);
  const handles = found.flatMap(({ actor, secrets }) => [actor ?? [], ...secrets.map(({ of }) => of)].flat());
  const known =
    handles.length > 0 ? await findPseudonyms([...new Set(handles)]) : new Map<string, Pseudonym>();
  if (handles.some((handle) => !known.has(handle))) throw new Error("a person in an entry has no pseudonym");
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

/** Returns the text and salt whose hash is the pseudonym. */
async function proveHandle(person: Pseudonym): Promise<OpenTexts[string]> {
  return { salt: await makeSalt([person], "pseudonym"), text: person.handle };
}

/**
 * Derives the salt of a text. The salt is the same each time, and can't be derived once one of the people is erased.
 */
async function makeSalt(people: readonly Pseudonym[], place: string): Promise<string> {
  const hash = await sha256Hex([...people.map(({ salt }) => salt), place].join("\n"));
  return hash.slice(0, SALT_CHARS);
}

/**
 * The key for a link's text that matches no commitment in the chain, because the text was changed after it was stored.
 */
const CHANGED = "changed";

/** A link with its readable texts. */
export type OpenedLink = Awaited<ReturnType<typeof openLinks>>[number];

/** Returns links with their readable texts. @param findPseudonyms Returns pseudonyms by id. Called at most once */
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

/**
 * Returns a link for people to read: with its texts, or with `erased` for deleted texts, or `changed` if a text was
 * changed.
 */
export function readLink({ link, texts }: OpenedLink): AuditLink {
  const closed = CHANGED in texts ? CHANGED : "erased";
  const read = (text: string) => texts[text]?.text ?? (isHashed(text) ? closed : text);
  return { ...replaceTexts(link, read), actor: texts[link.actor ?? ""]?.text ?? link.actor };
}

type Pseudonyms = ReadonlyMap<string, Pseudonym>;

const read = (db: D1Database, column: "id" | "handle", values: readonly string[]) =>
  db
    .prepare(`SELECT id, handle, salt FROM people WHERE ${column} IN (SELECT value FROM json_each(?1))`)
    .bind(JSON.stringify(values));
const by = (column: "id" | "handle", { results }: { readonly results: readonly Pseudonym[] }): Pseudonyms =>
  new Map(results.map((row) => [row[column], row]));

export const pseudonymsById = async (db: D1Database, ids: readonly string[]): Promise<Pseudonyms> =>
  by("id", await read(db, "id", ids).all<Pseudonym>());

export const pseudonymsByHandle = async (db: D1Database, handles: readonly string[]): Promise<Pseudonyms> =>
  by("handle", await read(db, "handle", handles).all<Pseudonym>());

/** Returns the pseudonyms of people by handle, and creates those that are missing. */
export async function findPseudonyms(db: D1Database, handles: readonly string[]): Promise<Pseudonyms> {
  const known = await pseudonymsByHandle(db, handles);
  const unknown = handles.filter((handle) => !known.has(handle));
  if (unknown.length === 0) return known;
  const fresh = await Promise.all(unknown.map((handle) => makePseudonym(handle)));
  const insert = db
    .prepare(
      `INSERT INTO people (id, handle, salt) SELECT value->>'id', value->>'handle', value->>'salt' FROM json_each(?1)
       WHERE true ON CONFLICT DO NOTHING`,
    )
    .bind(JSON.stringify(fresh));
  const [, all] = await db.batch<Pseudonym>([insert, read(db, "handle", handles)]);
  return by("handle", all ?? { results: [] });
}

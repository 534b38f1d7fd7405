// Separation of duties: requesters, affected users and their delegates may not approve a plan, and approvers are warned
// of addresses that readers can confuse.
import { ok, type Result, refused } from "../base/result.ts";
import { comparable, formatPerson, singleLine, withShortRuns } from "../base/text.ts";
import { titleSource } from "../systems/reply/replies.ts";

/** A governance user, with the data that shows whether two users are one person. */
export interface Identity {
  readonly id: string;
  readonly emails: readonly string[];
  readonly employeeIds: readonly string[];
  /** Ids of the user's managers. @default none */
  readonly managers?: readonly string[];
  /** Id of the user's delegate. @default none */
  readonly delegate?: string;
  /** The delegate's own identity. Set for requesters and affected users who have a delegate. */
  readonly standIn?: Identity;
}

/** Returns the data that shows whether two users are one person, to store it in a run. */
export const identify = ({ id, emails, employeeIds }: Identity): Identity => ({ id, emails, employeeIds });

export interface Party {
  /** The person's address, for example from the event or the sign-in, or `null` if it is unknown. */
  readonly email: string | null;
  /** The person's name, for example from the event. @default unknown */
  readonly name?: string;
  /** The matching governance user, or `null` if there is not exactly one. */
  readonly user: Identity | null;
  /** `entry` if the person made the request by writing an inventory entry. @default the event names the person */
  readonly by?: "entry";
}

export interface Concerned {
  readonly requesters: readonly Party[];
  readonly beneficiaries: readonly Identity[];
}

/**
 * An address of a requester's or affected user's delegate. The delegate may not approve the plan. `for` names the
 * requester or affected user.
 */
export interface StandIn {
  readonly email: string;
  readonly for: string;
  readonly of: "requester" | "affected";
}

export interface Parties extends Concerned {
  readonly decider: Party;
  /**
   * Set if the decider is not the reader: reasons then read "they asked for this".
   * @default "You asked for this yourself"
   */
  readonly isOther?: true;
  readonly source: string;
  /** True if the plan may be approved even if its requester is unknown: see `policy.unknownRequestersFrom`. */
  readonly unknownMayAsk: boolean;
}

/**
 * Checks whether a person may approve a plan.
 * @returns warnings for the person, or the reason why the person may not approve it, as sentences for the reader
 */
export function mayDecide(parties: Parties): Result<readonly string[], string> {
  const { decider, isOther = false, source, requesters, beneficiaries, unknownMayAsk } = parties;
  const { user } = decider;
  const [who, whom] = isOther ? ["they", "them"] : ["you", "you"];
  const bar = (why: string) =>
    refused(
      isOther ? `${why}.` : `${why.charAt(0).toUpperCase()}${why.slice(1)}; another person must decide.`,
    );
  if (user === null)
    return refused(
      isOther
        ? "they are not a user of the governance service, so Reeve can't rule out that they requested this."
        : "You are not a user of the governance service, so Reeve can't rule out that you requested this yourself.",
    );
  const own = requesters.filter((requester) => isSame(decider, requester));
  if (own.length > 0)
    return own.every(({ by }) => by === "entry")
      ? bar(`this is based on inventory entries that ${who} wrote`)
      : bar(`${who} asked for this${isOther ? "" : " yourself"}`);
  const absent = requesters.find((requester) => requester.user && isDelegate(user, requester.user));
  if (absent)
    return bar(
      `${who} are a delegate of ${absent.name === undefined ? absent.email : singleLine(absent.name, 100)}, who asked for this`,
    );
  if (beneficiaries.some((one) => isOnePerson(user, one))) return bar(`this is about ${whom}`);
  const about = beneficiaries.find((one) => isDelegate(user, one));
  if (about) return bar(`${who} are a delegate of ${about.emails[0] ?? about.id}, whom this is about`);
  const addresses = [decider.email ?? [], user.emails].flat();
  const warnings: string[] = [];
  for (const requester of requesters) {
    const { email, user: known } = requester;
    const alike = email !== null && addresses.some((address) => resembles(email, address));
    if (known === null && alike)
      return bar(
        `the requester, ${email}, is not a user of the governance service, and the address resembles ${isOther ? "theirs" : "yours"}`,
      );
    if (known === null && !unknownMayAsk)
      return refused(
        isOther
          ? `Reeve can't rule out that they asked for this. ${unknownRequester(requester, source)}`
          : `${unknownRequester(requester, source)} So Reeve can't rule out that it was you.`,
      );
    if (known === null) warnings.push(unlessYou(requester, source));
    else if (alike) warnings.push(`The requester's address, ${email}, resembles yours.`);
  }
  return ok([...new Set(warnings)]);
}

export function cautionsAbout({ requesters, beneficiaries }: Concerned, source: string): string[] {
  const warnings = requesters.flatMap((requester) => {
    const { email, user } = requester;
    const others = beneficiaries.flatMap(({ id, emails }) => (id === user?.id ? [] : emails));
    const like = others.find((address) => email !== null && resembles(email, address));
    return [
      ...(user === null ? [unlessYou(requester, source)] : []),
      ...(like ? [`The requester's address, ${email}, resembles an affected user's, ${like}.`] : []),
    ];
  });
  // If the source names neither the ticket's requester nor the person who moved the ticket, both cause the same
  // warning.
  return [...new Set(warnings)];
}

/**
 * Lists the addresses of the requesters, the affected users and the delegates of both. A run stores them, so that the
 * people who may not approve its plan are known without a lookup.
 */
export function listAddresses(
  { requesters, beneficiaries }: Concerned,
  nameOf: (id: string) => string | undefined,
) {
  const listStandIns = (of: StandIn["of"], whom: string, user: Identity | null): StandIn[] =>
    (user?.standIn?.emails ?? []).map((email) => ({ email, for: whom, of }));
  const delegates = [
    ...requesters.flatMap(({ email, name, user }) => listStandIns("requester", name ?? email ?? "", user)),
    ...beneficiaries.flatMap((user) => listStandIns("affected", user.emails[0] ?? user.id, user)),
  ];
  const asking = requesters.flatMap(({ email, user }) => [email ?? [], user?.emails ?? []]).flat();
  return {
    requesters: [...new Set(asking)],
    affected: [...new Set(beneficiaries.flatMap(({ emails }) => emails))],
    // The affected users by id, as messages name them: a name with the address.
    ...(beneficiaries.length > 0 && {
      named: Object.fromEntries(
        beneficiaries.map(({ id, emails: [email = id] }) => [id, formatPerson(nameOf(id), email)]),
      ),
    }),
    ...(delegates.length > 0 && { delegates }),
  };
}

export function unknownRequester({ email, name }: Party, source: string): string {
  if (email !== null)
    return `Requester unknown: ${email} does not match exactly one user of the governance service.`;
  return name === undefined
    ? `Requester unknown: ${titleSource(source)} does not name the requester.`
    : `Requester unknown: ${titleSource(source)} sent no email for ${singleLine(name, 100)}.`;
}

const unlessYou = (party: Party, source: string): string =>
  `${unknownRequester(party, source)} If you asked for this, let somebody else decide.`;

export interface OwnPart {
  readonly is: "no" | "yes" | "unknown";
  /** The person's name, or else the email. `null` if neither is known. */
  readonly who: string | null;
}

export const NO_PART: OwnPart = { is: "no", who: null };

const ownPart = (is: OwnPart["is"], party: Party | undefined | null): OwnPart => ({
  is,
  who: party?.name === undefined ? (party?.email ?? null) : singleLine(party.name, 100),
});

/**
 * Checks whether a plan affects a requester, or the person who approved the request at the source. A requester's gain
 * is ignored if that approver is known to be another person whom the plan does not affect. The result is `unknown` if
 * the plan affects none of these people as far as known, but not all of them are governance users.
 * @param approver The person who approved the request at the source
 */
export function ownGain({ requesters, beneficiaries }: Concerned, approver: Party | null): OwnPart {
  const gains = ({ user }: Party): boolean => user !== null && isConcerned(user, beneficiaries);
  const all = approver ? [...requesters, approver] : requesters;
  if (beneficiaries.length === 0) return NO_PART;
  const gaining = all.find(gains);
  const unknown = all.find(({ user }) => user === null);
  if (!gaining) return unknown ? ownPart("unknown", unknown) : NO_PART;
  const isSecond =
    approver?.user &&
    !gains(approver) &&
    requesters.every((requester) => requester.user !== null && !isSame(approver, requester));
  return isSecond ? NO_PART : ownPart("yes", gaining);
}

/**
 * Checks whether a ticket's approver is also its requester, or is affected by its plan.
 * @param asked The ticket's requester
 * @param approver The ticket's approver, or `null` if unknown
 */
export function ownApproval(
  asked: Party,
  approver: Party | null,
  beneficiaries: readonly Identity[],
): OwnPart {
  if (approver === null) return ownPart("unknown", null);
  const { user } = approver;
  if (isSame(asked, approver) || (user !== null && isConcerned(user, beneficiaries)))
    return ownPart("yes", approver);
  return user === null || asked.user === null ? ownPart("unknown", approver) : NO_PART;
}

/** Returns true if two parties are known to be one person, by their addresses or as governance users. */
export const isSame = (a: Party, b: Party): boolean =>
  (a.email !== null && b.email !== null && comparable(a.email) === comparable(b.email)) ||
  (a.user !== null && b.user !== null && isOnePerson(a.user, b.user));

/**
 * Returns true if a user is one of the beneficiaries, or a delegate of a beneficiary. A delegate can decide everything
 * in the beneficiary's place.
 */
export const isConcerned = (user: Identity, beneficiaries: readonly Identity[]): boolean =>
  beneficiaries.some((one) => isOnePerson(user, one) || isDelegate(user, one));

const isDelegate = (user: Identity, { delegate, standIn }: Identity): boolean =>
  delegate === user.id || (standIn !== undefined && isOnePerson(user, standIn));

/**
 * Returns true if two governance users are one person: the same user, or two that share an address or an employee id.
 */
export const isOnePerson = (a: Identity, b: Identity): boolean =>
  a.id === b.id ||
  a.emails.some((email) => b.emails.some((other) => comparable(email) === comparable(other))) ||
  a.employeeIds.some((id) => b.employeeIds.includes(id));

/**
 * The Latin letter, or the full stop, for each look-alike character that can appear in names, from Unicode's
 * confusables, and for the small capitals of Latin and Cherokee. `comparable` has already replaced capitals, and
 * characters for which Unicode has a compatible letter.
 */
const LIKE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "aаɑαᴀꭺ bьʙᏼ cсϲᴄꮯ dԁɗᴅꭰ eеҽєεᴇꭼ fƒꞙꜰ gɡցɢꮐ hһհʜꮋꮒ iіıɩι1lӏ|ɪꭵʟꮮ jјʝᴊꭻ kкκᴋꮶ",
    "mмᴍꮇ nոпηɴ oоοօσ0ᴏ pрρᴘꮲ qԛգꞯ rгʀꭱꮢ sѕꜱ5ꮪꮥ tтτᴛꭲ uυսʋᴜ vѵνᴠꮩ wԝшωᴡɯꮃ xхχ yуүγʏꮍꭹ zᴢꮓ .٠۰ꓸ",
  ]
    .join(" ")
    .split(" ")
    .flatMap(([letter = "", ...others]) => others.map((other) => [other, letter])),
);

/**
 * Returns true for two different addresses that readers can confuse. The part before the `@` is the same, ignoring
 * accents, look-alike letters (also `rn` for `m`), `+tags`, and all characters except letters and digits. Domains are
 * not compared, because people have addresses at several domains.
 */
export const resembles = (a: string, b: string): boolean => {
  if (comparable(a) === comparable(b)) return false;
  const name = nameIn(a);
  return name !== "" && name === nameIn(b);
};

function nameIn(address: string): string {
  const [local = ""] = comparable(address).split("@");
  const [name = ""] = local.split("+");
  return foldName(name)
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replaceAll("rn", "m");
}

/**
 * Replaces each letter of a name with the plain letter that it looks like. This is not the whole skeleton of Unicode
 * TR39: it covers compatible characters (NFKC), accents, case, and the look-alikes in {@link LIKE}, but no sequences of
 * characters such as `rn`, and no look-alikes among other scripts.
 */
export const foldName = (name: string): string =>
  Array.from(
    withShortRuns(comparable(name)).normalize("NFD").replace(/\p{M}/gu, ""),
    (letter) => LIKE[letter] ?? letter,
  ).join("");

/**
 * Returns true if readers can confuse two people's names: the same words in any order, if look-alike letters are
 * treated as equal.
 */
export const isNamesake = (one: string, other: string): boolean => {
  const [words, others] = [one, other].map((name) =>
    foldName(name.replace(/[^\p{L}\p{N}\p{M}]+/gu, " "))
      .split(" ")
      .toSorted()
      .join("")
      .replaceAll("rn", "m"),
  );
  return words !== "" && words === others;
};

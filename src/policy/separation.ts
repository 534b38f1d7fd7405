// Separation of duties: who may not decide about a plan, as they asked for it or gain by it.
import { ok, type Result, refused } from "../base/result.ts";
import { comparable } from "../base/text.ts";
import { resembles } from "./lookalike.ts";

/** A governance user, with what tells that two of them are one person. */
export interface Identity {
  readonly id: string;
  readonly emails: readonly string[];
  readonly employeeIds: readonly string[];
}

export interface Party {
  /** The address they were named by; `null` where there was none. */
  readonly email: string | null;
  /** The governance user they are; `null` where that is not exactly one. */
  readonly user: Identity | null;
  /** Set if they asked by an entry that they wrote into the inventory. @default the event */
  readonly by?: "entry";
}

export interface Concerned {
  readonly requesters: readonly Party[];
  /** Those who gain or lose something by the plan. */
  readonly beneficiaries: readonly Identity[];
}

export interface Parties extends Concerned {
  readonly decider: Party;
  /** True if it may be decided although the requester is unknown: what `policy.unknownRequestersFrom` allows. */
  readonly unknownMayAsk: boolean;
}

/**
 * Whether somebody may let a plan act: not its requester, and not whom it is about. Who may be a requester is refused.
 * @returns what the decider ought to know, in sentences; or why not, as a sentence for the decider
 */
export function mayDecide({
  decider,
  requesters,
  beneficiaries,
  unknownMayAsk,
}: Parties): Result<readonly string[], string> {
  const { user } = decider;
  if (user === null)
    return refused(
      "You are not a user of the governance service, so Reeve can't rule out that you requested this yourself.",
    );
  const own = requesters.filter((requester) => isSame(decider, requester));
  if (own.length > 0)
    return refused(
      own.every(({ by }) => by === "entry")
        ? "This rests on what you wrote into the inventory; somebody else has to decide."
        : "You asked for this yourself; somebody else has to decide.",
    );
  if (isConcerned(user, beneficiaries)) return refused("This is about you; somebody else has to decide.");
  const addresses = [decider.email ?? [], user.emails].flat();
  const cautions: string[] = [];
  for (const { email, user: known } of requesters) {
    const alike = email !== null && addresses.some((address) => resembles(email, address));
    if (known === null && alike)
      return refused(
        `The requester, ${email}, is not a user of the governance service, and the address resembles yours; somebody else has to decide.`,
      );
    if (known === null && !unknownMayAsk)
      return refused(`${unknownRequester(email)} So Reeve can't rule out that it was you.`);
    if (known === null) cautions.push(unlessYou(email));
    else if (alike) cautions.push(`The requester's address, ${email}, resembles yours.`);
  }
  return ok([...new Set(cautions)]);
}

/** Sentences about who asked for a plan, for its approver. */
export function cautionsAbout({ requesters, beneficiaries }: Concerned): string[] {
  const cautions = requesters.flatMap(({ email, user }) => {
    const like = beneficiaries
      .flatMap(({ id, emails }) => (id === user?.id ? [] : emails))
      .find((address) => email !== null && resembles(email, address));
    return [
      ...(user === null ? [unlessYou(email)] : []),
      ...(like ? [`The requester's address, ${email}, resembles ${like}, whom this affects.`] : []),
    ];
  });
  // Who moved a ticket and who asked for it may both be unknown.
  return [...new Set(cautions)];
}

export const addressesOf = ({ requesters, beneficiaries }: Concerned) => ({
  asked: [...new Set(requesters.flatMap(({ email, user }) => [email ?? [], user?.emails ?? []].flat()))],
  about: [...new Set(beneficiaries.flatMap(({ emails }) => emails))],
});

const unknownRequester = (email: string | null): string =>
  email === null
    ? "The event does not say who requested this."
    : `${email}, who requested or caused this, does not match exactly one user of the governance service.`;

const unlessYou = (email: string | null): string =>
  `${unknownRequester(email)} Approve it only if it was not you.`;

/** An asker's own gain by a plan; `unknown` if it is not known of one of them. */
export type OwnGain = "no" | "yes" | "unknown";

/**
 * Whether a plan is for who asked for it, and nobody else has let it pass.
 * @param approver Who approved it where it was asked for, and counts as having asked where they did, or gain by it
 */
export function ownGain({ requesters, beneficiaries }: Concerned, approver: Party | null): OwnGain {
  const gains = ({ user }: Party): boolean => user !== null && isConcerned(user, beneficiaries);
  const all = approver ? [...requesters, approver] : requesters;
  if (beneficiaries.length === 0) return "no";
  if (!all.some(gains)) return all.some(({ user }) => user === null) ? "unknown" : "no";
  const isSecond =
    approver?.user &&
    !gains(approver) &&
    requesters.every((requester) => requester.user !== null && !isSame(approver, requester));
  return isSecond ? "no" : "yes";
}

/**
 * Whether who approved a ticket where it lives asked for it, or gains by it: then nobody else has looked at it yet.
 * @param asked Who asked for the ticket
 * @param approver `null` where it is not said who approved it
 */
export function ownApproval(
  asked: Party,
  approver: Party | null,
  beneficiaries: readonly Identity[],
): OwnGain {
  if (approver === null) return "unknown";
  const { user } = approver;
  if (isSame(asked, approver) || (user !== null && isConcerned(user, beneficiaries))) return "yes";
  return user === null || asked.user === null ? "unknown" : "no";
}

/** True for two that are known to be one person: by address, or as governance users. */
export const isSame = (a: Party, b: Party): boolean =>
  (a.email !== null && b.email !== null && comparable(a.email) === comparable(b.email)) ||
  (a.user !== null && b.user !== null && isOnePerson(a.user, b.user));

export const isConcerned = (user: Identity, beneficiaries: readonly Identity[]): boolean =>
  beneficiaries.some((beneficiary) => isOnePerson(user, beneficiary));

/** True for two governance users that are one person: the same one, or two that share an address or an employee id. */
const isOnePerson = (a: Identity, b: Identity): boolean =>
  a.id === b.id ||
  a.emails.some((email) => b.emails.some((other) => comparable(email) === comparable(other))) ||
  a.employeeIds.some((id) => b.employeeIds.includes(id));

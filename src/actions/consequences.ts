// Says what an action means for people and how to undo it, in a sentence for the person who decides.
import { Named } from "../base/named.ts";
import { approversSentence, type EffectOperationId, type PlannedAction } from "./action.ts";

/** The way to undo each call: the API has no call that undoes another. */
const UNDO: Readonly<Record<Exclude<EffectOperationId, "createToken">, string>> = {
  createConnectorOwner: "To undo it, somebody removes the owner in the tenant: Reeve can't.",
  deleteAppEntitlementOwner:
    "Everyone who holds the entitlement loses by it; how many, the API does not say. To undo it, somebody adds it again in the tenant.",
  deleteAppUserEntitlementOwner:
    "Everyone who holds the entitlement loses by it; how many, the API does not say. To undo it, somebody adds it again in the tenant.",
  deleteMcpTool: "To undo it, sync the connector: the tool is found again, and waits for review.",
  deleteSessionPolicy: "There is no way back.",
  createCampaign: "A campaign that has started can only be ended in the tenant.",
};

/** Operations whose effect nothing brings back. */
const FINAL: readonly string[] = ["deleteSessionPolicy"] satisfies EffectOperationId[];

/** The consequences of an action for people. */
interface Consequences {
  /** Sentences on who gains or loses, as far as known, and on how to undo it. */
  readonly words: string;
  /** True if nothing undoes it. */
  readonly isFinal: boolean;
}

/** Most people named in a sentence; further ones are counted. */
const MAX_NAMES = 5;

/** Says what an action means for people. */
export function consequences({
  beneficiaries,
  effects,
  input,
}: Pick<PlannedAction, "beneficiaries" | "effects" | "input">): Consequences {
  const people = [...new Set(beneficiaries)];
  const names = namesIn(input);
  const named = people.slice(0, MAX_NAMES).map((id) => names.get(id) ?? id);
  const more = people.length - named.length;
  const who =
    people.length === 0 ? [] : [`Affects ${named.join(", ")}${more > 0 ? ` and ${more} more people` : ""}.`];
  const undo = new Set(
    effects.flatMap(({ operation }) => (operation === "createToken" ? [] : UNDO[operation])),
  );
  return {
    words: [...who, ...undo].join(" "),
    isFinal: effects.some(({ operation }) => FINAL.includes(operation)),
  };
}

/** The names in an action's input, by id. */
const namesIn = (input: unknown): ReadonlyMap<string, string> =>
  new Map(
    Object.values(input ?? {})
      .flat()
      .flatMap((value) => {
        const { success, data } = Named.safeParse(value);
        return success ? [[data.id, data.name] as const] : [];
      }),
  );

/** The sentence of an action for the person who decides about it, with its consequences. */
export const decidersSentence = (action: PlannedAction): string =>
  `${approversSentence(action)} ${consequences(action).words}`.trim();

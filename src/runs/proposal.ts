// Checks an automation's result before any part of it is used or stored: an own automation can return anything.
import * as z from "zod";
import { INVENTORY_KINDS, inventoryKinds } from "../actions/inventory.ts";
import { ConfigurationInvalid, configured } from "../base/configured.ts";
import { DAY_MS, FIRST_POSSIBLE_DAY, LAST_POSSIBLE_DAY } from "../base/days.ts";
import { exceeds } from "../base/platform.ts";
import { Problem } from "../base/problem.ts";
import { describeThrown } from "../base/text.ts";
import type { Proposal } from "../kit/proposal.ts";

/** Maximum effects in a plan: a run is one row of the desk and of the ledger, which each step rewrites. */
const MAX_EFFECTS_PER_PLAN = 1_000;
/** Maximum size of a proposal in UTF-8 bytes: actions, notice, inventory changes and progress. */
const MAX_PROPOSAL_BYTES = 750_000;
const MAX_SENTENCE_CHARS = 10_000;
const MAX_SHOWN_CHARS = 300;
const MAX_DAYS = 3_660;
/**
 * Returns true for a time that a proposal may contain. Any other time is a mistake, such as seconds instead of
 * milliseconds.
 */
const isPlausible = (time: number): boolean =>
  time >= Date.parse(FIRST_POSSIBLE_DAY) && time < Date.parse(LAST_POSSIBLE_DAY) + DAY_MS;

const Sentence = z.string().max(MAX_SENTENCE_CHARS);
const Texts = z.array(z.string());
const Instant = z.custom<number>(
  (time) => typeof time === "number" && isPlausible(time),
  "must be a time in Unix milliseconds, from 2000 to 2099",
);
const Day = z.iso
  .date("must be a day from 2000 to 2099, such as 2027-06-30")
  .refine((day) => isPlausible(Date.parse(day)), "must be a day from 2000 to 2099");
const Timestamp = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], "must be a time such as 2027-06-30T17:00:00Z")
  .refine((time) => isPlausible(Date.parse(time)), "must be a time from 2000 to 2099");

const Change = z
  .looseObject({ kind: z.enum(INVENTORY_KINDS), key: z.string().min(1), data: z.unknown() })
  .refine(
    ({ kind, data }) => data === null || inventoryKinds[kind].safeParse(data).success,
    "must be a valid entry of its kind",
  );

const FollowUp = z.looseObject({
  assignees: Texts,
  about: Texts.optional(),
  due: Timestamp.optional(),
  days: z.number().min(0).max(MAX_DAYS).optional(),
});

const Action = z.looseObject({
  ...{ action: z.string(), summary: z.string(), target: z.string(), beneficiaries: Texts },
  effects: z.array(z.looseObject({ operation: z.string(), input: z.looseObject({}) })),
  leaves: z.array(Change),
  unverified: z.array(z.looseObject({ id: z.string(), name: z.string() })).optional(),
  ...{ requestedBy: Texts.optional(), leadsTo: Texts.optional(), followUp: FollowUp.optional() },
  ...{ startsOn: Day.optional(), answerBy: Timestamp.optional() },
});

const Progress = z.looseObject({ done: z.number().min(0), of: z.number().min(0), what: z.string() });
const Line = z.looseObject({
  name: z.string(),
  ...{ detail: z.string().optional(), concerns: z.union([z.string(), Texts]).optional() },
  page: z.string().startsWith("/").optional(),
});
const Notice = z.looseObject({
  ...{ title: Sentence, summary: Sentence, lines: z.array(Line), people: Texts.optional() },
  ticket: z.looseObject({ system: z.string() }).optional(),
});
const extras = { notice: Notice.optional(), leaves: z.array(Change).optional() };

/** The kinds of proposals, each by the property that identifies it. */
const KINDS = {
  actions: z.looseObject({
    ...extras,
    actions: z.array(Action).min(1, "must contain an action; return { ignore } if there is nothing to do"),
    approvalReasons: z.array(Sentence).optional(),
    progress: Progress.optional(),
  }),
  ignore: z.looseObject({ ...extras, ignore: Sentence, cancelsEarlier: z.literal(true).optional() }),
  waitUntil: z.looseObject({ ...extras, waitUntil: Instant, for: Sentence }),
  goOn: z.looseObject({ ...extras, goOn: Progress }),
} as const;

/**
 * Checks an automation's result.
 * @returns a copy as plain data: the automation's own objects are not read later
 * @throws Problem `proposal_invalid`, whose message names the automation, the property and its value; `plan_too_large`
 * if a run could not store the proposal
 */
export function readProposal(automation: string, returned: unknown): Proposal {
  try {
    const plain = toPlainData(returned);
    if (typeof plain !== "object" || plain === null) throw new Invalid(`it is ${plain}, not an object`);
    const [kind, other] = Object.keys(KINDS).filter((name): name is keyof typeof KINDS => name in plain);
    if (!kind || other)
      throw new Invalid(
        `it must have exactly one of ${Object.keys(KINDS).join(", ")}, but has ${other ? "two" : "none"}`,
      );
    configured<z.ZodType<unknown, unknown>>(KINDS[kind], plain);
    const proposal = plain as Proposal;
    const effects = "actions" in proposal ? proposal.actions.flatMap((action) => action.effects).length : 0;
    if (effects <= MAX_EFFECTS_PER_PLAN) return proposal;
    throw new Problem(
      "plan_too_large",
      `the plan has ${effects} changes; the limit is ${MAX_EFFECTS_PER_PLAN}`,
    );
  } catch (error) {
    if (error instanceof Problem) throw error;
    const isClear = error instanceof ConfigurationInvalid || error instanceof Invalid;
    const fault = isClear ? error.message : `it is not plain data: ${describeThrown(error, MAX_SHOWN_CHARS)}`;
    throw new Problem("proposal_invalid", `${automation} returned a proposal that can't be used: ${fault}`);
  }
}

class Invalid extends Error {}

/**
 * Copies a value as JSON.
 * @throws Problem `plan_too_large` if the copy would be too large, or another error if a property can't be read or is
 * not JSON
 */
function toPlainData(value: unknown): unknown {
  const tooLarge = () =>
    new Problem("plan_too_large", `the proposal exceeds the limit of ${MAX_PROPOSAL_BYTES} bytes`);
  const paths = new Map<unknown, string>();
  let chars = 0;
  const text = JSON.stringify(value, function (this: unknown, key, member: unknown) {
    const path = [paths.get(this), key].filter(Boolean).join(".");
    const type = typeof member;
    if (type === "object" && member !== null) paths.set(member, path);
    if (type === "function" || type === "symbol" || type === "bigint")
      throw new Invalid(`${path || "it"} is a ${type}, but must be plain data`);
    if (type === "number" && !Number.isFinite(member))
      throw new Invalid(`${path} is ${member}: check the Date.parse or the calculation that it comes from`);
    // A long string or list is rejected before its copy fills the memory.
    chars += key.length + (typeof member === "string" ? member.length : 1);
    if (chars > MAX_PROPOSAL_BYTES) throw tooLarge();
    return member;
  });
  if (text === undefined) return undefined;
  if (exceeds(text, MAX_PROPOSAL_BYTES)) throw tooLarge();
  return JSON.parse(text);
}

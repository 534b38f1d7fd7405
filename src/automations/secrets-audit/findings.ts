import * as z from "zod";
import type { AuditFacts } from "../../governance/audit-event.ts";
import { SECRETS_RULES, type SecretsRule } from "../clock-settings.ts";
import { counted } from "../counted.ts";
import type { Notice } from "../decision.ts";

/** Findings that a look carries along; each is of many events. */
const MOST = 200;

/** Something that stands out in the events of a vault. */
const Finding = z.object({
  /** `unread`: events that could not be read; `unfinished`: more than a look reads; `learned`: the first look. */
  rule: z.enum([...SECRETS_RULES, "learned", "unread", "unfinished"]),
  /** The vault's name in the settings. */
  vault: z.string(),
  /** The actor, the address or the day that stands out. */
  what: z.string(),
  events: z.int(),
  /** The newest of these events, and when it was (Unix milliseconds); or what else there is to say. */
  detail: z.string(),
  at: z.int().default(0),
});
export type Finding = z.output<typeof Finding>;
export const Findings = z.array(Finding);

/** Whether it is of a rule; the others are about the look itself. */
export const isRule = (rule: Finding["rule"]): rule is SecretsRule =>
  SECRETS_RULES.some((one) => one === rule);

/** A finding more; one of the same is counted to it. */
export function withFinding(findings: readonly Finding[], finding: Finding): Finding[] {
  const n = findings.findIndex(
    ({ rule, vault, what }) => rule === finding.rule && vault === finding.vault && what === finding.what,
  );
  const known = findings[n];
  if (known) {
    const newest = finding.at > known.at ? finding : known;
    return findings.with(n, { ...newest, events: known.events + finding.events });
  }
  return findings.length < MOST ? [...findings, finding] : [...findings];
}

/** When an event was and what happened: nothing else of it is told. @param local When, on the clocks there */
export const eventText = (local: string, { action, actor, address }: AuditFacts): string =>
  [`last ${local}`, action, actor && `by ${actor}`, address && `from ${address}`].filter(Boolean).join(" ");

/** A finding as people read it. */
export function lineOf({ rule, vault, what, events, detail }: Finding): Notice["lines"][number] {
  const name = `${vault}: ${WORDS[rule](what)}`;
  switch (rule) {
    case "new_actor":
    case "new_address":
    case "after_hours":
      return { name, detail: `${counted(events, "event")}, ${detail}` };
    case "unusual_count":
    case "learned":
    case "unread":
    case "unfinished":
      return { name, detail };
    default:
      return rule satisfies never;
  }
}

const WORDS: Readonly<Record<Finding["rule"], (what: string) => string>> = {
  new_actor: (actor) => `new actor ${actor}`,
  new_address: (address) => `new address ${address}`,
  after_hours: (actor) => `outside working hours, ${actor}`,
  unusual_count: (day) => `unusual on ${day}`,
  learned: () => "looked at for the first time",
  unread: (what) => `events without ${what} that can be read`,
  unfinished: () => "too many events for one look",
};

/** How many of each rule there are, in words: "2 new actors, 1 unusual day". */
export function countsOf(findings: readonly Finding[]): string {
  const counts = SECRETS_RULES.flatMap((rule) => {
    const n = findings.filter((finding) => finding.rule === rule).length;
    return n > 0 ? [COUNTED[rule](n)] : [];
  });
  return counts.length > 0 ? counts.join(", ") : "nothing that stands out";
}

const COUNTED: Readonly<Record<SecretsRule, (n: number) => string>> = {
  new_actor: (n) => counted(n, "new actor"),
  new_address: (n) => counted(n, "new address", "new addresses"),
  unusual_count: (n) => counted(n, "unusual day"),
  after_hours: (n) => `${counted(n, "actor")} outside working hours`,
};

// The acts: everything that a person or a program may do. Each row defines the act's role, the people whom the gate
// allows, the labels and the audit entry, as far as they apply. src/operate/acts.ts carries out the acts.

/**
 * The roles that the settings can give to people and programs.
 * - `viewer`: reads the ledger
 * - `requester`: requests changes and the undoing of changes, and reads only their own runs and runs that ask them by
 *   name
 * - `operator`: resumes, cancels, retries and dismisses runs, reviews calls whose outcome is unknown, skips rejected
 *   calls, reports on follow-ups, replays events, pauses and resumes single automations, pauses everything, runs
 *   scheduled automations now, turns agents off, edits the inventory, takes alarms, sends test notices, and makes
 *   checkpoints
 * - `approver`: approves and denies plans
 * - `admin`: switches dry runs, resumes everything, turns agents on, handles personal data, and has all other roles
 */
export const ROLES = ["viewer", "requester", "operator", "approver", "admin"] as const;
export type Role = (typeof ROLES)[number];

/**
 * Returns the given roles and those that they imply: an admin has every role, and every role except `requester`
 * includes `viewer`.
 */
export function withImplied(given: readonly Role[]): Set<Role> {
  if (given.includes("admin")) return new Set(ROLES);
  return new Set(given.some((role) => role !== "requester") ? ["viewer", ...given] : given);
}

/**
 * The people who may make a decision, among those with the role.
 * - `requester`: only the requester of the plan
 * - `second_person`: neither a requester, an affected user, nor a delegate of either, since the decision allows
 *   something new
 * - `owner`: an owner of each follow-up who is a governance user, but neither an affected user nor their delegate;
 *   operators are treated as owners of a follow-up that has no owners or lets operators report it
 * - `owner_or_operator`: an owner of each follow-up, or any operator
 * - `anyone`: everybody with the role, since the decision stops or reports something, or continues an allowed plan
 */
export type DecisionFor = "requester" | "second_person" | "owner" | "owner_or_operator" | "anyone";

/** The activities of audit entries, as OCSF names them. */
export type Activity =
  | ("Create" | "Update" | "Delete" | "Enable" | "Disable")
  | ("Activate" | "Deactivate" | "Suspend" | "Resume");

/**
 * The audit entry of an act: its type (a subject and an event, such as `approval.granted`), its words, and its
 * activity.
 */
type Audit = readonly [type: string, words: string, activity: Activity];

/** A decision as offered to a person: the people who may make it, its button and its consequence. */
interface Choice {
  readonly gate: DecisionFor;
  readonly button: string;
  readonly tone?: "good" | "bad";
  /** The consequence of the decision. */
  readonly leads: string;
  /**
   * True if the decision ends the run or a follow-up, and changes nothing. Such choices are listed first.
   * @default false
   */
  readonly ends?: true;
}

interface ActRow extends Partial<Choice> {
  /**
   * The role that the act requires, or `null` if any role is enough. The policy and the gate can set further
   * requirements.
   */
  readonly role: Role | null;
  /**
   * True if people whom an approval stage or a follow-up names may perform the act even without the role.
   * @default false
   */
  readonly byName?: true;
  /** True if an Access service token, which identifies no person, may perform the act. @default false */
  readonly byService?: true;
  /** True if the decision can be made for many runs in one batch. @default false */
  readonly batch?: true;
  /**
   * The sentence that a page shows after the act.
   * @default the words of `audit`, and `leads`, if the act has both; otherwise the page shows no sentence
   */
  readonly done?: string;
  readonly audit?: Audit;
  /**
   * The audit entry of a decision that ends the run only after the call in progress, or does not end it.
   * @default `audit`
   */
  readonly late?: Audit;
  readonly verdicts?: Readonly<Record<string, Choice & { readonly audit?: Audit }>>;
}

type ChoiceRow = Omit<ActRow, "verdicts"> & Choice & Required<Pick<ActRow, "audit">>;
type VerdictsRow = ActRow & Required<Pick<ActRow, "verdicts">>;
type Rows<Row> = Readonly<Record<string, Row>>;

const FOR_APPROVERS = { role: "approver", byName: true, batch: true } as const;
const FOR_OPERATORS = { role: "operator", gate: "anyone" } as const;
const FOR_SERVICES_TOO = { role: "operator", byService: true } as const;

/** Decisions about a plan. Each decision contains the plan's hash. */
const ON_PLAN = {
  rejected: {
    ...FOR_APPROVERS,
    gate: "anyone",
    button: "Deny",
    tone: "bad",
    leads: "The run ends, and nothing more is done.",
    ends: true,
    audit: ["approval.rejected", "Denied", "Deactivate"],
  },
  confirmed: {
    // The gate allows this decision only to the requester.
    role: null,
    gate: "requester",
    button: "Confirm",
    tone: "good",
    leads:
      "Reeve plans again, and continues unless the plan has changed. The plan might still need an approval.",
    audit: ["plan.confirmed", "Confirmed", "Update"],
  },
  approved: {
    ...FOR_APPROVERS,
    gate: "second_person",
    button: "Approve",
    tone: "good",
    leads: "Reeve checks the plan again, and carries it out unless it has changed.",
    audit: ["approval.granted", "Approved", "Activate"],
  },
} as const satisfies Rows<ChoiceRow>;

/** Decisions about a run that need a reason as their only input. */
const ON_RUN = {
  cancelled: {
    ...FOR_OPERATORS,
    button: "Cancel",
    leads: "The run ends. If a call is in progress, the run stops after it. Applied changes remain.",
    ends: true,
    audit: ["run.cancelled", "Cancelled", "Deactivate"],
    late: ["run.stopping", "Cancelled: stops after the call in progress", "Deactivate"],
    batch: true,
  },
  withdrawn: {
    role: "requester",
    gate: "requester",
    button: "Withdraw",
    leads: "The run ends before it acts.",
    ends: true,
    audit: ["run.withdrawn", "Withdrawn", "Deactivate"],
    late: ["run.withdrawn_late", "Withdrawn too late: the plan had begun", "Update"],
  },
  resumed: {
    ...FOR_SERVICES_TOO,
    gate: "second_person",
    button: "Resume",
    tone: "good",
    leads:
      "The run may exceed the budget: Reeve checks the plan again, and carries it out unless it has changed.",
    audit: ["run.resumed", "Resumed", "Resume"],
    batch: true,
  },
  dismissed: {
    ...FOR_OPERATORS,
    button: "Dismiss",
    leads: "No further action is needed. Applied changes and the audit trail remain.",
    ends: true,
    audit: ["run.dismissed", "Dismissed", "Update"],
    batch: true,
  },
  retried_now: {
    ...FOR_SERVICES_TOO,
    gate: "anyone",
    button: "Retry now",
    leads: "Reeve makes the next attempt now.",
    audit: ["run.retried_now", "Retried now", "Resume"],
    batch: true,
  },
  retried: {
    ...FOR_SERVICES_TOO,
    gate: "anyone",
    button: "Retry",
    tone: "good",
    leads: "Applied changes remain. Reeve retries the rest.",
    audit: ["run.retried", "Retried", "Resume"],
    batch: true,
  },
  skipped: {
    ...FOR_OPERATORS,
    button: "Skip the rejected call",
    leads: "Applied changes remain. Reeve skips the call that was rejected, and makes the calls after it.",
    audit: ["run.skipped", "Rejected call skipped", "Resume"],
  },
} as const satisfies Rows<ChoiceRow>;

/** Decisions for which a person also chooses a verdict. Each verdict has its own gate and button. */
const WITH_VERDICT = {
  reviewed: {
    role: "operator",
    done: "Recorded as your review.",
    audit: ["effect.reviewed", "Call reviewed", "Update"],
    verdicts: {
      abandon: {
        gate: "anyone",
        button: "Abandon",
        leads: "The run ends. Applied changes remain.",
        ends: true,
      },
      happened: {
        gate: "anyone",
        button: "It happened",
        leads: "The call counts as applied.",
      },
      send_again: {
        gate: "second_person",
        button: "Send again",
        tone: "bad",
        leads: "The call is sent again, although it might already have been carried out.",
      },
    },
  },
  completed: {
    role: "operator",
    byName: true,
    done: "Recorded as your report.",
    verdicts: {
      not_done: {
        gate: "owner_or_operator",
        button: "Not done",
        leads: "This is reported as not done. The run ends once no other follow-up is open.",
        ends: true,
        audit: ["follow_up.not_done", "Follow-up not done", "Update"],
      },
      done: {
        gate: "owner",
        button: "Done",
        tone: "good",
        leads: "This is reported as done. Reeve can't check it; the audit trail records it as a report.",
        audit: ["follow_up.done", "Follow-up done", "Update"],
      },
    },
  },
} as const satisfies Rows<VerdictsRow>;

/** The decisions about a run, except `reassigned`, which has its own form and API route. */
const OFFERED = { ...ON_PLAN, ...WITH_VERDICT, ...ON_RUN };

/** All decisions about a run, which the gate checks. */
export const DECISIONS = {
  ...OFFERED,
  reassigned: {
    // The gate checks the new approver, not the decider: everybody who may discuss the run may ask another person.
    role: null,
    gate: "second_person",
    button: "Ask another person",
    done: "The person is asked to decide. The request appears in the timeline in a moment.",
    audit: ["approval.reassigned", "Another person was asked to decide", "Update"],
  },
} as const satisfies Rows<ActRow>;

/**
 * All acts. Stopping is safe, so operators may pause everything and turn agents off. Only admins may resume everything,
 * turn agents on, and switch automations to dry runs and back.
 */
export const ACTS = {
  ...DECISIONS,
  read: { role: "viewer" },
  /**
   * Access to runs that concern the person, for which any role is enough: a later check compares the person with the
   * people of the run.
   */
  own: { role: null },
  comment: {
    role: null,
    button: "Comment",
    done: "Your comment appears in the timeline in a moment.",
    audit: ["run.commented", "Comment", "Update"],
  },
  remind: {
    role: null,
    button: "Remind the approvers",
    done: "The approvers are reminded. The reminder appears in the timeline in a moment.",
    audit: ["approval.reminded_by_hand", "Approvers reminded on request", "Update"],
  },
  ask: {
    role: "requester",
    button: "Request",
    done: "Sent. Reeve plans your request, and does nothing until you confirm the plan.",
  },
  undo: {
    role: "requester",
    button: "Request to undo",
    done: "Sent. Your request appears under My requests in a moment.",
    audit: ["undo.asked", "Undo requested", "Create"],
  },
  undoAll: { role: "requester", done: "Requested. The request for each run appears below in a moment." },
  replayed: {
    role: "operator",
    button: "Replay",
    done: "Replayed. This is the new run.",
    audit: ["run.replayed", "Replayed", "Create"],
  },
  due: {
    role: "operator",
    button: "Run now",
    leads: "The automation runs as if it were due. Policy, budgets, pauses and dry runs apply to its plans.",
    done: "Started. The run is shown below.",
    audit: ["schedule.by_hand", "Started ahead of schedule", "Activate"],
  },
  // Starting or stopping a batch also requires the role for the batch's decision.
  start: { role: "viewer", audit: ["batch.start", "Batch started", "Activate"] },
  stop: { role: "viewer", button: "Stop", audit: ["batch.stop", "Batch stopped", "Deactivate"] },
  inventory: {
    role: "operator",
    button: "Remove",
    done: "Removed from the inventory.",
    audit: ["inventory.edited", "Inventory changed", "Update"],
  },
  checkpoint: { role: "operator" },
  take: {
    role: "operator",
    button: "Take",
    done: "Taken. Your name appears at the alarm in a moment.",
    audit: ["alarm.taken", "Alarm taken", "Update"],
  },
  tryNotices: {
    role: "operator",
    button: "Send a test notice",
    done: "A test notice is on its way to every channel. If it does not arrive, the log shows the reason.",
  },
  pause: {
    ...FOR_SERVICES_TOO,
    button: "Pause",
    tone: "bad",
    leads: "Runs stop before their next change. Events are still accepted, and plans are still made.",
    audit: ["pause.set", "Paused", "Suspend"],
  },
  pauseEverything: { ...FOR_SERVICES_TOO, button: "Pause everything" },
  lift: {
    ...FOR_SERVICES_TOO,
    button: "Resume",
    tone: "good",
    leads: "Waiting runs continue now. Other pauses remain.",
    audit: ["pause.lifted", "Resumed", "Resume"],
  },
  liftEverything: { role: "admin", button: "Resume everything" },
  dryRun: {
    role: "admin",
    button: "Switch to dry runs",
    tone: "bad",
    leads:
      "Plans that have not begun are not carried out: their runs end as dry runs. Plans that have begun are completed.",
    audit: ["dryrun.set", "Switched to dry runs", "Disable"],
  },
  live: {
    role: "admin",
    button: "Switch to live",
    tone: "good",
    leads:
      "New plans are carried out. Runs that ended as dry runs remain unchanged; to carry one out, replay its event.",
    audit: ["dryrun.lifted", "Dry runs ended", "Enable"],
  },
  agentsOff: {
    ...FOR_SERVICES_TOO,
    button: "Turn all agents off",
    tone: "bad",
    leads: "/mcp rejects agents, and their waiting requests pause, until agents are turned on again.",
    audit: ["agents.off", "All agents turned off", "Suspend"],
  },
  agentsOn: {
    role: "admin",
    button: "Turn agents on again",
    tone: "good",
    leads: "Agents can make requests again, and their waiting requests continue.",
    audit: ["agents.on", "Agents turned on again", "Resume"],
  },
  /** Reading all data stored about a person, and erasing it. */
  personData: { role: "admin", audit: ["person.erased", "Person erased", "Delete"] },
  actAs: { role: null, done: "You now act as another person." },
} as const satisfies Rows<ActRow>;
export type Act = keyof typeof ACTS;

const ROWS: Readonly<Record<Act, ActRow>> = ACTS;

type Kinds = typeof DECISIONS;
export type DecisionType = keyof Kinds;
export type BatchableDecision = {
  [Kind in DecisionType]: Kinds[Kind] extends { readonly batch: true } ? Kind : never;
}[DecisionType];
/** A decision, identified by its name, and also by its verdict if several verdicts are possible. */
export type GatedDecision = {
  [Kind in DecisionType]: Kinds[Kind] extends { readonly verdicts: infer Verdicts }
    ? { readonly type: Kind; readonly verdict: keyof Verdicts }
    : { readonly type: Kind };
}[DecisionType];

/** Lists the keys of a table, which has at least one. */
export const listKeys = <Table extends object>(table: Table) =>
  Object.keys(table) as [keyof Table, ...(keyof Table)[]];

export const PLAN_DECISIONS = listKeys(ON_PLAN);
export const RUN_DECISIONS = listKeys(ON_RUN);
export const REVIEWS = listKeys(WITH_VERDICT.reviewed.verdicts);
export const REPORTS = listKeys(WITH_VERDICT.completed.verdicts);

/** Decisions that can be made for many runs in one batch. */
export const BATCHABLE_DECISIONS = listKeys(DECISIONS).filter(
  (one): one is BatchableDecision => "batch" in DECISIONS[one],
);

/** The possible operations of a batch: one decision for many runs, or the replay of many events. */
export const BATCH_ACTS = [...BATCHABLE_DECISIONS, "replayed"] as const;
export type BatchAct = (typeof BATCH_ACTS)[number];

/** A choice offered to a person who decides. */
export interface OfferedChoice extends Choice {
  readonly decision: keyof typeof OFFERED;
  readonly verdict?: string;
}

const OFFERED_ROWS: Readonly<Record<keyof typeof OFFERED, ChoiceRow | VerdictsRow>> = OFFERED;

/**
 * The choices offered to people who decide. Safe choices, which end a run or a follow-up and change nothing, are first.
 */
export const CHOICES = listKeys(OFFERED)
  .flatMap((decision): OfferedChoice[] => {
    const row = OFFERED_ROWS[decision];
    return "verdicts" in row
      ? Object.entries(row.verdicts).map(([verdict, choice]) => ({ ...choice, decision, verdict }))
      : [{ ...row, decision }];
  })
  .toSorted((one, other) => Number(other.ends ?? false) - Number(one.ends ?? false));

/** Describes decisions, or the verdicts of one, for the API's documentation. */
export const describeChoices = (...named: readonly string[]): string =>
  CHOICES.filter(({ decision, verdict = decision }) => named.includes(verdict))
    .map(({ decision, verdict = decision, button, leads }) => `\`${verdict}\` (${button}): ${leads}`)
    .join(" ");

/** Returns the role that an act requires, or `null` if any role is enough. */
export const findRole = (act: Act): Role | null => ROWS[act].role;

/**
 * Returns the type of an act's audit entry, or the act's name if it has no audit entry.
 * @param isLate True for the entry `late` of the act, if it has one
 */
export const auditType = (act: Act, isLate = false): string =>
  ((isLate && ROWS[act].late) || ROWS[act].audit)?.[0] ?? act;

/** The audit entries of all acts. */
export const AUDITS: readonly Audit[] = Object.values(ROWS).flatMap(({ audit, late, verdicts = {} }) =>
  [audit, late, ...Object.values(verdicts).map((choice) => choice.audit)].filter((one) => one !== undefined),
);

/** Sentences shown after acts. The page never shows text from the URL, so a link can't forge a message. */
export const DONE: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ROWS).flatMap(([act, { done, audit, leads }]) =>
    done || (audit && leads) ? [[act, done ?? `${audit?.[1]}. ${leads}`]] : [],
  ),
);

/** Returns true if `roles` includes `role`, or, if `role` is `null`, any role. */
export const hasRoleFor = (roles: ReadonlySet<Role>, role: Role | null): boolean =>
  role === null ? roles.size > 0 : roles.has(role);

/**
 * Returns the act whose role a decision needs before the gate checks it.
 * @param byName True if the gate may also allow people by name
 */
export const actFor = (decision: DecisionType, byName = true): Act =>
  byName && "byName" in DECISIONS[decision] ? "own" : decision;

/**
 * Returns the name of an Access service token as a decider. The name contains no `@`, so it can't be an email.
 * @param clientId The token's client id
 */
export const serviceName = (clientId: string): string => `service:${clientId.replaceAll("@", "")}`;
export const isService = (by: string): boolean => by.startsWith("service:") && !by.includes("@");

/** Returns true if an Access service token, which identifies no person, may perform an act. */
export const mayService = (act: Act): boolean => ROWS[act].byService === true;

/** Returns the act of pausing or of resuming. @param automation The automation, or `null` for everything */
export const pauseAct = (how: "pause" | "lift", automation: string | null) =>
  automation === null ? (`${how}Everything` as const) : how;

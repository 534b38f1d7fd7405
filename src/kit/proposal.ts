// Defines proposals, the results that automations return for events, and formats their notices.
import type { PlannedAction } from "../actions/action.ts";
import type { InventoryChange } from "../actions/inventory.ts";
import type { TicketDraft } from "../systems/system.ts";

/**
 * A plain-text notice to people: first the counts, then the names.
 *
 * @example
 * export const announce = ({ worker }: WorkerEvent): Notice => ({
 *   title: "Leaver",
 *   summary: "One person leaves.",
 *   lines: [{ name: worker.name ?? worker.id, detail: "Please collect the laptop." }],
 *   people: ["nora.field@example.com"],
 * });
 */
export interface Notice {
  /** Heading of the notice: "MCP catalog". */
  readonly title: string;
  /** A sentence with the counts: "2 new, 1 changed, none removed." Only the recipients of all lines receive it. */
  readonly summary: string;
  readonly lines: readonly {
    readonly name: string;
    readonly detail?: string;
    /**
     * Emails of the people whom the line concerns. No other member of `people` receives the line.
     * @default all of `people`
     */
    readonly concerns?: string | readonly string[];
    /** The path of a console page about the object that the line names: `/inventory`. @default none */
    readonly page?: string;
  }[];
  /** Emails of further recipients. @default only the operators' channel */
  readonly people?: readonly string[];
  /**
   * The ticket to create from the notice. The notice itself is then not sent. The ticket has a reference to the event,
   * which {@link findReference} reads.
   * @default none
   */
  readonly ticket?: Pick<TicketDraft, "project" | "fields"> & { readonly system: string };
}

interface ProposalExtras {
  /** A notice. It is sent once, when a proposal of the run first contains a notice. A dry run sends none. */
  readonly notice?: Notice;
  /** Inventory changes to make immediately. In a dry run, only snapshots are saved. */
  readonly leaves?: readonly InventoryChange[];
}

export interface Progress {
  /** State for the next step, as JSON. The automation chooses its shape. */
  readonly state: unknown;
  readonly done: number;
  readonly of: number;
  /** The noun for the counted objects: "tools". */
  readonly what: string;
  /** The people who wrote inventory entries that the steps so far have read. Reeve adds them. */
  readonly writers?: readonly string[];
}

/**
 * The result of an automation for an event. It is one of these:
 * - `actions`: the actions to take, in order;
 * - `ignore`: nothing to do, and the reason;
 * - `waitUntil`: it is too early to decide; the automation is called again at that time (Unix milliseconds);
 * - `goOn`: there is more to process; the automation is called again immediately.
 *
 * @example
 * export const proposals: readonly Proposal[] = [
 *   { actions: [removeSessionPolicy({ policy })], approvalReasons: ["The policy is shared by all kiosks."] },
 *   { ignore: "the policy was deleted by hand" },
 *   { waitUntil: Date.UTC(2026, 11, 1), for: "the day after its last" },
 *   { goOn: { state: { after: "sp_kiosk" }, done: 250, of: 1_000, what: "policies" } },
 * ];
 */
export type Proposal =
  | ({
      readonly actions: readonly [PlannedAction, ...PlannedAction[]];
      /**
       * Reasons why the actions need an approval even if policy does not require one, as sentences.
       * @default only policy can require an approval
       */
      readonly approvalReasons?: readonly string[];
      /**
       * The progress from which to continue when the plan is made again after an approval.
       * @default the progress of this step
       */
      readonly progress?: Progress;
    } & ProposalExtras)
  | ({
      readonly ignore: string;
      /**
       * Set if the event withdraws its subject's earlier events: the subject's waiting runs of this automation end. An
       * event so old that Reeve would no longer recognize a repetition of it ends no run.
       */
      readonly cancelsEarlier?: true;
    } & ProposalExtras)
  | ({ readonly waitUntil: number; readonly for: string } & Pick<ProposalExtras, "notice">)
  | { readonly goOn: Progress; readonly leaves?: readonly InventoryChange[] };

/**
 * Formats a number with its noun: "1 time", "3 times", "2 addresses".
 *
 * @example
 * export const summarize = (addresses: number, tools: number): string =>
 *   `${counted(addresses, "address", "addresses")} and ${counted(tools, "tool")}.`;
 */
export const counted = (n: number, what: string, many = `${what}s`): string =>
  `${n} ${n === 1 ? what : many}`;

/**
 * Formats a result without findings: "of 2 tracked tools, none has changed", or "there is no tracked tool yet" for 0.
 *
 * @param what The singular noun
 * @param is The verb and its object: "has changed"
 * @example
 * export const proposal: Proposal = { ignore: noneText(2, "tracked tool", "has changed") };
 */
export const noneText = (of: number, what: string, is: string): string =>
  of === 0 ? `there is no ${what} yet` : `of ${counted(of, what)}, none ${is}`;

const MAX_LINES = 100;

/**
 * Limits the lines of a notice to 100. If there are more, the last line counts the lines left out.
 *
 * @example
 * export const listUsers = (users: readonly KnownUser[]) =>
 *   limitLines(users.map((user) => ({ name: userCalled(user) })));
 */
export const limitLines = (lines: Notice["lines"]): Notice["lines"] =>
  lines.length <= MAX_LINES
    ? lines
    : [...lines.slice(0, MAX_LINES - 1), { name: `and ${lines.length - MAX_LINES + 1} more` }];

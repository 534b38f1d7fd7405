// Defines proposals: the answers of automations to events.
import type { PlannedAction } from "../../actions/action.ts";
import type { InventoryChange } from "../../actions/inventory.ts";

/** A notice to people: counts first, then names. Plain text. */
export interface Notice {
  /** Subject of the notice: "MCP catalog". */
  readonly title: string;
  /** A sentence with the counts: "2 new, 1 changed, none removed." */
  readonly summary: string;
  readonly lines: readonly {
    readonly name: string;
    readonly detail?: string;
    /** Email of the person whom the line concerns: of `people`, only they get it. @default all of `people` */
    readonly concerns?: string;
  }[];
  /** Emails of further recipients. @default only the operators' channel */
  readonly people?: readonly string[];
}

interface Besides {
  /** A notice that is sent once, when the run first has it. */
  readonly notice?: Notice;
  /** Changes of the inventory, made at once; a dry run keeps snapshots alone. */
  readonly leaves?: readonly InventoryChange[];
}

export interface Progress {
  /** State for the next step, as JSON; the automation knows its shape. */
  readonly state: unknown;
  readonly done: number;
  readonly of: number;
  /** The noun for what is counted: "tools". */
  readonly what: string;
}

/**
 * The answer of an automation to an event. It is one of these:
 * - actions, in their order;
 * - nothing, and why;
 * - that it is too early to say: it is asked again at that time (Unix milliseconds);
 * - that there is more to look at: it is asked again at once.
 *
 * @example
 * export const proposals: readonly Proposal[] = [
 *   { actions: [removeSessionPolicy({ policy })], asks: ["The policy is shared by all kiosks."] },
 *   { ignore: "the policy was deleted by hand" },
 *   { waitUntil: Date.parse("2026-12-01T00:00:00Z"), for: "the day after its last" },
 *   { goOn: { state: { after: "sp_kiosk" }, done: 250, of: 1_000, what: "policies" } },
 * ];
 */
export type Proposal =
  | ({
      readonly actions: readonly [PlannedAction, ...PlannedAction[]];
      /** Sentences on why people have to approve the actions, whatever policy says. @default policy alone decides */
      readonly asks?: readonly string[];
      /** The progress to continue from when the plan is made again after an approval. @default that of this step */
      readonly progress?: Progress;
    } & Besides)
  | ({
      readonly ignore: string;
      /** Set if the event takes back earlier ones of its subject: waiting runs of this automation are cancelled. */
      readonly withdraws?: true;
    } & Besides)
  | { readonly waitUntil: number; readonly for: string }
  | { readonly goOn: Progress; readonly leaves?: readonly InventoryChange[] };

/** What an automation answers an event with. */

import type { PlannedAction } from "../../actions/action.ts";
import type { InventoryChange } from "../../actions/inventory.ts";

/** A notice to people, besides what waits for them: counts first, then names. Texts are plain. */
export interface Notice {
  /** What it is about: "MCP catalog". */
  readonly title: string;
  /** What there is to know, in a sentence with its counts: "2 new, 1 changed, none removed." */
  readonly summary: string;
  readonly lines: readonly {
    readonly name: string;
    readonly detail?: string;
    /** Email of whom it concerns: of `people`, only they get this line. @default all of them */
    readonly concerns?: string;
  }[];
  /** Emails of those who get it themselves. @default only the operators' channel */
  readonly people?: readonly string[];
}

/** What any proposal may bring with it. */
interface Besides {
  /** Who has to know what. Told once, when the run first says so. */
  readonly notice?: Notice;
  /** What changes in the inventory at once. A dry run changes nothing there. */
  readonly leaves?: readonly InventoryChange[];
}

/** How far a proposal has come that takes more than one step. */
export interface Progress {
  /** What the automation goes on with. JSON; it knows its shape. */
  readonly state: unknown;
  readonly done: number;
  readonly of: number;
  /** What is counted: "tools". */
  readonly what: string;
}

/**
 * What an automation answers an event with:
 * - actions, in their order;
 * - nothing, and why;
 * - that it is too early to say: it is asked again at that time (Unix milliseconds);
 * - that there is more to look at: it is asked again at once.
 */
export type Proposal =
  | ({
      readonly actions: readonly [PlannedAction, ...PlannedAction[]];
      /** Why somebody has to approve them, in sentences, whatever policy asks for. @default policy alone decides */
      readonly asks?: readonly string[];
      /** Where to go on when the plan is made again, after an approval. @default where this one began */
      readonly progress?: Progress;
    } & Besides)
  | ({
      readonly ignore: string;
      /** Whether it takes back earlier events of its subject: runs of this automation that wait are cancelled. */
      readonly withdraws?: true;
    } & Besides)
  | { readonly waitUntil: number; readonly for: string }
  | { readonly goOn: Progress; readonly leaves?: readonly InventoryChange[] };

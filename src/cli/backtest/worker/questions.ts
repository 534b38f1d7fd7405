// What `npm run backtest` asks its Worker, and the answers.

/** Whether an automation is enabled, and if so, whether it acts. */
export type EnabledMode = "off" | "dry_run" | "live";
/** The modes of all automations there are, by name. */
export type EnabledModes = Readonly<Record<string, EnabledMode>>;

/** Asks which of these events an automation listens to; the answer is `Wanted`. */
export interface WantedQuestion {
  readonly automation: string;
  readonly events: readonly { readonly id: string; readonly type: string; readonly subject: string }[];
}

/** Ids of the events that the automation listens to. */
export type WantedEvents = readonly string[];

/** Asks what an automation would do about a recorded event; the answer is `Replanned`. */
export interface PlanQuestion {
  readonly automation: string;
  /** The normalized event, as it is on record. */
  readonly event: unknown;
  readonly authentication: string;
}

/** What the code at hand makes of a recorded event. */
export type Replanned =
  | {
      readonly now: "planned";
      readonly hash: string;
      /** What its actions do, in sentences. */
      readonly summaries: readonly string[];
      /** Why it would need an approval; empty where it needs none. */
      readonly asks: readonly string[];
    }
  | { readonly now: "ignored"; readonly reason: string }
  | { readonly now: "failing"; readonly code: string; readonly message: string };

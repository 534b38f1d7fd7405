// Declares commands: reads that somebody types behind `/reeve`.

import type { Settings } from "../../../automations/settings.ts";
import type { ReadOnlyGovernance } from "../../../governance/client/index.ts";
import type { ReadOperationId } from "../../../governance/contract/index.ts";
import type { Answer } from "../answer.ts";

export interface ReadContext {
  readonly governance: ReadOnlyGovernance;
  readonly settings: Settings;
  /** The record of events and runs. */
  readonly ledger: D1Database;
  readonly user: { readonly slackId: string; readonly email: string | null };
  /** The address of a page of the console; `null` if Reeve does not know its own. */
  link(path: string): string | null;
}

export interface Command {
  readonly name: string;
  /** The command as one types it, with names in brackets for what may be left out. */
  readonly usage: string;
  readonly help: string;
  /** The operations that it reads with. @default none */
  readonly reads?: readonly ReadOperationId[];
  /**
   * @param text What stands behind the name, with emails in place of mentions
   * @param page Where a list goes on
   * @throws Problem `publicWords` says what of it is for the user
   */
  answer(text: string, context: ReadContext, page?: string): Promise<Answer>;
}

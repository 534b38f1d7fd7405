import { env } from "cloudflare:workers";
import type { Messenger } from "../../src/channels/slack/messenger/messenger.ts";
import type { Control } from "../../src/desk/control/control.ts";
import type { Desk } from "../../src/desk/desk.ts";

/** The real bindings of wrangler.toml that desks and Control are reached by. */
export const { DESK, CONTROL, LEDGER, MESSENGER } = env as unknown as {
  readonly DESK: DurableObjectNamespace<Desk>;
  readonly CONTROL: DurableObjectNamespace<Control>;
  readonly LEDGER: D1Database;
  readonly MESSENGER: DurableObjectNamespace<Messenger>;
};

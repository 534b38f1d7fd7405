import { env } from "cloudflare:workers";
import type { Outbox } from "../../src/channels/outbox.ts";
import type { Control } from "../../src/desk/control/control.ts";
import type { Desk } from "../../src/desk/desk.ts";

/** The real bindings of wrangler.toml for desks and Control. */
export const { DESK, CONTROL, LEDGER, OUTBOX } = env as unknown as {
  readonly DESK: DurableObjectNamespace<Desk>;
  readonly CONTROL: DurableObjectNamespace<Control>;
  readonly LEDGER: D1Database;
  readonly OUTBOX: DurableObjectNamespace<Outbox>;
};

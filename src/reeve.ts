// The composition root: Reeve's handler and Durable Object classes, bound to one configuration.

import { automations } from "./automations/index.ts";
import {
  allAddresses,
  Outbox as BareOutbox,
  outboxIn,
  reachesApprovers,
  wakeOutbox,
} from "./channels/outbox.ts";
import type { Config } from "./define-config.ts";
import { Control as BareControl } from "./desk/control/control.ts";
import { cron } from "./desk/cron.ts";
import { Desk as BareDesk } from "./desk/desk.ts";
import { type Env, isSet } from "./env.ts";
import { checkResponses } from "./governance/contract/operation.ts";
import { answer, httpApp } from "./http/app.ts";
import { checkSchedules } from "./kit/due.ts";
import { checkNames, checkRetention } from "./operate/config-check.ts";
import { decideGroup } from "./operate/decide.ts";
import { replayGroup } from "./operate/replay.ts";
import { ownOperations } from "./own/operations/index.ts";
import { listHolders } from "./policy/people.ts";
import type { OperatorsNotice } from "./runs/message.ts";
import { SenderTokenKeeper } from "./systems/api/token-keeper.ts";

/**
 * Binds Reeve to a configuration.
 * @throws Problem `configuration_invalid` if the configuration contradicts itself, names something that does not exist
 * or contains an invalid schedule, or if JSON can't contain the responses of own operations
 */
export function reeve(config: Config) {
  const { settings, people, policy } = config;
  checkNames(settings, policy, automations);
  checkRetention(settings, policy);
  checkSchedules(settings, automations);
  checkResponses(Object.values(ownOperations));
  const app = httpApp(config);

  class Desk extends BareDesk {
    constructor(ctx: DurableObjectState, env: Env) {
      super(ctx, env, {
        ...config,
        // Send no reminders if no channel reaches the approvers. Otherwise, a run's timeline would list reminders that
        // nobody received.
        policy: reachesApprovers({ config, env }) ? policy : { ...policy, remindHoursBeforeExpiry: [] },
        approvers: listHolders(people, "approver"),
        channels: (counted) => ({
          hasMessage: (run, about) => allAddresses({ run, about }, { config, env }).length > 0,
          sendMessages: async (messages) => outboxIn(counted).keep(messages),
        }),
      });
    }
  }
  class Control extends BareControl {
    constructor(ctx: DurableObjectState, env: Env) {
      super(ctx, env, policy.budgets, (group) =>
        "replay" in group ? replayGroup(env, group) : decideGroup(env, group),
      );
    }
  }
  class Outbox extends BareOutbox {
    constructor(ctx: DurableObjectState, env: Env) {
      super(ctx, env, config);
    }
  }

  return {
    handler: {
      // Answers every HTTP request: deliveries to /hooks/:source, the API, the console, agents and the endpoints for
      // monitoring.
      fetch: (request: Request, env, ctx) => answer(app, request, env, ctx),
      // Runs every minute: does the work of src/desk/cron.ts (for example, starts the schedules that are due), wakes
      // the outbox, and makes checkpoints if there is a key for them.
      async scheduled(_controller, env) {
        const notify = async (notice: OperatorsNotice) => outboxIn(env).keep([notice]);
        await cron(env, { now: Date.now(), rules: { automations, settings, policy }, notify });
        await wakeOutbox(env);
        if (isSet(env, "EVIDENCE_KEY"))
          await (await import("./evidence/checkpoints.ts")).watchCheckpoints(env, Date.now());
      },
    } satisfies ExportedHandler<Env>,
    Desk,
    Control,
    Outbox,
    TokenKeeper: SenderTokenKeeper,
  };
}

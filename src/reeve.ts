// The composition root: Reeve's handler and Durable Object classes, bound to one configuration.
import { automations } from "./automations/index.ts";
import { enabledNames } from "./automations/settings.ts";
import {
  hasMessageInSlack,
  isForTeams,
  isToldToApprovers,
  isToldToOperators,
} from "./channels/slack/has-message.ts";
import {
  Messenger as BareMessenger,
  messengerOf,
  pokeMessenger,
} from "./channels/slack/messenger/messenger.ts";
import type { Config } from "./define-config.ts";
import { checkNames, checkRetention } from "./desk/config-check.ts";
import { Control as BareControl } from "./desk/control/control.ts";
import { cron } from "./desk/cron.ts";
import { Desk as BareDesk } from "./desk/desk.ts";
import type { Env } from "./env.ts";
import { TokenKeeper } from "./governance/client/token-keeper.ts";
import { answer, httpApp } from "./http/app.ts";
import { holdersOf } from "./policy/people.ts";

/** @throws Problem `configuration_invalid` where the configuration names what there is not */
export function reeve(config: Config) {
  const { settings, people, policy, slack } = config;
  checkNames(settings, policy, automations);
  checkRetention(settings, policy);
  const app = httpApp(config);
  const enabled = enabledNames(settings).flatMap((name) => automations.get(name) ?? []);

  class Desk extends BareDesk {
    constructor(ctx: DurableObjectState, env: Env) {
      super(ctx, env, {
        ...config,
        // A reminder that nobody gets would be a lie in the run's timeline.
        policy: isToldToApprovers(slack, env) ? policy : { ...policy, remindHoursBeforeExpiry: [] },
        approvers: holdersOf(people, "approver"),
        messenger: (counted) => ({
          hasMessage: (run, about) => hasMessageInSlack(slack, run, about) || isForTeams({ about, run }, env),
          sendMessages: async (messages) => messengerOf(counted).sendMessages(messages),
        }),
      });
    }
  }
  class Control extends BareControl {
    constructor(ctx: DurableObjectState, env: unknown) {
      super(ctx, env, policy.budgets);
    }
  }
  class Messenger extends BareMessenger {
    constructor(ctx: DurableObjectState, env: Env) {
      super(ctx, env, config, async () => (await import("./http/slack.ts")).perform);
    }
  }

  return {
    handler: {
      // POST /hooks/:source: verify, parse, keep, 202 · GET /api/…: what is on record
      fetch: (request: Request, env, ctx) => answer(app, request, env, ctx),
      // each minute: schedules that are due, poke the desks and the messenger
      async scheduled(_controller, env) {
        await cron(env, {
          now: Date.now(),
          automations: enabled,
          settings,
          policy,
          async tell(notice) {
            if (isToldToOperators(slack, env)) await messengerOf(env).tellOperators(notice);
          },
        });
        await pokeMessenger(env);
      },
    } satisfies ExportedHandler<Env>,
    Desk,
    Control,
    Messenger,
    TokenKeeper,
  };
}

// Okta: receives event hooks about users' lifecycles, profiles and groups.
import * as z from "zod";
import type { Person } from "./event.ts";
import { compact, parseJson, textAt, valueAt } from "./reading/json.ts";
import { asAddress, isoTime } from "./reading/text.ts";
import { STATUS_CHANGED, type WorkerChange, workerEvent } from "./reading/worker.ts";
import { changedNames, type NamesTable } from "./reading/worker-table.ts";
import { asBearer, inHeader, sharedSecret } from "./schemes/shared-secret.ts";
import { defineSystem, type Meaning } from "./system.ts";

const OktaEvent = z.looseObject({ uuid: z.string().min(1), eventType: z.string().min(1) });
type OktaEvent = z.infer<typeof OktaEvent>;

const OktaEvents = z.object({ data: z.object({ events: z.array(OktaEvent) }) });

/**
 * Events about a user that Okta can send to event hooks (`event-hook-eligible` in
 * developer.okta.com/docs/reference/api/event-types). An activation can be a first day, a return or neither; a
 * reactivation only sends the welcome email again.
 */
const KINDS: ReadonlyMap<string, WorkerChange> = new Map<string, WorkerChange>([
  ["user.lifecycle.create", { type: "worker.hired" }],
  ["user.lifecycle.activate", { ...STATUS_CHANGED, possibleTypes: ["worker.hired", "worker.returned"] }],
  ["user.lifecycle.reactivate", STATUS_CHANGED],
  ["user.lifecycle.suspend", STATUS_CHANGED],
  ["user.lifecycle.unsuspend", STATUS_CHANGED],
  ["user.lifecycle.deactivate", { type: "worker.terminated" }],
  ["user.lifecycle.delete.initiated", { type: "worker.terminated" }],
  ["user.account.update_profile", { type: "worker.changed" }],
  ["group.user_membership.add", { type: "worker.changed", changed: ["groups"] }],
  ["group.user_membership.remove", { type: "worker.changed", changed: ["groups"] }],
]);

const ATTRIBUTES: NamesTable = {
  jobTitle: ["title"],
  manager: ["managerId"],
  name: ["displayName", "firstName", "lastName"],
};

function readOktaEvent(event: OktaEvent): Meaning {
  const { eventType } = event;
  const kind = KINDS.get(eventType);
  if (!kind) return { ignored: `Okta's event ${eventType} is not about a change to a user` };
  const result = textAt(event, "outcome", "result");
  if (result !== "SUCCESS") return { ignored: `Okta's event ${eventType} ended with ${result ?? "unknown"}` };
  const user = findTarget(event, "User");
  const id = textAt(user, "id");
  if (id === undefined) return { ignored: `Okta's event ${eventType} does not name a user` };
  return workerEvent("okta", id, {
    ...kind,
    changed: kind.changed ?? changedAttributes(event),
    occurredAt: isoTime(textAt(event, "published")),
    actor: readActor(event),
    worker: {
      ...compact({ name: textAt(user, "displayName"), email: readEmail(user) }),
      fields: membership(event),
    },
  });
}

const findTarget = (event: OktaEvent, type: string): unknown =>
  [valueAt(event, "target")].flat().find((target) => textAt(target, "type") === type);

/** Returns the user who caused the event, or `undefined` if the actor is not a user, for example Okta's own system. */
function readActor(event: OktaEvent): Person | undefined {
  const actor = valueAt(event, "actor");
  if (textAt(actor, "type") !== "User") return undefined;
  return compact({ id: textAt(actor, "id"), name: textAt(actor, "displayName"), email: readEmail(actor) });
}

/**
 * Returns the email address in `alternateId`, or `undefined` if it contains none. `alternateId` is the user's login,
 * which is an email address only by default.
 */
const readEmail = (user: unknown): string | undefined => asAddress(textAt(user, "alternateId"));

/**
 * Lists the changed facts of a profile, or returns `undefined` if Okta names none. Okta sends the names of the changed
 * attributes as comma-separated text.
 */
function changedAttributes(event: OktaEvent): readonly string[] | undefined {
  const listed = textAt(event, "debugContext", "debugData", "changedAttributes")?.split(",") ?? [];
  const names = listed.flatMap((name) => name.trim() || []);
  return changedNames(names, ATTRIBUTES);
}

function membership(event: OktaEvent): Record<string, string> {
  const group = textAt(findTarget(event, "UserGroup"), "displayName");
  if (group === undefined) return {};
  return event.eventType.endsWith(".remove") ? { groupRemoved: group } : { groupAdded: group };
}

/**
 * Receives Okta event hooks. Nothing is signed: the secret is the whole `Authorization` header, or a bearer token if
 * the administrator enters it as one. Okta verifies the address once, and expects status 200 or 204. Okta does not
 * document where an event contains `changedAttributes`. Source: developer.okta.com/docs/concepts/event-hooks
 */
export const okta = defineSystem({
  name: "okta",
  title: "Okta",
  holdsAccounts: true,
  secretVariable: "OKTA_WEBHOOK_SECRET",
  setUp: "Workflow → Event Hooks → Create, with the secret in the authentication field Authorization.",
  ...sharedSecret([inHeader("authorization"), asBearer]),
  accepted: 200,
  handshake: ({ method, headers }) => {
    const challenge = method === "GET" ? headers.get("x-okta-verification-challenge") : null;
    if (challenge === null) return null;
    return {
      status: 200,
      headers: { "content-type": "application/json", "x-content-type-options": "nosniff" },
      body: JSON.stringify({ verification: challenge }),
    };
  },
  parse: parseJson(OktaEvents, ({ data }) =>
    data.events.map((event) => ({ id: event.uuid, event: readOktaEvent(event), payload: event })),
  ),
});

// Microsoft Graph: receives change notifications about users, who belong to the system `entra`.
import * as z from "zod";
import {
  compact,
  type JsonObject,
  Members,
  parseJson,
  type ReadEvent,
  textAt,
  valueAt,
} from "./reading/json.ts";
import { isoTime, quarterHour } from "./reading/text.ts";
import { STATUS_CHANGES, type WorkerChange, workerEvent } from "./reading/worker.ts";
import { sharedSecretInEach } from "./schemes/shared-secret.ts";
import { defineSystem } from "./system.ts";

const ChangeNotifications = z.object({ value: z.array(Members) });

/**
 * Graph's change types. Graph reports new and soft-deleted users as `updated`, and only permanently deleted users as
 * `deleted`. Microsoft calls the missing `created` a known issue that it will fix. Source:
 * learn.microsoft.com/azure/event-grid/microsoft-entra-events
 */
const CHANGES: ReadonlyMap<string, WorkerChange> = new Map<string, WorkerChange>([
  ["created", { type: "worker.hired" }],
  ["updated", { type: "worker.changed", possibleTypes: STATUS_CHANGES }],
  ["deleted", { type: "worker.terminated" }],
]);

/** The subscription's state and the operator's next step, for each kind of notification about a subscription. */
const LIFECYCLE: ReadonlyMap<string, string> = new Map([
  ["subscriptionRemoved", "was removed: create it again to receive changes"],
  ["reauthorizationRequired", "is about to expire: reauthorize or renew it to continue to receive changes"],
  ["missed", "has missed changes: compare its users with those of the governance service"],
]);

function readChangeNotification(notification: JsonObject, now: number): ReadEvent {
  // Remove the client state: it is the secret, and payloads are stored.
  const { clientState: _, ...payload } = notification;
  return { id: makeId(notification, now), event: toEvent(notification), payload };
}

/**
 * Makes an id from a notification, whose properties are all optional. Directory objects have a sequence number or a
 * time instead of an etag. If the notification has none of these values and no id, only the quarter of an hour
 * distinguishes a repeat from the user's next change.
 */
function makeId(notification: JsonObject, now: number): string {
  const data = valueAt(notification, "resourceData");
  const version =
    textAt(data, "@odata.etag") ??
    textAt(data, "sequenceNumber") ??
    textAt(data, "eventTime") ??
    textAt(notification, "id") ??
    quarterHour(now);
  const change = textAt(notification, "changeType") ?? textAt(notification, "lifecycleEvent");
  const resource = textAt(data, "id") ?? textAt(notification, "resource");
  return [textAt(notification, "subscriptionId"), resource, version, change].join(" ");
}

function toEvent(notification: JsonObject): ReadEvent["event"] {
  const lifecycle = textAt(notification, "lifecycleEvent");
  if (lifecycle !== undefined) {
    const subscription = textAt(notification, "subscriptionId") ?? "unknown";
    return {
      ignored: `Microsoft Graph's subscription ${subscription} ${LIFECYCLE.get(lifecycle) ?? `reports ${lifecycle}`}`,
    };
  }
  const resource = textAt(notification, "resource") ?? "unknown";
  const [, named] = resource.match(/^\/?users\/([^/]+)$/i) ?? [];
  if (named === undefined) return { ignored: `Microsoft Graph's resource ${resource} is not a user` };
  const changeType = textAt(notification, "changeType") ?? "unknown";
  const change = CHANGES.get(changeType);
  if (!change) return { ignored: `Microsoft Graph's change type ${changeType} is unknown to Reeve` };
  const id = textAt(notification, "resourceData", "id") ?? named;
  // Users from Graph belong to the system `entra`, so that each person has one subject.
  return workerEvent("entra", id, {
    ...change,
    occurredAt: isoTime(textAt(notification, "resourceData", "eventTime")),
    worker: { fields: compact({ tenantId: textAt(notification, "tenantId") }) },
  });
}

function clientStates(json: unknown): readonly unknown[] {
  const notifications = valueAt(json, "value");
  return Array.isArray(notifications)
    ? notifications.map((notification) => valueAt(notification, "clientState"))
    : [];
}

/**
 * Receives Microsoft Graph change notifications about users. The secret is the subscription's `clientState` in each
 * notification: a single wrong secret causes the rejection of the whole delivery. A notification only names a user; its
 * `encryptedContent` is not decrypted, because a run reads the user from the API. Microsoft does not document the
 * properties of `resourceData` for a user. Source: learn.microsoft.com/graph/change-notifications-delivery-webhooks
 */
export const microsoftGraph = defineSystem({
  name: "microsoft-graph",
  title: "Microsoft Graph",
  secretVariable: "MICROSOFT_GRAPH_WEBHOOK_SECRET",
  setUp:
    "Create a subscription with this notificationUrl and lifecycleNotificationUrl; the secret is its clientState.",
  ...sharedSecretInEach(clientStates),
  handshake: ({ method, url }) => {
    const token = method === "POST" ? url.searchParams.get("validationToken") : null;
    if (token === null) return null;
    // Anyone can send a token: return it unchanged as plain text, never as HTML, to prevent cross-site scripting.
    return {
      status: 200,
      headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
      body: token,
    };
  },
  parse: parseJson(ChangeNotifications, ({ value }, _, now) =>
    value.map((notification) => readChangeNotification(notification, now)),
  ),
});

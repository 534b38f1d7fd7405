import { parseJson, readJson } from "./reading/json.ts";
import { valueAt } from "./reading/member.ts";
import { ChangeNotifications, readChangeNotification } from "./reading/microsoft-graph.ts";
import { sharedSecretInEach } from "./schemes/shared-secret.ts";
import type { Delivery, Handshake, Source } from "./source.ts";

/**
 * Microsoft Graph change notifications about users. The secret is the `clientState` of the subscription, which comes
 * with each notification: one that is wrong, and the whole delivery is refused. A notification names a user and says
 * nothing of them; what it has encrypted (`encryptedContent`) is not decrypted, since a run reads the user again.
 * Source: learn.microsoft.com/graph/change-notifications-delivery-webhooks
 */
export const microsoftGraph: Source = {
  name: "microsoft-graph",
  authentication: "shared-secret",
  secretVariable: "MICROSOFT_GRAPH_WEBHOOK_SECRET",
  verify: sharedSecretInEach(clientStates),
  signsIds: false,
  handshake: ({ method, url }) => {
    const token = method === "POST" ? url.searchParams.get("validationToken") : null;
    return token === null ? null : validation(token);
  },
  parse: parseJson(ChangeNotifications, ({ value }, _, now) =>
    value.map((notification) => readChangeNotification(notification, now)),
  ),
};

function clientStates({ body }: Delivery): readonly unknown[] {
  const read = readJson(body, ChangeNotifications);
  return read.ok ? read.value.json.value.map((notification) => valueAt(notification, "clientState")) : [];
}

/** The token back as it is, and never as a page: anybody may send one. */
const validation = (token: string): Handshake => ({
  status: 200,
  headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
  body: token,
});

import { refused } from "../base/result.ts";
import { WORKER_EVENTS } from "./event.ts";
import { LifecycleCall, readLifecycleCall } from "./reading/entra.ts";
import { parseJson } from "./reading/json.ts";
import { sharedSecret, WHERE_USERS_CHOOSE } from "./schemes/shared-secret.ts";
import type { Source } from "./source.ts";

/**
 * Lifecycle workflows of Microsoft Entra ID. A custom task extension can call a Logic App alone, whose HTTP action
 * passes the call on to us with a secret. The call does not say whether its workflow is for joiners, movers or leavers,
 * so the address does: `/hooks/entra?event=worker.terminated`. docs/senders.md says how to set it up.
 * Source: learn.microsoft.com/entra/id-governance/lifecycle-workflow-extensibility
 */
export const entra: Source = {
  name: "entra",
  authentication: "shared-secret",
  secretVariable: "ENTRA_WEBHOOK_SECRET",
  verify: sharedSecret(WHERE_USERS_CHOOSE),
  signsIds: false,
  parse: (delivery, now) => {
    const named = delivery.url.searchParams.get("event");
    const type = WORKER_EVENTS.find((event) => event === named);
    if (!type)
      return refused({ detail: `the address: ?event= has to be one of ${WORKER_EVENTS.join(", ")}` });
    return parseJson(LifecycleCall, ({ data }) => ({
      id: data.taskProcessingResult?.id ?? null,
      event: readLifecycleCall(type, data),
    }))(delivery, now);
  },
};

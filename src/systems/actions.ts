// Accepts requests from any caller to run an action by its name. A request is signed or contains a shared secret.
import * as z from "zod";
import type { RequestEvent } from "./event.ts";
import { compact, Id, parseJson } from "./reading/json.ts";
import { sharedSecret, WHERE_USERS_CHOOSE } from "./schemes/shared-secret.ts";
import { standardWebhook } from "./schemes/standard-webhooks.ts";
import type { Source, System } from "./system.ts";

/** A request to run an action. `GET /hooks/actions/{action}` returns the JSON Schema of requests to run one action. */
export const ActionCall = z.object({
  action: z.string().min(1).describe("The action's name, as in the address."),
  input: z.unknown().describe("The action's input."),
  requester: z
    .object({ email: z.email(), name: z.string().min(1).exactOptional() })
    .exactOptional()
    .describe(
      "The person who makes the request. Without a requester, a plan that needs approval can't be approved unless `policy.unknownRequestersFrom` lists the source, because an approver might approve their own request.",
    ),
  reason: z.string().min(1).max(1_000).exactOptional().describe("The reason, recorded in the audit trail."),
});
type ActionCall = z.infer<typeof ActionCall>;

/** A request without a signature. Its id must be in the body, because such a request has no `webhook-id` header. */
export const ActionCallWithId = z.object({
  ...ActionCall.shape,
  id: Id.pipe(z.string().max(200)).describe(
    "The request's own id, which retries must keep: for 30 days, a second request with the same id is ignored.",
  ),
});

const toEvent = ({ action, input, requester, reason }: ActionCall, id: string): RequestEvent => ({
  type: "request.made",
  subject: `actions:${id}`,
  request: { action, input, ...compact({ requester, reason }) },
});

/**
 * Accepts signed requests from any system that implements Standard Webhooks. The signed body contains the action's name
 * and input.
 */
export const actionRequests: Source = {
  name: "actions",
  secretVariable: "ACTIONS_WEBHOOK_SECRET",
  path: "actions/{action}",
  setUp: "Sign the requests of your script or flow; GET /hooks/actions lists the available actions.",
  ...standardWebhook,
  parse: parseJson(ActionCall, (call, { headers }) => {
    const id = headers.get("webhook-id") ?? "";
    return { id, event: toEvent(call, id) };
  }),
};

/**
 * Accepts requests from any system that can send JSON and a secret, such as Jira Automation, a ServiceNow flow or a
 * script.
 */
export const actionsToken: Source = {
  name: "actions-token",
  title: "a request by a script",
  secretVariable: "ACTIONS_TOKEN_WEBHOOK_SECRET",
  path: "actions/{action}",
  setUp: "Send the secret itself, from a script or a flow that can't sign its requests.",
  ...sharedSecret(WHERE_USERS_CHOOSE),
  parse: parseJson(ActionCallWithId, ({ id, ...call }) => ({ id, event: toEvent(call, id) })),
};

export const callers: System = {
  name: "actions",
  title: "a request by a script",
  sources: [actionRequests, actionsToken],
};

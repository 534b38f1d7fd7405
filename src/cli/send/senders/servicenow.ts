import { base64, bytes, type Sender } from "./sender.ts";

/** ServiceNow, a REST message with a basic authentication profile. */
export const servicenow: Sender = {
  source: "servicenow",
  contentType: "application/json",
  localSecret: "local-servicenow-webhook-secret",
  sign: (_body, { secret }) => ({
    headers: {
      "user-agent": "ServiceNow/1.0",
      authorization: `Basic ${base64(bytes(["reeve:", secret]))}`,
    },
  }),
};

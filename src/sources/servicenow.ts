import { parseJson } from "./reading/json.ts";
import { readServiceNowRecord, recordId, ServiceNowRecord } from "./reading/servicenow.ts";
import { sharedSecret, WHERE_USERS_CHOOSE } from "./schemes/shared-secret.ts";
import type { Source } from "./source.ts";

/**
 * ServiceNow, a Business Rule that calls `RESTMessageV2`, or a flow's REST step. ServiceNow has no signature of its
 * own, and the body is the customer's: `docs/senders.md` has the script that makes the one Reeve reads.
 * Source: servicenow.com/docs, RESTMessageV2 and outbound REST authentication
 */
export const servicenow: Source = {
  name: "servicenow",
  authentication: "shared-secret",
  secretVariable: "SERVICENOW_WEBHOOK_SECRET",
  verify: sharedSecret(WHERE_USERS_CHOOSE),
  signsIds: false,
  parse: parseJson(ServiceNowRecord, (record) => ({
    id: recordId(record),
    event: readServiceNowRecord(record),
  })),
};

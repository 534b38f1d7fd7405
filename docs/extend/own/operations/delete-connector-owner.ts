// deleteConnectorOwner: ends an ownership of a connector.
import * as z from "zod";
import { defineOperation, Empty } from "../../governance/contract/kit.ts";

export const deleteConnectorOwner = defineOperation({
  id: "deleteConnectorOwner",
  method: "DELETE",
  path: "/api/v2/apps/{app_id}/connectors/{connector_id}/owners/users/{role_slug}/{user_ref_id}",
  effect: "repeatable",
  summary: "Delete a user ownership source of a connector.",
  source: "the vendor's API reference, Connector Owner V2, Delete User Owner",
  body: z.object({}),
  response: Empty,
});

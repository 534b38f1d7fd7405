// Completes responses with their unset properties, as the service's JSON encoder does (protobuf, EmitUnpopulated).
import type * as z from "zod";
import { mapObjects } from "../objects.ts";
import { names } from "../seed/means.ts";

/** The first values of enumerations, by their properties: the service sends them if the enumeration is unset. */
const FIRST_VALUES: Readonly<Record<string, string>> = Object.fromEntries(
  names(`status UNKNOWN, directoryStatus UNKNOWN, origin USER_ORIGIN_UNSPECIFIED, type USER_TYPE_UNSPECIFIED, state
    MCP_TOOL_STATE_UNSPECIFIED, classification TOOL_CLASSIFICATION_UNSPECIFIED, defaultClassification
    TOOL_CLASSIFICATION_UNSPECIFIED, visibility TOOL_VISIBILITY_UNSPECIFIED, defaultVisibility
    TOOL_VISIBILITY_UNSPECIFIED, authMethod MCP_SERVER_AUTH_METHOD_UNSPECIFIED, defaultAuthMethod
    MCP_SERVER_AUTH_METHOD_UNSPECIFIED, clientIdMode MCP_SERVER_CATALOG_CLIENT_ID_MODE_UNSPECIFIED, channel
    MCP_SERVER_CATALOG_CHANNEL_UNSPECIFIED, maturity MCP_SERVER_CATALOG_MATURITY_UNSPECIFIED, scope
    MCP_SERVER_CATALOG_SCOPE_UNSPECIFIED, defaultView ACCESS_REVIEW_VIEW_TYPE_UNSPECIFIED, autoCloseDecision
    CLOSE_DECISION_UNSPECIFIED, scopeType ACCESS_REVIEW_SCOPE_TYPE_UNSPECIFIED, principalTypeFilter
    PRINCIPAL_TYPE_FILTER_UNSPECIFIED, accountDomain APP_USER_DOMAIN_UNSPECIFIED, filterType
    ACCESS_PROFILE_FILTER_TYPE_UNSPECIFIED, sourceFilter GRANT_SOURCE_FILTER_UNSPECIFIED, typeFilter
    GRANT_FILTER_TYPE_UNSPECIFIED`).map((pair) => pair.split(/\s+/)),
);

/** Members of a protobuf `oneof`, which the service leaves out if they are unset. */
const ONE_OF: ReadonlySet<string> = new Set(
  names(`singleApp, multiApp, bindings, excludedResourceTypeSelections, excludedSpecificResources, appAccess, specificResources, appSelectionCriteria, resourceTypeSelections, allUsers,
    selectedUsers, userCriteria, celExpression, allAccounts, accountCriteria, accountCelExpression, allGrants,
    grantsByCriteria, allAccessConflicts, specificAccessConflicts, resourceSelection, daysSinceAdded, daysSinceReviewed,
    grantsAddedBetween`),
);

/** Maps, which are empty if they are unset. */
const MAPS: ReadonlySet<string> = new Set(
  names(
    "multiUserProfileAttributes, extraAuthorizeParams, extraTokenParams, appEntitlements, appEntitlementDetails, extra",
  ),
);

/**
 * Returns the response with every property of its schema but unset members of a `oneof`: an unset scalar is empty, an
 * unset enumeration has its first value, and an unset message is null.
 */
export const withUnset = (schema: z.core.$ZodType, value: unknown): unknown =>
  mapObjects(schema, value, (shape, object) => {
    const members = Object.entries(shape).flatMap(([name, member]) => {
      const known = object[name];
      if (known !== undefined) return [[name, withUnset(member, known)]];
      const unset = unsetValue(name, member);
      return ONE_OF.has(name) && !Array.isArray(unset) ? [] : [[name, unset]];
    });
    return { ...object, ...Object.fromEntries(members) };
  });

function unsetValue(name: string, schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
    case "default":
      return unsetValue(name, def.innerType);
    case "string":
      // In protobuf, a timestamp is a message.
      if ("format" in def && def.format === "datetime") return null;
      return Object.hasOwn(FIRST_VALUES, name) ? FIRST_VALUES[name] : "";
    case "number":
      return 0;
    case "boolean":
      return false;
    case "array":
      return [];
    default:
      return MAPS.has(name) ? {} : null;
  }
}

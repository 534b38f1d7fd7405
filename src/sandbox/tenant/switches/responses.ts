// Changes responses. Completes them with their unset properties, as the service's JSON encoder does (protobuf,
// EmitUnpopulated). Loosens them: omits optional properties or sets them to null, and adds unknown properties and
// values.
import type * as z from "zod";
import { dice, names } from "../seed/samples.ts";
import type { Switches } from "./switches.ts";

export type Shape = Readonly<Record<string, z.core.$ZodType>>;
type Members = Readonly<Record<string, unknown>>;

/** Replaces the outermost objects of a value. @param change Returns an object's replacement */
export function mapObjects(
  schema: z.core.$ZodType,
  value: unknown,
  change: (shape: Shape, object: Members) => Members,
): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
    case "default":
    case "nullable":
      return mapObjects(def.innerType, value, change);
    case "array":
      return Array.isArray(value) ? value.map((element) => mapObjects(def.element, element, change)) : value;
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value)
        ? change(def.shape, value as Members)
        : value;
    default:
      return value;
  }
}

/** The first value of each enumeration, by property name. The service sends this value if the property is unset. */
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

/** Members of a protobuf `oneof`, which the service leaves out if they are unset. A list is never such a member. */
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
 * Returns the response with every property of its schema except unset members of a `oneof`. An unset scalar is empty, 0
 * or false, an unset list or map is empty, an unset enumeration has its first value, and an unset message is null.
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

/**
 * Properties that are never omitted or set to null: for example identifiers, and properties whose absence has a
 * meaning, such as `deletedAt` or a page token.
 */
const KEPT: ReadonlySet<string> = new Set(
  names(`
  id, appId, connectorId, roleSlug, connectorOwnerUser, accessReview, user, userId, userView, email, emails,
  employeeIds, managerIds, delegatedUserId, tool, toolName, displayName, description, inputSchemaJson,
  lastCalledAt, createdAt, deletedAt, classification, state, list, nextPageToken, expanded
`),
);

/**
 * Returns a response in which some optional properties are omitted or null, some unknown ones are added, and some
 * `visibility` values are unknown. An object has the same properties in every response of an operation, because it
 * would otherwise appear to change.
 */
export const loosened = (schema: z.core.$ZodType, answer: unknown, rates: Rates, at = ""): unknown =>
  rates.omit === 0 && rates.nulls === 0 && rates.unknown === 0
    ? answer
    : mapObjects(schema, answer, (shape, object) => members(shape, object, rates, at));

type Rates = Pick<Switches, "omit" | "nulls" | "unknown">;

function members(shape: Shape, object: object, rates: Rates, at: string): Record<string, unknown> {
  const { id = "" } = object as { id?: unknown };
  const key = `${at}/${String(id)}`;
  const chance = (rate: number, what: string) => dice(`${key} ${what}`).below(1_000) < rate * 1_000;
  const shown = Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!schema) return [[name, value]];
    if (name === "visibility" && chance(rates.unknown, "has a new value"))
      return [[name, "TOOL_VISIBILITY_OF_TOMORROW"]];
    const { type } = (schema as z.core.$ZodTypes)._zod.def;
    if (!KEPT.has(name) && (type === "optional" || type === "default")) {
      if (chance(rates.omit, `omits ${name}`)) return [];
      if (chance(rates.nulls, `has no ${name}`)) return [[name, null]];
    }
    return [[name, loosened(schema, value, rates, `${key}.${name}`)]];
  });
  // Keep empty objects empty: they are the responses of deletes, and empty selectors.
  const isMore = shown.length > 0 && chance(rates.unknown, "has more");
  return Object.fromEntries([...shown, ...(isMore ? [["ofTomorrow", { since: "tomorrow" }]] : [])]);
}

// Defines the differences between the real service and the specification that the tenant can simulate, with one switch
// for each difference.
import * as z from "zod";

/**
 * The differences between the service and the specification, each with a text for src/sandbox/tenant/README.md. By
 * default, all are on, and the tenant behaves like the service. If all are off, the tenant follows only the
 * specification.
 */
export const DIFFERENCES = {
  unsetValues:
    'A response has every property: an unset scalar is `""`, 0 or false, an unset enumeration its first value (`…_UNSPECIFIED`), and an unset message null. Members of a `oneof` are left out.',
  failingRefusals:
    "A request that can never succeed, such as a campaign whose policy has a broken step, gets a 500 in the API's error format.",
  draftCampaigns:
    "A new campaign is a draft, which `POST campaigns/{id}` starts. Off: it starts when it is created.",
  ownersRequired:
    "A campaign, even a copy, needs at least one owner. Off: without owners in the request, a copy keeps the original's owners, and any other campaign is owned by the caller.",
  ownerRoles:
    "An owner of a campaign needs the user role Campaign Administrator or Super Administrator: any other owner gets a 400.",
  hiddenLastCalls:
    "Get MCP tool never shows `lastCalledAt`: the service shows it only in searches that request it.",
  shownStatuses: "A user has `status`, `directoryStatus`, `origin` and `type`.",
  builtinPolicies: "The session policy `sp_default` is built in: a request to delete it gets a 400.",
  keptReviews:
    "A changed tool keeps its state and classification when its connector is synced. Off: it waits for review.",
  numericCodes: "The `code` of an error is gRPC's number. Off: it is a word.",
  pagesAsAsked: "A page has at least 10 rows only in user search. Off: in every list.",
  slowOwners:
    "A new connector owner is shown 45 to 150 seconds after its creation: `GET owners` returns the time as `shownAt`.",
} as const satisfies Record<string, string>;

export type Difference = keyof typeof DIFFERENCES;

const each = <Value>(value: Value) =>
  Object.fromEntries(Object.keys(DIFFERENCES).map((name) => [name, value])) as Record<Difference, Value>;

export const DifferenceSwitches = each(z.boolean());
export const LIKE_THE_SERVICE = each(true);
export const SPECIFICATION_ALONE = each(false);

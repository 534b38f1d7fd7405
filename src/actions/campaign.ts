// Creates access review campaigns, either new or copied from earlier campaigns.

import * as z from "zod";
import { formatIssue } from "../base/configured.ts";
import { formatDay, formatTime, refusePastDay, toIsoDay } from "../base/days.ts";
import { Named } from "../base/named.ts";
import { unclear } from "../base/problem.ts";
import { tryParseJson } from "../base/text.ts";
import { faultInScope, findScopeType, ScopeV2 } from "../governance/contract/campaigns.ts";
import { MAX_TEXT_LENGTH, Timestamp } from "../governance/contract/primitives.ts";
import { SearchUsersBody } from "../governance/contract/users.ts";
import { findUsers, personByEmail, userCalled } from "../governance/people.ts";
import { compact } from "../systems/reading/json.ts";
import { defineAction } from "./define.ts";
import { type InventoryChange, inventoryKinds, putEntry } from "./inventory.ts";
import { byName, Day, type NamedThings, nameIn, type RequestContext, requireName, written } from "./names.ts";

/** Notifications that the service sends for a campaign: at its start, as reminders of open tasks, and at its end. */
export const NOTIFICATIONS = ["kickoff", "reminders", "close"] as const;

/**
 * A scope in a request: the API's object with known properties only, the same object as JSON text, or a configured
 * name.
 */
const AskedScope = z.union([z.strictObject(ScopeV2.shape), written(MAX_TEXT_LENGTH)]);

/** Maximum number of people that a request's search can match. */
const MAX_FOUND = 500;
/**
 * A search for people in a request: the API's filters, except the text search and filters that identify individual
 * users. Parameters that page or expand the result are also excluded.
 */
const AskedSearch = SearchUsersBody.omit({
  email: true,
  expandMask: true,
  ids: true,
  pageSize: true,
  pageToken: true,
  query: true,
  refs: true,
})
  .strict()
  .refine((filters) => Object.keys(filters).length > 0, "has no filter");

/**
 * Returns the last second of a day, in UTC. A review with a due day is due at this fixed time, so that a plan made
 * again later has the same hash.
 */
export const toEndOfDay = (day: string): string => `${day}T23:59:59Z`;

/**
 * Creates a draft of an access review campaign, either new or copied from the campaign `like`. In a copy, the given
 * properties replace the copied ones.
 *
 * @example
 * export const review = draftCampaign({
 *   name: "Access of Ada Marsh",
 *   users: [user],
 *   policy: { id: "rp_managers", name: "Manager reviews" },
 *   owners: [user],
 *   openDays: 14,
 * });
 */
export const draftCampaign = defineAction({
  name: "campaign.create",
  input: z
    .object({
      /** The name of the campaign. */
      name: z.string().min(1),
      /** The purpose of the campaign. */
      description: z.string().optional(),
      /** The campaign to copy. Without it, `policy` and either `scope` or `users` are required. */
      like: Named.optional(),
      /** The scope of the review. Can't be combined with `users`. */
      scope: ScopeV2.optional(),
      /** The people whose access is reviewed. Can't be combined with `scope`. */
      users: z.array(Named).min(1).optional(),
      /** The notifications that the service sends for the campaign. @default the service decides */
      notifications: z.array(z.enum(NOTIFICATIONS)).optional(),
      /** The review policy, which determines the reviewers. */
      policy: Named.optional(),
      /** The people who own the draft and must start it. The service requires at least one. */
      owners: z.array(Named.extend({ email: z.string().optional() })).min(1),
      /** The time at which the review is due. Give this or `openDays`, not both. */
      completionDate: Timestamp.optional(),
      /**
       * Days from the call to the completion date. They are not counted from the plan, because a plan can wait a long
       * time for approval.
       */
      openDays: z.int().min(1).optional(),
    })
    .refine(({ scope, users }) => !(scope && users), { error: "give a scope or users, not both" })
    .refine(({ like, scope, users, policy }) => like || ((scope || users) && policy), {
      error: "a campaign that is not a copy needs a policy, and a scope or users",
    }),
  // The approver must see the scope and the review policy.
  summary({ name, like, scope, users, policy, owners, notifications, completionDate, openDays }) {
    const parts = [
      `Create the access review campaign “${name}”`,
      like && `like ${like.name}`,
      scope && `of ${inWords(scope)}`,
      users && `for the access of ${listNames(users)}`,
      policy && `with the policy ${policy.name}`,
      `owned by ${owners.map((owner) => owner.name).join(", ")}`,
      notifications?.length === 0 && "notifying nobody",
      notifications?.length && `notifying reviewers of ${notifications.join(", ")}`,
      completionDate &&
        `due ${toEndOfDay(completionDate.slice(0, 10)) === completionDate ? formatDay(completionDate.slice(0, 10)) : formatTime(completionDate)}`,
      openDays && `due ${openDays === 1 ? "a day" : `${openDays} days`} after it is created`,
      "as a draft, which its owner must start",
    ];
    return `${parts.filter(Boolean).join(", ")}.`;
  },
  unverified: ({ like, policy }) => [like ?? [], policy ?? []].flat(),
  target: ({ name }) => `campaign ${name}`,
  calls: ["createCampaign"],
  effects: ({ openDays, name, description, like, scope, users, policy, owners, ...others }) => [
    {
      operation: "createCampaign",
      ...(openDays && { openDays }),
      input: {
        body: compact({
          displayName: name,
          description: description || undefined,
          duplicateFrom: like?.id,
          ...(scope && typed(scope)),
          ...(users && typed({ selectedUsers: { userIds: users.map(({ id }) => id) } })),
          policyId: policy?.id,
          ownerIds: owners.map((owner) => owner.id),
          notificationConfig: others.notifications && {
            sendKickoff: others.notifications.includes("kickoff"),
            sendReminders: others.notifications.includes("reminders"),
            sendClose: others.notifications.includes("close"),
          },
          completionDate: others.completionDate || undefined,
        }),
      },
    },
  ],
  // An owner controls the review's results, and nobody may decide about a review of their own access.
  beneficiaries: ({ owners, users = [], scope }) => [
    ...owners.map(({ id }) => id),
    ...users.map(({ id }) => id),
    ...(scope?.selectedUsers?.userIds ?? []),
  ],
  leaves: ({ name, owners }) => [putEntry("campaign", { name, owners })],
  // A person reports the outcome, because the API can neither start nor read a draft.
  followUp: ({ name, owners, users = [], scope, completionDate: due, openDays: days }) => ({
    assignees: owners.flatMap(({ email }) => email ?? []),
    orOperators: true,
    task: `Start the review “${name}”, a draft in the tenant.`,
    done: "It was started",
    about: [...users.map(({ id }) => id), ...(scope?.selectedUsers?.userIds ?? [])],
    ...compact({ due, days }),
  }),
  // The entry stays in the inventory: without it, `recurring-campaigns` would create the campaign again.
  undo: { byHand: "Reeve can't undo it: delete the draft in the tenant, or end the started campaign." },
  request: {
    description:
      "Create an access review campaign as a draft, which its owner must start. Copy an earlier campaign, or give a policy, owners and the people to review.",
    input: z.strictObject({
      name: written(200).describe("The name of the campaign."),
      like: written(256)
        .optional()
        .describe("The campaign to copy, by name or id. Other fields that you fill in replace its values."),
      policy: nameIn("reviewPolicies", "The policy. Needed unless you copy a campaign.").optional(),
      owners: z.array(z.email()).min(1).max(20).describe("Emails of the people who must start the campaign."),
      users: z
        .union([z.literal("all"), z.array(z.email()).min(1).max(100), AskedSearch])
        .optional()
        .describe('Emails of people, or "all". Scripts can also send filters for the API\'s user search.'),
      scope: AskedScope.optional().describe(
        "The scope to review instead of people, by name. Scripts can also send the API's criteria.",
      ),
      // This field is not named `description`, because tickets have a field of that name.
      purpose: written(2_000).optional().describe("The purpose of the campaign."),
      notify: z
        .array(z.string().trim().toLowerCase().pipe(z.enum(NOTIFICATIONS)))
        .max(NOTIFICATIONS.length)
        .optional()
        .describe(`Sent to reviewers: ${NOTIFICATIONS.join(", ")}.`),
      due: Day.optional().describe("YYYY-MM-DD"),
    }),
    reads: ["searchUsers"],
    async lookUp(
      { name, like, policy, owners, users, scope: asked, purpose, notify, due },
      { governance, settings, history, now },
    ) {
      if (due !== undefined) refusePastDay("due", due, toIsoDay(now, settings.timeZone));
      if (users !== undefined && asked !== undefined) throw unclear("Give users or a scope, not both.");
      const scope = asked === undefined ? undefined : scopeMeant(settings, asked);
      const needed = Object.entries({ policy, "users or scope": users ?? scope });
      const missing = needed.flatMap(([member, value]) => (value === undefined ? member : []));
      if (like === undefined && missing.length > 0)
        throw unclear(`A campaign that is not a copy also needs: ${missing.join(", ")}.`);
      const copied = like === undefined ? undefined : await findCampaign(like, settings, history);
      const chosen =
        policy === undefined ? undefined : requireName(settings.reviewPolicies, "review policy", policy);
      const people = (emails: readonly string[]) =>
        Promise.all(emails.map((email) => personByEmail(governance, email)));
      const isSearch = typeof users === "object" && !Array.isArray(users);
      return compact({
        name,
        like: copied,
        policy: chosen && { id: chosen.value, name: chosen.name },
        owners: await people(owners),
        users: isSearch
          ? await findReviewed(users, governance)
          : Array.isArray(users)
            ? await people(users)
            : undefined,
        scope: users === "all" ? { allGrants: {} } : scope,
        description: purpose,
        notifications: notify && NOTIFICATIONS.filter((one) => notify.includes(one)),
        completionDate: due && toEndOfDay(due),
      });
    },
  },
});

/**
 * Returns the users that a search finds: only enabled ones, unless the filters select other statuses.
 * @throws Problem `request_unclear` if the search finds nobody, or more than {@link MAX_FOUND} users
 */
async function findReviewed(filters: z.output<typeof AskedSearch>, governance: RequestContext["governance"]) {
  const found = await findUsers(governance, { userStatuses: ["ENABLED"], ...filters });
  if (found.length > 0 && found.length <= MAX_FOUND)
    return found.map((user) => ({ id: user.id, name: userCalled(user) }));
  throw unclear(
    found.length === 0
      ? "users: the search finds nobody."
      : `users: the search finds ${found.length} people, more than ${MAX_FOUND}; narrow it, or give a scope.`,
  );
}

/** The properties of the service's response that the inventory keeps. Copying the campaign later requires the id. */
const Review = inventoryKinds.campaign.omit({ name: true, owners: true }).loose();
const Created = z.object({ accessReview: z.object({ accessReview: Review }) });

/**
 * Returns the inventory change for a campaign, with the id, state and dates that the service returned. Returns any
 * other change, and a change with an unreadable response, as it is.
 * @param answer Response to `createCampaign`
 */
export function withAnswer(change: InventoryChange, answer: unknown): InventoryChange {
  const read = Created.safeParse(answer);
  const entry = inventoryKinds.campaign.safeParse(change.data);
  if (change.kind !== "campaign" || !read.success || !entry.success) return change;
  const { id, state, scheduledStartDate, completionDate } = read.data.accessReview.accessReview;
  return { ...change, data: { ...entry.data, id, state, scheduledStartDate, completionDate } };
}

const typed = (scopeV2: ScopeV2) => ({ scopeType: findScopeType(scopeV2), scopeV2 });

/**
 * Reads the review scope in a request.
 * @throws Problem `request_unclear` if the scope is unknown, invalid or empty, or has mutually exclusive properties
 */
function scopeMeant({ reviewScopes }: NamedThings, asked: z.output<typeof AskedScope>): ScopeV2 {
  if (typeof asked === "string" && !asked.startsWith("{"))
    return requireName(reviewScopes, "review scope", asked).value;
  const given = typeof asked === "string" ? tryParseJson(asked) : asked;
  if (given === undefined) throw unclearScope("it begins with { but is not valid JSON.");
  const read = z.strictObject(ScopeV2.shape).safeParse(given, { error: formatIssue });
  const [issue] = read.error?.issues ?? [];
  if (issue) throw unclearScope([...issue.path.map(String), issue.message].join(": "));
  const scope = read.data ?? {};
  if (Object.values(scope).every((member) => member === undefined))
    throw unclearScope("it selects nothing to review.");
  const excluded = faultInScope(scope);
  if (excluded) throw unclearScope(`${excluded}.`);
  return scope;
}

const unclearScope = (what: string) => unclear(`scope: ${what}`);

const MAX_NAMES = 20;

function listNames(people: readonly Named[]): string {
  const names = people.slice(0, MAX_NAMES).map(({ name }) => name);
  const others = people.length - names.length;
  return `${names.join(", ")}${others > 0 ? ` and ${others} others` : ""}`;
}

/** Phrases for scope properties whose own names are unclear. */
const CALLED: Readonly<Record<string, string>> = {
  selectedUsers: "the users",
  userCriteria: "users",
  accountCriteria: "accounts",
  grantsByCriteria: "grants",
  appSelectionCriteria: "apps",
  celExpression: "users that match the expression",
  accountCelExpression: "accounts that match the expression",
} satisfies Partial<Record<keyof ScopeV2, string>>;

/** Properties whose names add nothing to the name of their parent. */
const SAYS_NOTHING = new Set(["userIds", "expression"]);

/** The prefix of an enumeration value in a scope, such as `USER_STATUS_` in `USER_STATUS_ENABLED`. */
const KIND = /^(APP_USER_(TYPE|STATUS|DOMAIN)|GRANT_SOURCE_FILTER|GRANT_FILTER_TYPE|USER_STATUS)_(?=[A-Z])/;

/**
 * Describes a scope: `grants (days since last used: 90 days)`. Quotes text that is not a word, id, email address,
 * duration, timestamp or enumeration value.
 */
const inWords = (scope: ScopeV2): string =>
  Object.entries(scope)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const more = formatValue(value);
      return `${CALLED[name] ?? nameWords(name)}${more === "" ? "" : ` (${more})`}`;
    })
    .join(" and ");

function formatValue(value: unknown): string {
  if (Array.isArray(value))
    return value
      .map((item) => (typeof item === "object" ? `(${formatValue(item)})` : formatValue(item)))
      .join(", ");
  if (typeof value === "string") return textWords(value);
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([name, member]) => {
      const text = formatValue(member);
      if (text === "" || text === "true") return nameWords(name);
      return SAYS_NOTHING.has(name) ? text : `${nameWords(name)}: ${text}`;
    })
    .join("; ");
}

const nameWords = (name: string): string =>
  /^[a-z][A-Za-z0-9]*$/.test(name)
    ? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    : JSON.stringify(name);

function textWords(text: string): string {
  const [, seconds] = /^(\d{1,12})s$/.exec(text) ?? [];
  if (seconds !== undefined) {
    const days = Number(seconds) / 86_400;
    return Number.isInteger(days) ? `${days} ${days === 1 ? "day" : "days"}` : `${seconds} seconds`;
  }
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatTime(text);
  if (KIND.test(text)) return text.replace(KIND, "").toLowerCase().replaceAll("_", " ");
  return /^[\w.@:-]+$/.test(text) ? text : JSON.stringify(text);
}

/**
 * Finds a campaign by its configured name, by its name in the inventory, or by its id. An id is not verified, because
 * the API can't read campaigns.
 */
async function findCampaign(asked: string, { campaigns }: NamedThings, history: RequestContext["history"]) {
  const found = byName(campaigns, asked);
  if (found) return { id: found.value, name: found.name };
  const created = await history.entry("campaign", asked);
  if (created?.data.id) return { id: created.data.id, name: asked };
  if (/^[\w.:-]+$/.test(asked)) return { id: asked, name: `the one with the id ${asked}` };
  const { name, value } = requireName(campaigns, "campaign", asked);
  return { id: value, name };
}

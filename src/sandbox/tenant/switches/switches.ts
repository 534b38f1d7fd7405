// Defines the switches of a tenant: its differences from the specification, and switches that make it stricter, slower
// and less predictable.
import { env } from "cloudflare:workers";
import * as z from "zod";
import { Id } from "../../../governance/contract/primitives.ts";
import { OperationName } from "../faults.ts";
import { readSetting, writeSetting } from "../rows.ts";
import { DifferenceSwitches, LIKE_THE_SERVICE, SPECIFICATION_ALONE } from "./differences.ts";

/** A share: 0 means never, and 1 means always. */
const Rate = z.number().min(0).max(1);

/** The switches that determine the tenant's behaviour beyond the specification. */
const Switches = z.strictObject({
  ...DifferenceSwitches,
  /** Creating a connector owner again causes a 500 in the API's error format, or a 409 if `failingRefusals` is off. */
  refusedDuplicates: z.boolean(),
  /** Seconds until a tool's deletion is visible. */
  visibilityLagSeconds: z.number().min(0).max(150),
  /**
   * The operations that each role allows. A call that no role of the credential allows gets a 403; a credential with
   * full permissions can call everything. If this is `null`, a role allows every operation, unless the tenant's data
   * limits the role to reads, or to nothing.
   */
  permissions: z.record(Id, z.array(OperationName)).nullable(),
  /** A tool that a sync would send to review, such as a new one, is approved immediately instead. */
  autoEnable: z.boolean(),
  /** Each connector sync that is given no list of tools finds a new tool, and a tool whose definition has changed. */
  discovery: z.boolean(),
  /**
   * Each request for the catalog's first page adds an entry, changes the entry that the previous request added, and
   * removes the entry of the request before that.
   */
  changingCatalog: z.boolean(),
  /**
   * The maximum number of calls from all clients together within a number of seconds, or `null` for no limit. Further
   * calls get a 429 with `Retry-After`. Requests for tokens have no limit.
   */
  rateLimit: z.strictObject({ calls: z.int().min(1), seconds: z.number().min(1) }).nullable(),
  /** The share of optional properties that responses omit. Some, such as ids, are never omitted or null. */
  omit: Rate,
  /** The share of optional properties that are null in responses, among those that are not omitted. */
  nulls: Rate,
  /** The share of objects in responses that have an unknown property, and of `visibility` values that are unknown. */
  unknown: Rate,
});
export type Switches = z.output<typeof Switches>;
export const SomeSwitches = Switches.partial();

/**
 * The default switches of a tenant. If the variable `SPECIFICATION` is `on`, the tenant follows only the specification.
 */
export const DELIVERED: Switches = {
  ...((env as { readonly SPECIFICATION?: string }).SPECIFICATION === "on"
    ? SPECIFICATION_ALONE
    : LIKE_THE_SERVICE),
  refusedDuplicates: false,
  visibilityLagSeconds: 0,
  permissions: null,
  autoEnable: false,
  discovery: false,
  changingCatalog: false,
  rateLimit: null,
  omit: 0,
  nulls: 0,
  unknown: 0,
};

/**
 * Switches for a strict, slow and unpredictable tenant: the differences have their defaults, and all other switches
 * except `refusedDuplicates` are on, with values at which a correct client can still complete its work.
 */
export const CHAOS: Switches = {
  ...DELIVERED,
  visibilityLagSeconds: 2,
  permissions: { role_help_desk: ["getUser", "searchUsers"], role_auditor: ["searchAuditEvents"] },
  autoEnable: true,
  discovery: true,
  changingCatalog: true,
  rateLimit: { calls: 100, seconds: 1 },
  omit: 0.3,
  nulls: 0.3,
  unknown: 0.3,
};

const NAME = "switches";

export const readSwitches = (sql: SqlStorage): Switches => ({
  ...DELIVERED,
  ...JSON.parse(readSetting(sql, NAME) ?? "{}"),
});

/** Sets some of the switches and keeps the others. @returns all switches */
export function setSwitches(sql: SqlStorage, some: z.output<typeof SomeSwitches>): Switches {
  writeSetting(sql, NAME, JSON.stringify({ ...readSwitches(sql), ...some }));
  return readSwitches(sql);
}

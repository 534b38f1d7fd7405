// The switches of a tenant: its differences from the specification, and what makes it stricter, slower and stranger.
import { env } from "cloudflare:workers";
import * as z from "zod";
import { Id } from "../../../governance/contract/primitives.ts";
import { OperationName } from "../faults.ts";
import { readSetting, writeSetting } from "../rows.ts";
import { DifferenceSwitches, LIKE_THE_SERVICE, SPECIFICATION_ALONE } from "./differences.ts";

/** A share: 0 never, 1 always. */
const Rate = z.number().min(0).max(1);

/** Behaviour beyond the specification. */
const Switches = z.strictObject({
  ...DifferenceSwitches,
  /** Creating a connector owner again is a 500 in the shape of an error, or a 409 without `failingRefusals`. */
  refusedDuplicates: z.boolean(),
  /** Seconds before a tool's deletion shows. */
  visibilityLagSeconds: z.number().min(0).max(150),
  /**
   * The operations that each role opens. A call that no role of its credential opens is a 403; a credential with full
   * permissions may do everything. `null`: only roles that plainly lack the right are refused.
   */
  permissions: z.record(Id, z.array(OperationName)).nullable(),
  /** Each connector sync finds a tool that is new, and one whose definition has changed. */
  discovery: z.boolean(),
  /** Each first page of the catalog is of one with an entry more, one less and one changed. */
  changingCatalog: z.boolean(),
  /** So many calls in so many seconds of all clients together; those above it are a 429 with `Retry-After`. */
  rateLimit: z.strictObject({ calls: z.int().min(1), seconds: z.number().min(1) }).nullable(),
  /** The share of optional members of answers that are left out, or are null. */
  omit: Rate,
  nulls: Rate,
  /** The share of objects in answers that have an unknown member, and of enumerations that have a new value. */
  unknown: Rate,
});
export type Switches = z.output<typeof Switches>;
export const SomeSwitches = Switches.partial();

/** The switches of a tenant as delivered. If the variable `SPECIFICATION` is `on`, it follows the specification alone. */
export const DELIVERED: Switches = {
  ...((env as { readonly SPECIFICATION?: string }).SPECIFICATION === "on"
    ? SPECIFICATION_ALONE
    : LIKE_THE_SERVICE),
  refusedDuplicates: false,
  visibilityLagSeconds: 0,
  permissions: null,
  discovery: false,
  changingCatalog: false,
  rateLimit: null,
  omit: 0,
  nulls: 0,
  unknown: 0,
};

/** Everything at once, as much of it as a client that is right gets through. */
export const CHAOS: Switches = {
  ...DELIVERED,
  visibilityLagSeconds: 2,
  permissions: { role_help_desk: ["getUser", "searchUsers"], role_auditor: ["searchAuditEvents"] },
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

/** Sets some of the switches; the others stay. @returns all of them */
export function setSwitches(sql: SqlStorage, some: z.output<typeof SomeSwitches>): Switches {
  writeSetting(sql, NAME, JSON.stringify({ ...readSwitches(sql), ...some }));
  return readSwitches(sql);
}

// Generates the sample audit events of paper secrets: OCSF objects, in the format in which the service lists them.
import { before, dice, names } from "./means.ts";
import { samples } from "./samples.ts";

/** The number of audit events in a seeded tenant, and the number of days that they cover. */
const EVENTS = 600;
const DAYS = 90;

/** Activities of the OCSF class Entity Management. Reading is listed twice, because it is more frequent. */
const ACTIVITIES = [
  [2, "Read"],
  [2, "Read"],
  [1, "Create"],
  [3, "Update"],
  [4, "Delete"],
] as const;
// Addresses from documentation ranges (RFC 5737, RFC 3849).
const CLIENT_IPS = names("192.0.2.10, 192.0.2.11, 198.51.100.7, 203.0.113.99, 2001:db8::1, 2001:db8:0:42::7");

const { users, vaults } = samples;
const ACTORS = [users.gita, users.hugo, users.ada, users.nora, users.cleo, users.sync] as const;
const VAULTS = [vaults.infrastructure, vaults.finance, vaults.people, vaults.support] as const;

/**
 * Audit events of the last 90 days, oldest first; several have the same time. Each belongs to the OCSF class Entity
 * Management (3004) and concerns a paper secret, whose vault is among the resources. Source:
 * schema.ocsf.io/1.3.0/classes/entity_management
 */
export const AUDIT_EVENTS = Array.from({ length: EVENTS }, (_, n) => {
  const roll = dice(`audit ${n}`);
  const vault = roll.pick(VAULTS);
  const actor = roll.pick(ACTORS);
  const minutesAgo = Math.floor(((EVENTS - n) * DAYS * 24 * 60) / EVENTS);
  const [activity_id, activity_name] = roll.pick(ACTIVITIES);
  const isRefused = roll.oneIn(20);
  return {
    category_uid: 3,
    category_name: "Identity & Access Management",
    class_uid: 3004,
    class_name: "Entity Management",
    activity_id,
    activity_name,
    type_uid: 300_400 + activity_id,
    severity_id: 1,
    status_id: isRefused ? 2 : 1,
    status: isRefused ? "Failure" : "Success",
    // Round to six hours, so that paging must distinguish events with the same time.
    time: Date.parse(before(0, minutesAgo - (minutesAgo % (6 * 60)))),
    metadata: { uid: roll.id(), version: "1.3.0", product: { name: "Paper secrets" } },
    actor: { user: { uid: actor.id, email_addr: actor.email } },
    src_endpoint: { ip: roll.pick(CLIENT_IPS) },
    entity: { uid: `sec_${vault.id.slice("vlt_".length)}_${roll.below(12)}`, type: "Paper secret" },
    resources: [{ uid: vault.id, name: vault.name, type: "Vault" }] as const,
  };
});

import { before } from "./calendar.ts";
import { dice } from "./dice.ts";
import { samples } from "./samples.ts";

/** How many audit events a seeded tenant has, and over how many days. */
const EVENTS = 600;
const DAYS = 90;

const EVENT_TYPES = [
  "SECRET_VIEWED",
  "SECRET_VIEWED",
  "SECRET_COPIED",
  "SECRET_CREATED",
  "SECRET_UPDATED",
  "SECRET_DELETED",
  "VAULT_OPENED",
  "VAULT_SHARED",
] as const;
// Documentation ranges (RFC 5737, RFC 3849).
const CLIENT_IPS = [
  "192.0.2.10",
  "192.0.2.11",
  "198.51.100.7",
  "203.0.113.99",
  "2001:db8::1",
  "2001:db8:0:42::7",
] as const;
const CLIENTS = ["browser", "cli", "extension"] as const;

const { users, vaults } = samples;
const ACTORS = [users.gita, users.hugo, users.ada, users.nora, users.cleo, users.sync] as const;
const VAULTS = [vaults.infrastructure, vaults.finance, vaults.people, vaults.support] as const;

/** An audit event of paper secrets. The API shows no field of one, so all of these are ours. */
export interface SeedAuditEvent {
  readonly id: string;
  readonly eventType: (typeof EVENT_TYPES)[number];
  readonly vaultId: string;
  readonly vaultName: string;
  readonly secretId: string;
  readonly actorUserId: string;
  readonly actorEmail: string;
  readonly clientIp: string;
  readonly client: (typeof CLIENTS)[number];
  readonly outcome: "ALLOWED" | "DENIED";
  readonly createdAt: string;
}

/** Audit events of the last 90 days, oldest first. Several share a time. */
export const AUDIT_EVENTS: readonly SeedAuditEvent[] = Array.from({ length: EVENTS }, (_, n) => {
  const roll = dice(`audit ${n}`);
  const vault = roll.pick(VAULTS);
  const actor = roll.pick(ACTORS);
  const minutesAgo = Math.floor(((EVENTS - n) * DAYS * 24 * 60) / EVENTS);
  return {
    id: roll.id(),
    eventType: roll.pick(EVENT_TYPES),
    vaultId: vault.id,
    vaultName: vault.name,
    secretId: `sec_${vault.id.slice("vlt_".length)}_${roll.below(12)}`,
    actorUserId: actor.id,
    actorEmail: actor.email,
    clientIp: roll.pick(CLIENT_IPS),
    client: roll.pick(CLIENTS),
    outcome: roll.oneIn(20) ? "DENIED" : "ALLOWED",
    // To six hours, so that neighbours tie and paging has to tell them apart.
    createdAt: before(0, minutesAgo - (minutesAgo % (6 * 60))),
  };
});

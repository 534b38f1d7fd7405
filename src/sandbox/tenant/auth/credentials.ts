// Issues credentials, and looks them up.
import { z } from "zod";
import { sha256Hex } from "../../../base/hash.ts";
import { Id, Ids, MAX_LIST_LENGTH, Name } from "../../../governance/contract/primitives.ts";
import { base64url } from "../base64url.ts";
import { samples } from "../seed/samples.ts";
import type { Place } from "../world.ts";
import { allows, isCidr } from "./cidr.ts";
import { randomText } from "./digest.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** identity-governance-api.md, Limits: credential lifespan. */
const LIFESPAN_DAYS = { "30d": 30, "90d": 90, never: undefined } as const;
const DEFAULT_TOKEN_LIFETIME_SECONDS = 60 * 60;
const ISSUER_LABEL = "reeve-tenant";

/** What is asked for when a credential is made (Authentication, 3. Credential creation). */
export const CredentialRequest = z.object({
  displayName: Name.default("API credential"),
  lifespan: z.enum(["30d", "90d", "never"]).default("30d"),
  allowedCidrs: z
    .array(z.string().refine(isCidr, "must be a range, as 192.0.2.0/24 or 2001:db8::/32"))
    .max(MAX_LIST_LENGTH)
    .default([])
    .describe("empty: every address"),
  permissions: z
    .union([z.literal("full"), z.object({ roles: Ids.min(1) })])
    .default("full")
    .describe("which operation needs which is for the switch `permissions` to say"),
  userId: Id.optional().describe("whom the credential belongs to"),
  useCase: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .default("api"),
  secretFormat: z
    .enum(["v1", "plain"])
    .default("v1")
    .describe("`secret-token:<label>:v1:<key>` as issued in the wild, or without the version as documented"),
  tokenLifetimeSeconds: z.int().min(1).max(86_400).default(DEFAULT_TOKEN_LIFETIME_SECONDS),
});
export type CredentialRequest = z.output<typeof CredentialRequest>;

/** A credential as verification needs it. */
export interface Credential {
  readonly id: string;
  readonly clientId: string;
  readonly userId: string;
  readonly secretHash: string;
  readonly publicJwk: JsonWebKey;
  readonly allowedCidrs: readonly string[];
  readonly tokenLifetimeSeconds: number;
  readonly permissions: CredentialRequest["permissions"];
  /** Milliseconds since 1970; undefined where it never expires. */
  readonly expiresAt: number | undefined;
}

/** Makes a credential. The secret in the answer is shown here and never again. */
export async function issueCredential(place: Place, request: CredentialRequest) {
  const id = `cred_${randomText(12)}`;
  const clientId = `${randomText(12)}@${place.hostname}/${request.useCase}`;
  const { publicJwk, clientSecret } = await newKey(request.secretFormat);
  const createdAt = place.now().getTime();
  const days = LIFESPAN_DAYS[request.lifespan];
  const expiresAt = days === undefined ? null : createdAt + days * DAY_MS;
  const userId = request.userId ?? samples.users.gita.id;
  place.sql.exec(
    "INSERT INTO credentials VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    id,
    clientId,
    request.displayName,
    userId,
    await sha256Hex(clientSecret),
    JSON.stringify(publicJwk),
    JSON.stringify(request.allowedCidrs),
    JSON.stringify(request.permissions),
    request.tokenLifetimeSeconds,
    createdAt,
    expiresAt,
  );
  const { displayName, lifespan, allowedCidrs, permissions } = request;
  const expiry = expiresAt === null ? {} : { expiresAt: new Date(expiresAt).toISOString() };
  return { id, clientId, clientSecret, displayName, lifespan, allowedCidrs, permissions, userId, ...expiry };
}

async function newKey(format: CredentialRequest["secretFormat"]) {
  const pair = await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("Ed25519 gave no key pair");
  const exported = await crypto.subtle.exportKey("jwk", pair.privateKey);
  if (exported instanceof ArrayBuffer) throw new Error("The key was not exported as a JWK");
  const { kty, crv, x, d } = exported;
  const key = base64url(new TextEncoder().encode(JSON.stringify({ kty, crv, x, d })));
  const version = format === "v1" ? "v1:" : "";
  return { publicJwk: { kty, crv, x }, clientSecret: `secret-token:${ISSUER_LABEL}:${version}${key}` };
}

type Row = {
  id: string;
  client_id: string;
  user_id: string;
  secret_hash: string;
  public_jwk: string;
  allowed_cidrs: string;
  token_lifetime_seconds: number;
  permissions: string;
  expires_at: number | null;
};

/** The credential with this value in the column. */
export function findCredential(
  sql: SqlStorage,
  column: "id" | "client_id",
  value: string,
): Credential | undefined {
  const [row] = sql.exec<Row>(`SELECT * FROM credentials WHERE ${column} = ?`, value).toArray();
  return (
    row && {
      id: row.id,
      clientId: row.client_id,
      userId: row.user_id,
      secretHash: row.secret_hash,
      publicJwk: JSON.parse(row.public_jwk),
      allowedCidrs: JSON.parse(row.allowed_cidrs),
      tokenLifetimeSeconds: row.token_lifetime_seconds,
      permissions: JSON.parse(row.permissions),
      expiresAt: row.expires_at ?? undefined,
    }
  );
}

/** Takes a credential away, and with it every token it got. @returns whether it was there */
export function deleteCredential(sql: SqlStorage, id: string): boolean {
  sql.exec("DELETE FROM tokens WHERE credential_id = ?", id);
  return sql.exec("DELETE FROM credentials WHERE id = ?", id).rowsWritten > 0;
}

/** Why a credential may not be used now, from there; undefined where it may. */
export function objection(
  { expiresAt, allowedCidrs }: Credential,
  now: Date,
  address: string,
): "expired" | "address" | undefined {
  if (expiresAt !== undefined && expiresAt <= now.getTime()) return "expired";
  if (!allows(allowedCidrs, address)) return "address";
  return undefined;
}

/** Every credential, without what would let one use it. */
export function listCredentials(sql: SqlStorage) {
  const rows = sql.exec<Row & { display_name: string }>("SELECT * FROM credentials ORDER BY created_at, id");
  return rows.toArray().map((row) => ({
    id: row.id,
    clientId: row.client_id,
    displayName: row.display_name,
    userId: row.user_id,
    allowedCidrs: JSON.parse(row.allowed_cidrs),
    permissions: JSON.parse(row.permissions),
    ...(row.expires_at === null ? {} : { expiresAt: new Date(row.expires_at).toISOString() }),
  }));
}

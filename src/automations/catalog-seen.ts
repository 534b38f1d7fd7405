import * as z from "zod";
import { canonicalJson } from "../base/canonical-json.ts";
import { sha256Hex } from "../base/sha256.ts";
import type { CatalogEntry } from "../governance/contract/mcp-catalog.ts";

/** What is told apart in an entry, what matters most to security first. */
const PARTS = ["addresses", "sign-in", "scopes", "configuration", "other members", "texts"] as const;
type Part = (typeof PARTS)[number];

/** Of each part the first 64 bits of a hash: changes are found, not undone. */
const HASH_LENGTH = 16;
const MAX_NAME_LENGTH = 80;

/** An entry as it is remembered. */
const EntrySeen = z.object({ name: z.string(), parts: z.array(z.string()).length(PARTS.length) });
type EntrySeen = z.output<typeof EntrySeen>;

/** The catalog as it was, by the ids of its entries. */
export const CatalogSeen = z.record(z.string(), EntrySeen);

/** What is remembered of an entry: each of its members is in one part, those that the API text does not know too. */
export async function seenOf(entry: CatalogEntry): Promise<EntrySeen> {
  const parts = partsOf(entry);
  return {
    name: (entry.displayName || entry.serviceName || entry.id).slice(0, MAX_NAME_LENGTH),
    parts: await Promise.all(
      PARTS.map(async (part) => (await sha256Hex(canonicalJson([parts[part]]))).slice(0, HASH_LENGTH)),
    ),
  };
}

/** The parts in which an entry is another than it was. */
export const changedParts = (before: EntrySeen, after: EntrySeen): readonly Part[] =>
  PARTS.filter((_, n) => before.parts[n] !== after.parts[n]);

function partsOf({
  id: _,
  displayName,
  serviceName,
  description,
  iconUrl,
  baseUrl,
  defaultAuthorizeUrl,
  defaultTokenUrl,
  defaultScopes,
  supportedOauth2Modes,
  authModes = [],
  configSchema,
  ...others
}: CatalogEntry): Readonly<Record<Part, unknown>> {
  const modes = authModes.map(
    ({
      authorizeUrl,
      tokenUrl,
      credentialUrl,
      issuerUrl,
      jwtAudience,
      scopes,
      description: text,
      ...how
    }) => ({
      where: [{ authorizeUrl, tokenUrl, credentialUrl, issuerUrl, jwtAudience }],
      scopes: scopes?.toSorted(),
      text,
      how,
    }),
  );
  return {
    addresses: [{ baseUrl, defaultAuthorizeUrl, defaultTokenUrl }, modes.map(({ where }) => where)],
    "sign-in": [supportedOauth2Modes, modes.map(({ how }) => how)],
    scopes: [defaultScopes?.toSorted(), modes.map(({ scopes }) => scopes)],
    configuration: configSchema,
    "other members": others,
    texts: [displayName, serviceName, description, iconUrl, modes.map(({ text }) => text)],
  };
}

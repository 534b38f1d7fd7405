// API routes for evidence that others can verify: receipts, checkpoints, the public keys, and the trail as OCSF events.
import * as z from "zod";
import { canonicalJson, sha256Hex } from "../../base/hash.ts";
import { json } from "../../base/openapi.ts";
import { Problem } from "../../base/problem.ts";
import type { Config } from "../../define-config.ts";
import { type Env, readVariable } from "../../env.ts";
import { makeCheckpoint, nameLog, writeVerifierKey } from "../../evidence/checkpoints.ts";
import { nameKey, readSigner, toPem, toPublicKey } from "../../evidence/keys.ts";
import { formatPosition, parsePosition, pullOcsf } from "../../evidence/ocsf.ts";
import { Envelope, type Issuer, makeReceipts, makeStatements } from "../../evidence/receipt.ts";
import { streamLines } from "../../ledger/audit-list.ts";
import {
  CheckpointRecord,
  listEndedRuns,
  readCheckpointRow,
  readCheckpoints,
  readProvable,
  toRecord,
} from "../../ledger/evidence.ts";
import { readableRun } from "../../operate/recorded.ts";
import { AuditExportQuery, RunId } from "../../operate/requests.ts";
import { NDJSON, ndjson, ndjsonFile, requireFound, route } from "./route.ts";

Envelope.register(z.globalRegistry, { id: "Receipt" });

async function readIssuer(env: Env, config: Config): Promise<Issuer> {
  return {
    signer: await readSigner(env),
    people: config.evidence.people,
    db: env.LEDGER,
    code: env.VERSION ?? null,
    settings: await sha256Hex(canonicalJson(config)),
  };
}

/** Maximum checkpoints per read. */
const BATCH = 500;

const PublicKeyEntry = z
  .object({
    use: z.enum(["current", "old"]),
    keyid: z.string().meta({ description: "The key's id in receipts: the SHA-256 hash of its 32 bytes." }),
    x: z.string().meta({ description: "The 32 bytes, base64url." }),
    pem: z.string().meta({ description: "The same key in PEM, for OpenSSL and cosign." }),
    note: z.string().meta({ description: "The same key as `name+id+key`, for verifying checkpoints." }),
  })
  .meta({ id: "EvidenceKey" });

const ReceiptQuery = z.strictObject({
  of: z.enum(["calls", "follow_ups"]).optional().meta({
    description:
      "`calls` for the receipt, or `follow_ups` for the statement on the outcomes of all follow-ups, once they have ended.",
  }),
});

const POSITION = "reeve-position";

const After = z
  .string()
  .regex(/^[\w-]{1,40}:\d{1,15}(,[\w-]{1,40}:\d{1,15}){0,999}$/, "must look like desk-0:120,desk-1:7")
  .transform(parsePosition)
  .optional()
  .meta({
    description: `The \`${POSITION}\` header of the previous response. If omitted, the response begins with the first entry.`,
  });

export const evidence = [
  route({
    id: "getReceipt",
    path: "/api/runs/{id}/receipt",
    summary: "The signed receipt of a run: an in-toto Statement in a DSSE envelope",
    act: "own",
    params: { id: RunId },
    query: ReceiptQuery,
    answer: json("The envelope.", Envelope),
    problems: ["not_found", "run_unfinished", "signing_not_configured"],
    async handle({ env, person, config, params: { id }, query: { of = "calls" } }) {
      await readableRun({ env, person }, id);
      const issuer = await readIssuer(env, config);
      const [run] = await readProvable(env.LEDGER, [id]);
      const [receipt, second] = await makeStatements(requireFound(run ?? null), issuer);
      if (receipt && of === "follow_ups") return requireFound(second ?? null);
      if (!receipt) throw new Problem("run_unfinished", `${id} has not ended (state: ${run?.run.state})`);
      return receipt;
    },
  }),
  route({
    id: "exportReceipts",
    path: "/api/receipts.ndjson",
    summary: "Signed statements about a period's runs that ended or await follow-ups, except ignored runs",
    act: "read",
    query: AuditExportQuery,
    answer: ndjson("Statements, one per line, on the runs whose last change is in the period."),
    problems: ["signing_not_configured"],
    async handle({ env, config, query: { since = 0, until = Number.MAX_SAFE_INTEGER } }) {
      const issuer = await readIssuer(env, config);
      const ids = await listEndedRuns(env.LEDGER, since, until);
      return ndjsonFile("receipts", await streamLines(makeReceipts(ids, issuer), JSON.stringify));
    },
  }),
  route({
    id: "listEvidenceKeys",
    path: "/api/evidence/keys",
    summary: "The public keys for verifying receipts and checkpoints",
    act: "read",
    answer: json("The keys, starting with the current one.", z.object({ keys: z.array(PublicKeyEntry) })),
    async handle({ env }) {
      const keys = [
        ["current", readVariable(env, "EVIDENCE_KEY")?.x],
        ...(readVariable(env, "EVIDENCE_OLD_KEYS") ?? []).map((x) => ["old", x] as const),
      ] as const;
      const list = keys.flatMap(([use, x]) => (x === undefined ? [] : [{ use, x, key: toPublicKey(x) }]));
      return {
        keys: await Promise.all(
          list.map(async ({ use, x, key }) => ({
            use,
            keyid: await nameKey(key),
            x,
            pem: toPem(key),
            note: await writeVerifierKey(nameLog(env), key),
          })),
        ),
      };
    },
  }),
  route({
    id: "exportCheckpoints",
    path: "/api/checkpoints.ndjson",
    summary: "All checkpoints of the audit trail in order, one per line",
    act: "read",
    answer: ndjson("The checkpoints, each in the format of the `getCheckpoint` response."),
    async handle({ env }) {
      async function* batches() {
        for (let after: number | undefined = 0; after !== undefined; ) {
          const some: readonly CheckpointRecord[] = await readCheckpoints(env.LEDGER, after, BATCH);
          yield some;
          after = some.length < BATCH ? undefined : some.at(-1)?.n;
        }
      }
      return ndjsonFile("checkpoints", await streamLines(batches(), JSON.stringify));
    },
  }),
  route({
    id: "getCheckpoint",
    path: "/api/checkpoints/{n}",
    summary: "A checkpoint of the audit trail by its number, or `latest`",
    act: "read",
    params: { n: z.literal("latest").or(z.coerce.number().int().min(1)) },
    answer: json("The checkpoint.", CheckpointRecord),
    problems: ["not_found"],
    async handle({ env, params: { n } }) {
      return toRecord(requireFound(await readCheckpointRow(env.LEDGER, n === "latest" ? undefined : n)));
    },
  }),
  route({
    id: "makeCheckpoint",
    path: "/api/checkpoints",
    summary: "Make a checkpoint of the audit trail now, if there are new entries",
    act: "checkpoint",
    body: z.strictObject({}),
    answer: json("The latest checkpoint.", CheckpointRecord),
    problems: ["not_found", "signing_not_configured"],
    async handle({ env }) {
      return toRecord(requireFound(await makeCheckpoint(env, Date.now())));
    },
  }),
  route({
    id: "pullOcsf",
    path: "/api/audit.ocsf.ndjson",
    summary: "The audit entries after a position as OCSF events, one per line",
    act: "read",
    query: z.strictObject({ after: After }),
    answer: ndjson(
      `At most 100,000 recorded entries after the position, ordered by desk and seq. The header \`${POSITION}\` contains the position of the last entry.`,
    ),
    async handle({ env, query: { after = new Map() } }) {
      const { stream, next } = await pullOcsf(env.LEDGER, after);
      return new Response(stream, { headers: { "content-type": NDJSON, [POSITION]: formatPosition(next) } });
    },
  }),
];

// What the configuration may say of receipts.
import * as z from "zod";

export const EvidenceSettings = z.strictObject({
  /** People in receipts: `names`, with names and emails as people read them; `pseudonyms`, as the audit trail hashes them. */
  people: z.enum(["names", "pseudonyms"]).default("names"),
});
export type EvidenceSettings = z.output<typeof EvidenceSettings>;

// The settings for receipts.
import * as z from "zod";

export const EvidenceSettings = z.strictObject({
  /**
   * How receipts identify people: `names` shows names and emails; `pseudonyms` shows the pseudonyms that the audit
   * trail hashes.
   */
  people: z.enum(["names", "pseudonyms"]).default("names"),
});
export type EvidenceSettings = z.output<typeof EvidenceSettings>;

// The settings for receipts.
import * as z from "zod";

export const EvidenceSettings = z.strictObject({
  /** How receipts identify people: by `names` and emails, or by the audit trail's `pseudonyms`. */
  people: z.enum(["names", "pseudonyms"]).default("names"),
});
export type EvidenceSettings = z.output<typeof EvidenceSettings>;

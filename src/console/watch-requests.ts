import * as z from "zod";
import { type Memory, remember, WATCH_KINDS, watchKinds } from "../actions/inventory.ts";
import { Reason } from "./decision-requests.ts";

/** Most watches in one request: what D1 takes in one go with ease. */
const MOST = 500;

/** Longest watch, in characters of JSON: ids and names take a few hundred. */
const MOST_CHARS = 10_000;

const { look: _, ...written } = watchKinds;

/** One watch as people write it; the key follows from it. What an automation has seen is its own to write. */
const WrittenWatch = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("tool"), data: written.tool }),
    z.strictObject({ kind: z.literal("retired_tool"), data: written.retired_tool }),
    z.strictObject({ kind: z.literal("ownership"), data: written.ownership }),
    z.strictObject({ kind: z.literal("session_policy"), data: written.session_policy }),
    z.strictObject({ kind: z.literal("campaign"), data: written.campaign }),
  ])
  .refine((watch) => JSON.stringify(watch).length <= MOST_CHARS, `is longer than ${MOST_CHARS} characters`)
  .transform(({ kind, data }): Memory => remember(kind, data));

/** Watches to be there from now on, in the place of those of the same kind and key. */
export const WatchesWritten = z.strictObject({
  watches: z.array(WrittenWatch).min(1).max(MOST),
  reason: Reason,
});

/** Watches to be forgotten. */
export const WatchesForgotten = z.strictObject({
  watches: z
    .array(z.strictObject({ kind: z.enum(WATCH_KINDS), key: z.string().min(1) }))
    .min(1)
    .max(MOST),
  reason: Reason,
});

/** A watch, as the API gives it. */
export const WatchRecord = z
  .object({
    kind: z.enum(WATCH_KINDS),
    key: z.string(),
    data: z.unknown().meta({ description: "What is remembered; each kind has its own shape." }),
    runs: z.record(z.string(), z.int()).meta({
      description: "The runs that did what is remembered, and when (Unix milliseconds).",
    }),
    changedBy: z.string().meta({ description: "A run's id, or a person's email." }),
    changedAt: z.int().meta({ description: "Unix milliseconds." }),
  })
  .meta({ id: "Watch" });

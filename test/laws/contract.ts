// Reads the contract of the governance API for tests of its use: schemas, properties of objects, and enumerations.
import { readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { root } from "../../src/cli/shared/bundle.ts";

type Schema = z.core.$ZodType;

/** An export of the contract, with its name and the name of its file without `.ts`. */
export interface Exported {
  readonly file: string;
  readonly name: string;
  readonly value: unknown;
}

const folder = root("src/governance/contract");

export const exported: readonly Exported[] = (
  await Promise.all(
    readdirSync(folder).map(async (file) => {
      const module: Record<string, unknown> = await import(pathToFileURL(`${folder}/${file}`).href);
      return Object.entries(module).map(([name, value]) => ({ file: file.replace(".ts", ""), name, value }));
    }),
  )
).flat();

export const isSchema = (value: unknown): value is Schema => value instanceof z.core.$ZodType;

/**
 * Visits a schema and all schemas inside it, each with its path: `searchUsers.refs`. A list has the path of its
 * elements.
 */
function visit(place: string, schema: Schema, each: (place: string, schema: z.core.$ZodTypes) => void): void {
  each(place, schema as z.core.$ZodTypes);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "object")
    for (const [member, inner] of Object.entries(def.shape)) visit(`${place}.${member}`, inner, each);
  else if (def.type === "array") visit(place, def.element, each);
  else if (def.type === "union") for (const one of def.options) visit(place, one, each);
  else if (def.type === "pipe") visit(place, def.in, each);
  else if ("innerType" in def) visit(place, def.innerType, each);
}

/**
 * Returns the values of each enumeration in a schema by its path. For a text that can have other values, these are its
 * examples.
 */
export function enumerationsIn(place: string, schema: Schema): ReadonlyMap<string, readonly unknown[]> {
  const found = new Map<string, readonly unknown[]>();
  visit(place, schema, (at, one) => {
    const { def } = one._zod;
    const { examples } = z.globalRegistry.get(one) ?? {};
    const values = def.type === "enum" ? Object.values(def.entries) : examples;
    if (Array.isArray(values)) found.set(at, values);
  });
  return found;
}

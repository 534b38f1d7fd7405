// Compiles test/fixtures/ocsf.schema.json from the published OCSF schema: JSON Schemas of the classes of Reeve's
// events.
// Run it with the tag checked out: node test/evidence/compile-ocsf.ts ../ocsf-schema > test/fixtures/ocsf.schema.json
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

/** The classes, by their files. */
const CLASSES = ["base_event", "iam/entity_management", "application/api_activity"];
/**
 * The objects in Reeve's events. All others are rejected, even if the schema allows them, which keeps the file small.
 */
const OBJECTS = new Set(
  "actor api managed_entity metadata network_endpoint product request resource_details response service user".split(
    " ",
  ),
);

interface Attribute {
  readonly type?: string;
  readonly is_array?: boolean;
  readonly requirement?: string;
  readonly enum?: Readonly<Record<string, { readonly caption: string }>>;
  readonly sibling?: string;
  readonly profile?: string | null;
  readonly regex?: string;
}
interface Declared {
  readonly name: string;
  readonly caption: string;
  readonly extends?: string;
  readonly uid?: number;
  readonly category?: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly constraints?:
    | Partial<Readonly<Record<"at_least_one" | "just_one", readonly string[]>>>
    | undefined;
}

const [folder = "."] = process.argv.slice(2);
const read = (path: string) => JSON.parse(readFileSync(join(folder, path), "utf8"));
const dictionary = read("dictionary.json");
const categories = read("categories.json").attributes;

/** Reads a class or an object with everything that it inherits. */
function inherit(kind: "objects" | "events", path: string): Declared {
  const own: Declared = read(`${kind}/${path}.json`);
  const { $include: _, ...attributes } = own.attributes as Record<string, Attribute>;
  if (own.extends === undefined) return { ...own, attributes };
  const parent = inherit(kind, kind === "objects" ? own.extends : findParent(own.extends, path));
  const merged: Record<string, Attribute> = { ...parent.attributes };
  for (const [name, attribute] of Object.entries(attributes)) {
    const before = merged[name] ?? {};
    merged[name] = { ...before, ...attribute, enum: { ...before.enum, ...attribute.enum } };
  }
  return { ...parent, ...own, attributes: merged, constraints: own.constraints ?? parent.constraints };
}

const findParent = (name: string, path: string) =>
  name === "base_event" ? name : `${path.split("/")[0]}/${name}`;

function describe(name: string, own: Attribute): object | false {
  const declared: Attribute = dictionary.attributes[name];
  const type = own.type ?? declared.type ?? "";
  const item = describeType(type, { ...declared.enum, ...own.enum });
  return item && (own.is_array ?? declared.is_array) ? { type: "array", items: item } : item;
}

function describeType(type: string, values: NonNullable<Attribute["enum"]>): object | false {
  const basic = dictionary.types.attributes[type];
  if (type === "json_t") return {};
  if (type === "object") return { type: "object" };
  if (!basic) return OBJECTS.has(type) ? { $ref: `#/$defs/${type}` } : false;
  const json = { integer_t: "integer", long_t: "integer", float_t: "number", boolean_t: "boolean" }[
    (basic.type ?? type) as string
  ];
  const known = Object.keys(values);
  return {
    type: json ?? "string",
    ...(basic.regex && { pattern: basic.regex }),
    ...(known.length > 0 && { enum: json === "integer" ? known.map(Number) : known }),
  };
}

function toSchema({ attributes, constraints }: Declared, own: Readonly<Record<string, object>> = {}) {
  // Attributes of profiles are only for events that name the profile, and none of Reeve's events does.
  const named = Object.entries(attributes).filter(([, { profile = null }]) => profile === null);
  const any = (names: readonly string[]) => names.map((name) => ({ required: [name] }));
  return {
    type: "object",
    additionalProperties: false,
    required: named.filter(([, { requirement }]) => requirement === "required").map(([name]) => name),
    ...(constraints?.at_least_one && { anyOf: any(constraints.at_least_one) }),
    ...(constraints?.just_one && { oneOf: any(constraints.just_one) }),
    properties: { ...Object.fromEntries(named.map(([name, one]) => [name, describe(name, one)])), ...own },
  };
}

const classes = CLASSES.map((path) => {
  const declared = inherit("events", path);
  const category = categories[declared.category ?? ""]?.uid ?? 0;
  const uid = declared.uid === undefined ? 0 : category * 1_000 + declared.uid;
  const activities = Object.entries({
    ...dictionary.attributes.activity_id.enum,
    ...declared.attributes["activity_id"]?.enum,
  } as NonNullable<Attribute["enum"]>);
  const schema = toSchema(declared, {
    class_uid: { const: uid },
    category_uid: { const: category },
    class_name: { const: declared.caption },
  });
  // Class and activity determine the type, and the activity its caption, except for "Other", whose caption the source
  // chooses.
  const pairs = activities.map(([id, { caption }]) => ({
    properties: {
      activity_id: { const: Number(id) },
      type_uid: { const: uid * 100 + Number(id) },
      ...(id !== "99" && { activity_name: { const: caption } }),
    },
  }));
  return { ...schema, oneOf: pairs };
});

const $defs = Object.fromEntries(Array.from(OBJECTS, (name) => [name, toSchema(inherit("objects", name))]));
const { version } = read("version.json");
process.stdout.write(
  `${JSON.stringify({ $comment: `OCSF ${version}, github.com/ocsf/ocsf-schema (Apache-2.0)`, version, oneOf: classes, $defs })}\n`,
);

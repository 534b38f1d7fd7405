import * as z from "zod";
import { type Json, jsonSchema } from "../base/json-schema.ts";
import { type ProblemCode, problems } from "../base/problem.ts";
import type { Endpoint } from "../console/endpoint.ts";
import { endpoints } from "../console/endpoints.ts";
import { OPEN_METRICS_TYPE } from "../console/open-metrics.ts";
import { sources } from "../systems/index.ts";
import { Told } from "../systems/reading/normalized.ts";
import { ProblemDocument } from "./problem-response.ts";

const Accepted = z.object({ event: z.string().meta({ description: "Id of the event it led to." }) });
const accepted = (description: string) => ({ description, type: "application/json", schema: Accepted });

/** The front door, which hooks.ts serves. */
const takeDelivery: Endpoint = {
  id: "takeDelivery",
  method: "POST",
  path: "/hooks/{source}",
  summary: "Takes one delivery of a sender; each sender signs in its own way",
  access: "signed",
  params: { source: z.enum(Array.from(sources.keys())) },
  body: z.union([Told, z.unknown().meta({ description: "What the sender documents, 1 MiB at most." })]),
  answers: {
    200: accepted("Taken before; nothing is done twice."),
    202: accepted("Stored. What comes of it is on record under this id."),
  },
  problems: [
    "unknown_source",
    "source_not_configured",
    "request_invalid",
    "delivery_refused",
    "delivery_too_large",
    "delivery_malformed",
    "desk_unavailable",
  ],
};

const text = (description: string, type: string) => ({ description, type, schema: z.string() });

/** What operators' own programs ask. */
const forMonitors: readonly Endpoint[] = [
  {
    id: "getHealth",
    method: "GET",
    path: "/healthz",
    summary: "Whether Reeve can take deliveries in and work on them",
    access: "open",
    answers: {
      200: text("It can.", "text/plain"),
      503: text("It can't: a desk or Control does not answer, or the cron is late.", "text/plain"),
    },
    problems: [],
  },
  {
    id: "getMetrics",
    method: "GET",
    path: "/metrics",
    summary: "Reeve's figures, as OpenMetrics 1.0",
    access: "metrics",
    answers: { 200: text("The figures; what can't be reached is left out.", OPEN_METRICS_TYPE) },
    problems: [],
  },
];

const REFUSALS_BY_ACCESS = {
  "signed-in": ["access_denied", "role_missing", "access_not_configured", "foreign_origin"],
  metrics: ["access_denied", "access_not_configured"],
  signed: [],
  open: [],
} as const satisfies Record<Endpoint["access"], readonly ProblemCode[]>;

/** A script sends an Access service token; a browser that is signed in, the cookie of Access. */
const SECURITY_BY_ACCESS = {
  "signed-in": [{ accessClientId: [], accessClientSecret: [] }, { accessCookie: [] }],
  metrics: [{ accessClientId: [], accessClientSecret: [] }, { accessCookie: [] }, { metricsToken: [] }],
  signed: [],
  open: [],
} as const satisfies Record<Endpoint["access"], readonly Json[]>;

/**
 * Reeve's own HTTP interface as an OpenAPI 3.1 document, made from the schemas that the routes check with.
 * @param origin The address it is asked at.
 */
export function openApiDocument(origin: string): Json {
  const schemas: Record<string, unknown> = {};
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of [takeDelivery, ...forMonitors, ...endpoints]) {
    const item = paths[endpoint.path] ?? {};
    item[endpoint.method.toLowerCase()] = describe(endpoint, schemas);
    paths[endpoint.path] = item;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Reeve",
      version: "0.1.0",
      description: "Deliveries come in at /hooks; /api reads what is on record.",
    },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        metricsToken: { type: "http", scheme: "bearer" },
        accessClientId: { type: "apiKey", in: "header", name: "CF-Access-Client-Id" },
        accessClientSecret: { type: "apiKey", in: "header", name: "CF-Access-Client-Secret" },
        accessCookie: { type: "apiKey", in: "cookie", name: "CF_Authorization" },
      },
    },
  };
}

function describe(endpoint: Endpoint, schemas: Record<string, unknown>): Json {
  const { id, summary, access, params = {}, query, body, answers } = endpoint;
  const required = (name: string) => !query?.shape[name]?.safeParse(undefined).success;
  const { properties = {} } = query ? (jsonSchema(query, "input", schemas) as { properties?: Json }) : {};
  const parameters = [
    ...Object.entries(params).map(([name, schema]) =>
      parameter("path", name, true, jsonSchema(schema, "input", schemas)),
    ),
    ...Object.entries(properties).map(([name, schema]) =>
      parameter("query", name, required(name), schema as Json),
    ),
  ];
  return {
    operationId: id,
    summary,
    security: SECURITY_BY_ACCESS[access],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, ...content("application/json", jsonSchema(body, "input", schemas)) },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, { description, type, schema }]) => [
          status,
          { description, ...content(type, jsonSchema(schema, "output", schemas)) },
        ]),
      ),
      ...refusals([...endpoint.problems, ...REFUSALS_BY_ACCESS[access], "internal"], schemas),
    },
  };
}

function parameter(place: "path" | "query", name: string, required: boolean, schema: Json): Json {
  const { description, ...rest } = schema;
  return { name, in: place, required, ...(description !== undefined && { description }), schema: rest };
}

/** One response for each status, which says what problems it may be. */
function refusals(codes: readonly ProblemCode[], schemas: Record<string, unknown>): Json {
  const schema = jsonSchema(ProblemDocument, "output", schemas);
  const byStatus = Object.groupBy(codes, (code) => problems[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, same = []]) => [
      status,
      {
        description: same.map((code) => `\`${code}\`: ${problems[code].public}`).join(" "),
        ...content("application/problem+json", schema),
      },
    ]),
  );
}

const content = (type: string, schema: Json): Json => ({ content: { [type]: { schema } } });

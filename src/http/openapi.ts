// Reeve's own HTTP interface as an OpenAPI document, made from its routes' declarations.
import type { Context } from "hono";
import { content, describeParameter, type Json, jsonSchema } from "../base/json-schema.ts";
import { type ProblemCode, problems } from "../base/problem.ts";
import { routes } from "../console/api/index.ts";
import type { Endpoint } from "../console/api/route.ts";
import { getHealth } from "./health.ts";
import { takeDelivery } from "./hooks.ts";
import { getMetrics } from "./metrics.ts";
import { ProblemDocument } from "./refuse.ts";

/** Scripts send an Access service token; signed-in browsers send Access's cookie. */
const SIGN_INS: readonly Json[] = [{ accessClientId: [], accessClientSecret: [] }, { accessCookie: [] }];
const NOT_SIGNED_IN = ["access_denied", "access_not_configured", "access_unavailable"] as const;

/** What lets a request in, and the refusals of those that it does not. */
const ACCESS: Record<
  Endpoint["access"],
  { readonly security: readonly Json[]; readonly refuses: readonly ProblemCode[] }
> = {
  "signed-in": {
    security: SIGN_INS,
    refuses: [...NOT_SIGNED_IN, "role_missing", "foreign_origin", "ledger_unavailable"],
  },
  metrics: { security: [...SIGN_INS, { metricsToken: [] }], refuses: NOT_SIGNED_IN },
  signed: { security: [], refuses: [] },
  open: { security: [], refuses: [] },
};

/**
 * Reeve's own HTTP interface as an OpenAPI 3.1 document, made from the schemas that its routes validate with.
 * @param origin The address of this Reeve
 */
export function openApiDocument(origin: string): Json {
  const schemas: Record<string, unknown> = {};
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of [takeDelivery, getHealth, getMetrics, ...routes]) {
    const item = paths[endpoint.path] ?? {};
    item[endpoint.method.toLowerCase()] = describe(endpoint, schemas);
    paths[endpoint.path] = item;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Reeve",
      version: "1.0.0",
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

export const openApi = (c: Context): Response => c.json(openApiDocument(new URL(c.req.url).origin));

function describe(endpoint: Endpoint, schemas: Record<string, unknown>): Json {
  const { id, summary, access, role, params = {}, query, body, answers } = endpoint;
  const required = (name: string) => !query?.shape[name]?.safeParse(undefined).success;
  const { properties = {} } = query ? (jsonSchema(query, "input", schemas) as { properties?: Json }) : {};
  const parameters = [
    ...Object.entries(params).map(([name, schema]) =>
      describeParameter("path", name, true, jsonSchema(schema, "input", schemas)),
    ),
    ...Object.entries(properties).map(([name, schema]) =>
      describeParameter("query", name, required(name), schema as Json),
    ),
  ];
  return {
    operationId: id,
    summary,
    ...(role !== undefined && { description: `Needs the role ${role}.` }),
    security: ACCESS[access].security,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        ...content("application/json", jsonSchema(body, "input", schemas)),
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, { description, type, schema }]) => [
          status,
          { description, ...content(type, jsonSchema(schema, "output", schemas)) },
        ]),
      ),
      ...refusals([...endpoint.problems, ...ACCESS[access].refuses, "internal"], schemas),
    },
  };
}

/** One response for each status, with its possible problems. */
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

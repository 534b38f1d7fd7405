// Describes Reeve's own HTTP interface as an OpenAPI document, made from its routes' declarations.
import type { Context } from "hono";
import { type Endpoint, type Json, writeOpenApi } from "../base/openapi.ts";
import { type ProblemCode, problems } from "../base/problem.ts";
import { routes } from "../console/api/index.ts";
import { getHealth } from "./health.ts";
import { takeDelivery } from "./hooks.ts";
import { getMetrics } from "./metrics.ts";
import { ProblemDocument } from "./refuse.ts";

/** Credentials of signed-in clients: scripts send an Access service token, and browsers send Access's cookie. */
const SIGN_INS: readonly Json[] = [{ accessClientId: [], accessClientSecret: [] }, { accessCookie: [] }];
const NOT_SIGNED_IN = ["access_denied", "access_not_configured", "access_unavailable"] as const;

/** The credentials that each kind of access accepts, and the problem codes of rejected requests. */
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
 * Returns the OpenAPI 3.1 document of Reeve's own HTTP interface, made from the declarations of its routes.
 * @param origin The origin of the URL at which Reeve is deployed
 */
export const openApiDocument = (origin: string): Json =>
  writeOpenApi(
    {
      info: {
        title: "Reeve",
        version: "1.0.0",
        description: "Senders deliver events to /hooks. Clients read the ledger and make decisions at /api.",
      },
      servers: [{ url: origin }],
      securitySchemes: {
        metricsToken: { type: "http", scheme: "bearer" },
        accessClientId: { type: "apiKey", in: "header", name: "CF-Access-Client-Id" },
        accessClientSecret: { type: "apiKey", in: "header", name: "CF-Access-Client-Secret" },
        accessCookie: { type: "apiKey", in: "cookie", name: "CF_Authorization" },
      },
    },
    [takeDelivery, getHealth, getMetrics, ...routes].map((endpoint: Endpoint) => {
      const { access, role, answers, problems } = endpoint;
      const { security, refuses } = ACCESS[access];
      return {
        ...endpoint,
        ...(role !== undefined && { description: `Requires the role ${role}.` }),
        security,
        answers: { ...answers, ...refusals([...problems, ...refuses, "internal"]) },
      };
    }),
    { query: "input", answer: "output" },
  );

export const openApi = (c: Context): Response => c.json(openApiDocument(new URL(c.req.url).origin));

/** Returns one response for each status, with its possible problems. */
function refusals(codes: readonly ProblemCode[]): Endpoint["answers"] {
  const byStatus = Object.groupBy(codes, (code) => problems[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, same = []]) => [
      status,
      {
        description: same.map((code) => `\`${code}\`: ${problems[code].public}`).join(" "),
        type: "application/problem+json",
        schema: ProblemDocument,
      },
    ]),
  );
}

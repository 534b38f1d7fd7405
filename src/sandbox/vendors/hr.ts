// Simulates the APIs of the HR systems from which Reeve reads workers. This file is written from the documentation that
// src/systems names, and shares no code with src/systems. In the local stack, the APIs have the people of the sample
// tenant; tests provide records.
import { isObject, valueAt } from "../../systems/reading/json.ts";
import { refreshTokens } from "./refresh-tokens.ts";
import { basic, serve, tokenFor, type Vendor } from "./serve.ts";
import { type SampleWorker, workerAt } from "./worker.ts";

type Find = (key: string) => unknown;

interface HrApi {
  readonly variables: (url: string) => Readonly<Record<string, string>>;
  readonly answers: (find?: Find) => Vendor;
}

/** Defines an HR system's API. @param write Converts a worker of the sample tenant to the API's format */
const hrApi = (
  variables: HrApi["variables"],
  write: (worker: SampleWorker) => unknown,
  rules: (find: Find) => Vendor,
): HrApi => ({
  variables,
  answers: (
    find = (id) => {
      const worker = workerAt(id);
      return worker && write(worker);
    },
  ) => rules(find),
});

const findManager = ({ managerId }: SampleWorker): SampleWorker | null =>
  managerId === null ? null : workerAt(managerId);

const BAMBOOHR_KEY = "local-bamboohr-api-key";
/** BambooHR's API v1. It returns the requested fields and the id. */
export const bamboohr = hrApi(
  (url) => ({ BAMBOOHR_URL: url, BAMBOOHR_API_KEY: BAMBOOHR_KEY }),
  (worker) => ({
    displayName: worker.name,
    workEmail: worker.email,
    department: worker.department,
    jobTitle: worker.jobTitle,
    supervisorEId: worker.managerId,
    status: worker.leftOn ? "Inactive" : "Active",
    hireDate: worker.hiredOn,
    terminationDate: worker.leftOn ?? "0000-00-00",
  }),
  (find) =>
    ({ method, path, query, headers }) => {
      if (headers["authorization"] !== basic(BAMBOOHR_KEY, "x")) return { status: 401 };
      const [, id = ""] = path.match(/^\/api\/v1\/employees\/(\d+)$/) ?? [];
      const employee = find(id);
      if (method !== "GET" || !isObject(employee)) return null;
      const fields = (query["fields"] ?? "").split(",").filter((name) => Object.hasOwn(employee, name));
      if (fields.length > 400) return { status: 400 };
      return {
        status: 200,
        body: { id, ...Object.fromEntries(fields.map((name) => [name, employee[name]])) },
      };
    },
);

const HIBOB_USER = "SERVICE-1";
const HIBOB_TOKEN = "local-hibob-api-token";
/** HiBob's API v1: searches people by id. It omits unknown people without an error. */
export const hibob = hrApi(
  (url) => ({ HIBOB_URL: url, HIBOB_USER_ID: HIBOB_USER, HIBOB_API_TOKEN: HIBOB_TOKEN }),
  (worker) => {
    const manager = findManager(worker);
    return {
      ...valuesAt({
        "/root/id": worker.id,
        "/root/fullName": worker.name,
        "/root/email": worker.email,
        "/work/startDate": worker.hiredOn,
        "/work/reportsTo": manager && { id: manager.id, displayName: manager.name, email: manager.email },
        "/internal/status": worker.leftOn ? "Inactive" : "Active",
        "/internal/terminationDate": worker.leftOn,
      }),
      humanReadable: { work: { department: worker.department, title: worker.jobTitle } },
    };
  },
  (find) =>
    ({ method, path, headers, body }) => {
      if (headers["authorization"] !== basic(HIBOB_USER, HIBOB_TOKEN)) return { status: 401 };
      if (method !== "POST" || path !== "/v1/people/search") return null;
      const filters = valueAt(body, "filters");
      const [filter] = Array.isArray(filters) ? filters : [];
      const wanted = valueAt(filter, "values");
      if (
        !Array.isArray(valueAt(body, "fields")) ||
        !Array.isArray(wanted) ||
        valueAt(filter, "fieldPath") !== "root.id" ||
        valueAt(filter, "operator") !== "equals"
      )
        return { status: 400, body: { error: "invalid search" } };
      return { status: 200, body: { employees: wanted.flatMap((id) => find(String(id)) ?? []) } };
    },
);

const valuesAt = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).map(([path, value]) => [path, { value }]));

const PERSONIO = { PERSONIO_CLIENT_ID: "papi-1", PERSONIO_CLIENT_SECRET: "local-personio-client-secret" };
/** Personio's API v2: returns the object at an address to callers with a token. */
export const personio: HrApi = {
  variables: (url) => ({ PERSONIO_URL: url, ...PERSONIO }),
  answers:
    (find = personioRecord) =>
    ({ method, path, query, headers, body }) => {
      const { PERSONIO_CLIENT_ID: id, PERSONIO_CLIENT_SECRET: secret } = PERSONIO;
      if (path === "/v2/auth/token") return tokenFor(method, body, id, secret, "personio-token");
      if (headers["authorization"] !== "Bearer personio-token") return { status: 401 };
      const found = find(path);
      if (method !== "GET" || !found) return null;
      if (path.startsWith("/v2/org-units/") && query["type"] !== "department") return { status: 400 };
      return { status: 200, body: found };
    },
};

function personioRecord(path: string): unknown {
  const [, , kind, id = "", more] = path.split("/");
  // A department's id is its name.
  if (kind === "org-units") return { id, type: "department", name: decodeURIComponent(id) };
  const worker = kind === "persons" ? workerAt(id) : null;
  if (!worker) return null;
  const status = worker.leftOn ? "INACTIVE" : "ACTIVE";
  const { firstName, lastName, email, department, jobTitle, hiredOn, leftOn, managerId } = worker;
  if (more !== "employments") return { id, email, first_name: firstName, last_name: lastName, status };
  const employment = {
    status,
    employment_start_date: hiredOn,
    position: { title: jobTitle },
    supervisor: managerId && { id: managerId },
    org_units: [{ type: "department", id: department }],
    termination: { termination_date: leftOn },
  };
  return { _data: [employment] };
}

const GUSTO_CLIENT = {
  id: "local-gusto-client",
  secret: "local-gusto-client-secret",
  // Valid only for this process: refresh tokens of earlier processes no longer work.
  first: `local-gusto-refresh-token-${crypto.randomUUID()}`,
};
/** The application's minimum API version. Older versions are rejected. */
const GUSTO_LEAST_VERSION = "2024-04-01";
export const gusto = hrApi(
  (url) => ({
    GUSTO_URL: url,
    GUSTO_CLIENT_ID: GUSTO_CLIENT.id,
    GUSTO_CLIENT_SECRET: GUSTO_CLIENT.secret,
    GUSTO_REFRESH_TOKEN: GUSTO_CLIENT.first,
  }),
  (worker) => ({
    uuid: worker.id,
    first_name: worker.firstName,
    last_name: worker.lastName,
    work_email: worker.email,
    department: worker.department,
    manager_uuid: worker.managerId,
    terminated: worker.leftOn !== null,
    jobs: [{ primary: true, title: worker.jobTitle, hire_date: worker.hiredOn }],
    terminations: worker.leftOn === null ? [] : [{ active: true, effective_date: worker.leftOn }],
  }),
  (find) => {
    const tokens = refreshTokens(GUSTO_CLIENT);
    return ({ method, path, headers, body }) => {
      if (path === "/oauth/token") return tokens.exchange(method, body);
      if (!tokens.accepts(headers["authorization"])) return { status: 401 };
      const version = headers["x-gusto-api-version"] ?? GUSTO_LEAST_VERSION;
      if (!/^\d{4}-\d\d-\d\d$/.test(version) || version < GUSTO_LEAST_VERSION) return { status: 406 };
      const [, id = ""] = path.match(/^\/v1\/employees\/([\w-]+)$/) ?? [];
      const employee = find(id);
      return method === "GET" && employee ? { status: 200, body: employee } : null;
    };
  },
);

const MERGE_KEY = "local-merge-api-key";
const MERGE_ACCOUNT = "local-merge-account-token";
/** Merge's API for HR systems. The manager and team are ids unless they are expanded. */
export const merge = hrApi(
  (url) => ({ MERGE_URL: url, MERGE_API_KEY: MERGE_KEY, MERGE_ACCOUNT_TOKEN: MERGE_ACCOUNT }),
  (worker) => {
    const manager = findManager(worker);
    return {
      id: worker.id,
      display_full_name: worker.name,
      work_email: worker.email,
      team: { id: worker.department, name: worker.department },
      manager: manager && { id: manager.id, display_full_name: manager.name, work_email: manager.email },
      employments: [{ job_title: worker.jobTitle, effective_date: worker.hiredOn }],
      start_date: midnight(worker.hiredOn),
      employment_status: worker.leftOn ? "INACTIVE" : "ACTIVE",
      termination_date: worker.leftOn && midnight(worker.leftOn),
    };
  },
  (find) =>
    ({ method, path, query, headers }) => {
      if (headers["authorization"] !== `Bearer ${MERGE_KEY}`) return { status: 401 };
      if (headers["x-account-token"] !== MERGE_ACCOUNT) return { status: 401 };
      const [, id = ""] = path.match(/^\/api\/hris\/v1\/employees\/([\w-]+)$/) ?? [];
      const employee = find(id);
      if (method !== "GET" || !isObject(employee)) return null;
      const expanded = (query["expand"] ?? "").split(",");
      const shrunk = ["manager", "team"].filter((name) => !expanded.includes(name));
      const ids = Object.fromEntries(shrunk.map((name) => [name, valueAt(employee, name, "id") ?? null]));
      return { status: 200, body: { ...employee, ...ids } };
    },
);

const midnight = (day: string): string => `${day}T00:00:00Z`;

const MICROSOFT = {
  MICROSOFT_TENANT_ID: "84bd8158-6d4d-4958-8b9f-9d6445542f95",
  MICROSOFT_CLIENT_ID: "5d0b7f0e-0f1c-4a55-8f61-3d1c7d2b9a10",
  MICROSOFT_CLIENT_SECRET: "local-microsoft-client-secret",
};
/** Microsoft Graph v1.0: returns users, resumes lifecycle workflows, and includes the token endpoint. */
export const entra = hrApi(
  (url) => ({ MICROSOFT_GRAPH_URL: url, MICROSOFT_LOGIN_URL: url, ...MICROSOFT }),
  (worker) => ({
    ...graphUser(worker),
    department: worker.department,
    jobTitle: worker.jobTitle,
    accountEnabled: worker.leftOn === null,
    employeeHireDate: midnight(worker.hiredOn),
    employeeLeaveDateTime: worker.leftOn && midnight(worker.leftOn),
    manager: graphUser(findManager(worker)),
  }),
  (find) =>
    ({ method, path, query, headers, body }) => {
      const {
        MICROSOFT_TENANT_ID: tenant,
        MICROSOFT_CLIENT_ID: client,
        MICROSOFT_CLIENT_SECRET: secret,
      } = MICROSOFT;
      if (path === `/${tenant}/oauth2/v2.0/token`) {
        if (!/^https?:\/\/[^/]+\/\.default$/.test(String(valueAt(body, "scope")))) return { status: 400 };
        return tokenFor(method, body, client, secret, "graph-token");
      }
      if (headers["authorization"] !== "Bearer graph-token") return { status: 401 };
      if (/^\/v1\.0\/identityGovernance\/lifecycleWorkflows\/workflows\/.+\/resume$/.test(path)) {
        const status = String(valueAt(body, "data", "operationStatus"));
        const isCallback = valueAt(body, "type") === "lifecycleEvent" && Boolean(valueAt(body, "source"));
        return { status: method === "POST" && isCallback && /^(Completed|Failed)$/.test(status) ? 204 : 400 };
      }
      // The id, or the user name.
      const [, id = ""] = path.match(/^\/v1\.0\/users\/([\w.%@-]+)$/) ?? [];
      const user = find(decodeURIComponent(id));
      if (method !== "GET") return null;
      if (!isObject(user)) return { status: 404, body: { error: { code: "Request_ResourceNotFound" } } };
      const names = [...(query["$select"] ?? "id").split(","), ...(query["$expand"] ? ["manager"] : [])];
      return {
        status: 200,
        body: Object.fromEntries(names.flatMap((name) => (name in user ? [[name, user[name]]] : []))),
      };
    },
);

const graphUser = (worker: SampleWorker | null) =>
  worker && { id: worker.id, displayName: worker.name, mail: worker.email, userPrincipalName: worker.email };

const ALL: readonly HrApi[] = [bamboohr, hibob, personio, gusto, merge, entra];

/**
 * Serves these APIs with the people of the sample tenant.
 * @param own Variables that are already set: a configured system is not replaced
 * @returns the variables with which Reeve calls the APIs
 */
export async function startHrApis(own: Readonly<Record<string, string>>) {
  const wanted = ALL.filter(({ variables }) => !Object.keys(variables("")).some((name) => name in own));
  const served = await Promise.all(
    wanted.map(async ({ variables, answers }) => {
      const { url, stop } = await serve(answers());
      return { variables: variables(url), stop };
    }),
  );
  return {
    variables: Object.assign({}, ...served.map(({ variables }) => variables)) as Record<string, string>,
    stop: () => Promise.all(served.map(({ stop }) => stop())),
  };
}

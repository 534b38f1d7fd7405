// Simulates the APIs of the HR systems from which Reeve reads workers. The responses in hr.json are written from the
// documentation that src/systems names; each `{{…}}` in them is a placeholder for a value of the worker. In the local
// stack, the APIs have the people of the sample tenant; tests provide their own records.
import { addDays } from "../../base/days.ts";
import { basic } from "../../systems/api/api.ts";
import { isObject, valueAt } from "../../systems/reading/json.ts";
import { people } from "../tenant/seed/people.ts";
import { samples } from "../tenant/seed/samples.ts";
import recordings from "./hr.json" with { type: "json" };
import { refreshTokens } from "./refresh-tokens.ts";
import { serve, tokenFor, type Vendor, type VendorRequest } from "./serve.ts";

/** The rules by which an HR system's API is simulated. */
interface Rules {
  /** The variables with the API's address. */
  readonly urls: readonly string[];
  readonly credential: Readonly<Record<string, string>>;
  /** The headers that every request must have. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Makes the vendor that handles a request before a record is looked up: it responds to requests that read no record,
   * such as token requests, and rejects requests without a token.
   * @default none
   */
  readonly first?: () => Vendor;
  /** Returns the path of the requested record in hr.json. @default the request's path, for GET requests */
  readonly path?: (request: VendorRequest) => string | undefined;
  /** Returns the response body for a record. @default the record */
  readonly write?: (record: Readonly<Record<string, unknown>>, query: VendorRequest["query"]) => unknown;
}

const hrApi = (system: keyof typeof recordings, rules: Rules) => ({
  variables: (url: string): Readonly<Record<string, string>> => ({
    ...Object.fromEntries(rules.urls.map((variable) => [variable, url])),
    ...rules.credential,
  }),
  /** Makes the simulated API. @param find Returns the record at a path. @default the sample tenant's */
  answers:
    (
      find = (path: string): unknown => readSample(recordings[system], path),
      first = rules.first?.(),
    ): Vendor =>
    (request) => {
      const { headers = {}, path = ({ method, path }) => (method === "GET" ? path : undefined) } = rules;
      if (Object.entries(headers).some(([name, value]) => request.headers[name] !== value))
        return { status: 401 };
      const answered = first?.(request);
      if (answered) return answered;
      const at = path(request);
      const record = at === undefined ? null : find(at);
      const { write = (record) => record } = rules;
      return isObject(record) ? { status: 200, body: write(record, request.query) } : null;
    },
});

/**
 * Finds the recording at a path, and fills it with the values of the worker whose `id` is in the path, or with the
 * path's parameter if that is not named `id`. Returns `null` if the recording or the worker does not exist.
 */
function readSample(recorded: Readonly<Record<string, unknown>>, path: string): unknown {
  for (const [pattern, template] of Object.entries(recorded)) {
    const groups = path.match(`^${pattern.replace(/\{(\w+)\}/, "(?<$1>[^/]+)")}$`)?.groups;
    if (!groups) continue;
    const [[name, encoded = ""] = ["id"]] = Object.entries(groups);
    const value = decodeURIComponent(encoded);
    const values = name === "id" ? workerAt(value) : { [name]: value };
    return values && fill(template, values);
  }
  return null;
}

const fill = (template: unknown, values: Readonly<Record<string, unknown>>): unknown =>
  JSON.parse(JSON.stringify(template), (_, text) => {
    const [, name, rest = ""] = /^\{\{(\w+)\}\}(.*)$/.exec(String(text)) ?? [];
    if (name === undefined) return text;
    const value = values[name] ?? null;
    return rest === "" || value === null ? value : `${value}${rest}`;
  });

/** Selects properties. @param names Joined by commas */
const select = (record: Readonly<Record<string, unknown>>, names = "") =>
  Object.fromEntries(names.split(",").flatMap((name) => (name in record ? [[name, record[name]]] : [])));

/** Makes a vendor that responds to token requests, and rejects other requests without the token. */
const signedIn =
  (path: string, id: string, secret: string, token: string): Vendor =>
  (request) => {
    if (request.path === path) return tokenFor(request.method, request.body, id, secret, token);
    return request.headers["authorization"] === `Bearer ${token}` ? null : { status: 401 };
  };

/** BambooHR's API v1. It returns the requested fields and the id. */
export const bamboohr = hrApi("bamboohr", {
  urls: ["BAMBOOHR_URL"],
  credential: { BAMBOOHR_API_KEY: "local-bamboohr-api-key" },
  headers: { authorization: basic("local-bamboohr-api-key", "x") },
  write: (employee, { fields }) => select(employee, `id,${fields}`),
});

/** HiBob's API v1: searches people by id. */
export const hibob = hrApi("hibob", {
  urls: ["HIBOB_URL"],
  credential: { HIBOB_USER_ID: "SERVICE-1", HIBOB_API_TOKEN: "local-hibob-api-token" },
  headers: { authorization: basic("SERVICE-1", "local-hibob-api-token") },
  path: ({ path, body }) => {
    const [filter] = [valueAt(body, "filters")].flat();
    return `${path}/${[valueAt(filter, "values")].flat()}`;
  },
  write: (employee) => ({ employees: [employee] }),
});

/** Personio's API v2. A department's id is its name. */
export const personio = hrApi("personio", {
  urls: ["PERSONIO_URL"],
  credential: { PERSONIO_CLIENT_ID: "papi-1", PERSONIO_CLIENT_SECRET: "local-personio-client-secret" },
  first: () => signedIn("/v2/auth/token", "papi-1", "local-personio-client-secret", "personio-token"),
});

const GUSTO = {
  id: "local-gusto-client",
  secret: "local-gusto-client-secret",
  // Valid only for this process: refresh tokens of earlier processes no longer work.
  first: `local-gusto-refresh-token-${crypto.randomUUID()}`,
};
export const gusto = hrApi("gusto", {
  urls: ["GUSTO_URL"],
  credential: {
    GUSTO_CLIENT_ID: GUSTO.id,
    GUSTO_CLIENT_SECRET: GUSTO.secret,
    GUSTO_REFRESH_TOKEN: GUSTO.first,
  },
  first:
    (tokens = refreshTokens(GUSTO)): Vendor =>
    ({ method, path, headers, body }) => {
      if (path === "/oauth/token") return tokens.exchange(method, body);
      return tokens.accepts(headers["authorization"]) ? null : { status: 401 };
    },
});

/** Merge's API for HR systems. */
export const merge = hrApi("merge", {
  urls: ["MERGE_URL"],
  credential: { MERGE_API_KEY: "local-merge-api-key", MERGE_ACCOUNT_TOKEN: "local-merge-account-token" },
  headers: { authorization: "Bearer local-merge-api-key", "x-account-token": "local-merge-account-token" },
});

const TENANT = "84bd8158-6d4d-4958-8b9f-9d6445542f95";
const APP = "5d0b7f0e-0f1c-4a55-8f61-3d1c7d2b9a10";
const APP_SECRET = "local-microsoft-client-secret";
const graphToken = signedIn(`/${TENANT}/oauth2/v2.0/token`, APP, APP_SECRET, "graph-token");
/**
 * Microsoft Graph v1.0: returns users by id or user name, resumes lifecycle workflows, and includes the token endpoint.
 */
export const entra = hrApi("entra", {
  urls: ["MICROSOFT_GRAPH_URL", "MICROSOFT_LOGIN_URL"],
  credential: {
    MICROSOFT_TENANT_ID: TENANT,
    MICROSOFT_CLIENT_ID: APP,
    MICROSOFT_CLIENT_SECRET: APP_SECRET,
  },
  first: () => (request) => {
    const { method, path, body } = request;
    const answered = graphToken(request);
    if (answered || !/^\/v1\.0\/identityGovernance\/lifecycleWorkflows\/workflows\/.+\/resume$/.test(path))
      return answered;
    const status = String(valueAt(body, "data", "operationStatus"));
    const isCallback = valueAt(body, "type") === "lifecycleEvent" && Boolean(valueAt(body, "source"));
    return { status: method === "POST" && isCallback && /^(Completed|Failed)$/.test(status) ? 204 : 400 };
  },
  write: (user, query) => select(user, `${query["$select"]}${query["$expand"] ? ",manager" : ""}`),
});

const ALL = [bamboohr, hibob, personio, gusto, merge, entra];

/**
 * Serves the HR systems' APIs with the people of the sample tenant.
 * @param own Variables that are already set: a configured system is not replaced
 * @returns the variables with which Reeve calls the APIs, and a function that stops serving them
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

const PEOPLE = 200;

const { ada, nora, hugo, gita } = samples.users;
/**
 * People to whom recordings refer by fixed numbers, with their managers. None of them is the default person of the
 * console.
 */
const NAMED = new Map([
  [118, { ...ada, managerId: nora.id, leaves: false }],
  [121, { ...hugo, managerId: gita.id, leaves: true }],
]);

/**
 * Finds a worker by an email address, or by an id that ends in the worker's number (one to three digits). Number 118 is
 * Ada Marsh, a current employee, and 121 is Hugo Pike, who left yesterday. Any other number is a position in the
 * tenant's list of people. A person who is found by position or email starts today. The people in recordings thus have
 * the status that the recordings report.
 * @returns `null` for an unknown number or email address; `hiredOn` is the first day and `leftOn` the last,
 * `YYYY-MM-DD`, or `null` for a current employee; `managerId` is the system's own id, like `id`, or absent
 */
function workerAt(id: string) {
  const [, family = "", digits = "0"] = /^(.*?)(\d{1,3})$/.exec(id) ?? [];
  const number = Number(digits);
  const everybody = Array.from(people(PEOPLE));
  const known = NAMED.get(number);
  const isWanted = (one: string, handle: string) => one === known?.id || id === `${handle}@example.com`;
  const person = everybody.find((one) => isWanted(one.id, one.handle)) ?? everybody[number - 1];
  if (!person) return null;
  const { displayName, handle, department, jobTitle, joinedDaysAgo } = person;
  const { managerId } = known ?? person;
  const [firstName = "", ...others] = displayName.split(" ");
  const manager = everybody.find((one) => one.id === managerId);
  const today = new Date().toISOString().slice(0, 10);
  const hasLeft = Boolean(known?.leaves);
  const status = hasLeft ? "Inactive" : "Active";
  return {
    ...{ id, firstName, lastName: others.join(" "), name: displayName, email: `${handle}@example.com` },
    ...{ department, jobTitle, status, STATUS: status.toUpperCase(), hasLeft, isEmployed: !hasLeft },
    hiredOn: known ? addDays(today, -joinedDaysAgo) : today,
    leftOn: hasLeft ? addDays(today, -1) : null,
    ...(manager && {
      managerId: `${family}${String(everybody.indexOf(manager) + 1).padStart(3, "0")}`,
      managerName: manager.displayName,
      managerEmail: `${manager.handle}@example.com`,
    }),
  };
}

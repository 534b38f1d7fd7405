// Microsoft Entra ID: receives lifecycle workflows for joiners, movers and leavers, reads users from Microsoft Graph,
// and reports to Graph how a workflow's task ended.
import * as z from "zod";
import { Problem } from "../base/problem.ts";
import { refused } from "../base/result.ts";
import { type Address, defineApi } from "./api/api.ts";
import { HIDDEN_STATUSES, path, readIfFound } from "./api/client.ts";
import { WORKER_EVENTS, type WorkerEvent, type WorkerEventType } from "./event.ts";
import { compact, isObject, type JsonObject, Members, parseJson, textAt, valueAt } from "./reading/json.ts";
import { asAddress, isoTime } from "./reading/text.ts";
import { workerEvent } from "./reading/worker.ts";
import { readFacts, readRecord, type WorkerTable } from "./reading/worker-table.ts";
import { sharedSecret, WHERE_USERS_CHOOSE } from "./schemes/shared-secret.ts";
import { defineSystem, type Malformed } from "./system.ts";

/**
 * The address of Microsoft Graph in the global cloud or in a national cloud. Source:
 * learn.microsoft.com/graph/deployments
 */
const GRAPH: Address = {
  variable: "MICROSOFT_GRAPH_URL",
  hosts:
    "graph.microsoft.com graph.microsoft.us dod-graph.microsoft.us microsoftgraph.chinacloudapi.cn".split(
      " ",
    ),
};

const PERSON = ["id", "displayName", "mail", "userPrincipalName"];
const USER = [
  ...PERSON,
  ...["department", "jobTitle", "accountEnabled", "employeeHireDate", "employeeLeaveDateTime"],
  ...["officeLocation", "country"],
];

const MEMBERS: WorkerTable = {
  active: { at: "accountEnabled", yes: ["true"], no: ["false"], confirms: false },
  hiredOn: "employeeHireDate",
  // "The date and time when the user left or will leave the organization", in UTC:
  // learn.microsoft.com/graph/api/resources/user
  leavesAt: "employeeLeaveDateTime",
  email: "email",
  name: "displayName",
  department: "department",
  jobTitle: "jobTitle",
  manager: { id: "manager.id", name: "manager.displayName", email: "manager.email" },
  fields: {
    userPrincipalName: "userPrincipalName",
    accountEnabled: "accountEnabled",
    employeeHireDate: "employeeHireDate",
    employeeLeaveDateTime: "employeeLeaveDateTime",
    office: "officeLocation",
    country: "country",
  },
};

/**
 * Adds the email addresses of a user and of the user's manager. For a person without `mail`, such as one without a
 * mailbox, the user name is used if it is an address.
 */
const withEmails = ({ manager, ...user }: JsonObject): JsonObject => {
  // In the recycle bin, the user name begins with the user's id.
  const name = asAddress(textAt(user, "userPrincipalName")?.replace(/^[0-9a-f]{32}/, ""));
  const email = textAt(user, "email") ?? textAt(user, "mail") ?? name;
  return { ...user, email, ...(isObject(manager) && { manager: withEmails(manager) }) };
};

/** The body that a custom task extension sends to its Logic App, which forwards it unchanged. */
const LifecycleCall = z.object({
  data: z.looseObject({
    subject: Members.nullish(),
    targetSubject: Members.nullish(),
    taskProcessingResult: z.looseObject({ id: z.string().min(1) }).nullish(),
  }),
});
type LifecycleData = z.infer<typeof LifecycleCall>["data"];

/**
 * Returns the user whom a call is about: `subject`, or `targetSubject` if `subject` has no id. `targetSubject` contains
 * a user, or an object that is about to be provisioned as a user. Such an object's attributes are named like a user's
 * properties. The user is looked up by the object's `userPrincipalName`, because its id is not the user's. Source:
 * learn.microsoft.com/graph/api/resources/identitygovernance-workflowsubject
 */
function readSubject({ subject, targetSubject }: LifecycleData): JsonObject {
  if (!targetSubject || textAt(subject, "id") !== undefined) return subject ?? {};
  const entries = [targetSubject["attributeSetEntries"]].flat();
  const attributes = Object.fromEntries(
    entries.map((one) => [textAt(one, "name") ?? "", valueAt(one, "value")]),
  );
  const user = valueAt(targetSubject, "directoryObject");
  const id = textAt(attributes, "userPrincipalName") ?? targetSubject["id"];
  return { ...attributes, id, ...(isObject(user) && user) };
}

/**
 * Returns true for a path of Graph's lifecycle workflows, such as the documented path that resumes a task. A reply
 * carries our credential and must not be sent to any other path.
 */
const isCallbackPath = (path: string): boolean =>
  /^\/identityGovernance\/lifecycleWorkflows(\/[\w-]+)+$/i.test(path);

function readLifecycleCall(type: WorkerEventType, data: LifecycleData): WorkerEvent | Malformed {
  const subject = withEmails(readSubject(data));
  const id = textAt(subject, "id");
  if (id === undefined) return { detail: "data.subject.id: expected this or `data.targetSubject.id`" };
  const callback = textAt(data, "callbackUriPath");
  const facts = readFacts(CALL_MEMBERS, { ...subject, workflow: data["workflow"], task: data["task"] });
  const callbackUriPath = callback !== undefined && isCallbackPath(callback) ? callback : undefined;
  return workerEvent("entra", id, {
    type,
    occurredAt: isoTime(textAt(data, "taskProcessingResult", "createdDateTime")),
    worker: { ...facts, fields: { ...facts.fields, ...compact({ callbackUriPath }) } },
  });
}

const CALL_MEMBERS: WorkerTable = {
  ...MEMBERS,
  fields: {
    userPrincipalName: "userPrincipalName",
    workflow: "workflow.displayName",
    task: "task.displayName",
  },
};

/**
 * Receives lifecycle workflows of Microsoft Entra ID. A custom task extension can only call a Logic App, whose HTTP
 * action forwards the call with a secret. The call does not contain the workflow's category (joiner, mover or leaver),
 * so the address contains the event: `/hooks/entra?event=worker.terminated`. docs/set-up/senders/entra.md describes
 * the set-up. Source: learn.microsoft.com/entra/id-governance/lifecycle-workflow-extensibility
 */
export const entra = defineSystem({
  name: "entra",
  title: "Microsoft Entra",
  holdsAccounts: true,
  secretVariable: "ENTRA_WEBHOOK_SECRET",
  setUp:
    "Create a Logic App for each lifecycle workflow (joiner, mover, leaver, rehire), with the secret in the header X-Reeve-Secret.",
  ...sharedSecret(WHERE_USERS_CHOOSE),
  parse: (delivery, now) => {
    const named = delivery.url.searchParams.get("event");
    const type = WORKER_EVENTS.find((event) => event === named);
    if (!type) return refused({ detail: `the address: ?event= must be one of ${WORKER_EVENTS.join(", ")}` });
    return parseJson(LifecycleCall, ({ data }) => ({
      id: data.taskProcessingResult?.id ?? null,
      event: readLifecycleCall(type, data),
    }))(delivery, now);
  },
  // learn.microsoft.com/graph/auth-v2-service: the app needs the permission User.Read.All, and
  // LifecycleWorkflows.ReadWrite.All to reply to lifecycle workflows.
  api: defineApi({
    address: GRAPH,
    variables: ["MICROSOFT_TENANT_ID", "MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"],
    end: { maxDays: 730 },
    authorize: ({ MICROSOFT_TENANT_ID, MICROSOFT_CLIENT_ID, MICROSOFT_CLIENT_SECRET }, signIn) =>
      signIn({
        address: {
          variable: "MICROSOFT_LOGIN_URL",
          hosts: ["login.microsoftonline.com", "login.microsoftonline.us", "login.chinacloudapi.cn"],
        },
        path: `/${encodeURIComponent(MICROSOFT_TENANT_ID)}/oauth2/v2.0/token`,
        id: MICROSOFT_CLIENT_ID,
        secret: MICROSOFT_CLIENT_SECRET,
        resource: GRAPH,
      }),
  }),
  /**
   * Reads the user with `GET /v1.0/users/{id}`, or with `GET /v1.0/directory/deletedItems/{id}` if the user was deleted
   * less than 30 days ago. Source: learn.microsoft.com/graph/api/user-get, /directory-deleteditems-get
   */
  complete: async ({ worker, possibleTypes = [] }, client) => {
    const query = { $select: USER.join(), $expand: `manager($select=${PERSON.join()})` };
    const user = await readIfFound(client, path`/v1.0/users/${worker.id}`, { query });
    if (isObject(user)) return readRecord(MEMBERS, withEmails(user));
    const deleted = await readIfFound(client, path`/v1.0/directory/deletedItems/${worker.id}`, {
      // Graph responds with 400 to a user name in place of an id.
      nothing: [400, ...HIDDEN_STATUSES],
    });
    if (isObject(deleted)) return readRecord(MEMBERS, { ...withEmails(deleted), accountEnabled: false });
    if (!possibleTypes.includes("worker.hired")) return null;
    // Graph reports new and deleted users with the same change type, and replicas of the directory lag.
    throw new Problem("sender_unavailable", `entra has no current or deleted user ${worker.id}`);
  },
  /**
   * Resumes the lifecycle workflow task that waits for its result. Graph accepts a status but no text. Only events from
   * such a task contain the path that resumes it. Source:
   * learn.microsoft.com/graph/api/identitygovernance-taskprocessingresult-resume
   */
  replies: {
    needs: ["callbackUriPath"],
    usual: { done: "Completed", notDone: "Failed" },
    async move(client, { fields }, to) {
      const callback = textAt(fields, "callbackUriPath");
      // Check the stored event again: this request carries our credential.
      const no = (fault: string) => new Problem("sender_bad_request", fault);
      if (callback === undefined || !isCallbackPath(callback))
        throw no(`"${callback}" is not a path that resumes a lifecycle workflow`);
      if (to !== "Completed" && to !== "Failed")
        throw no(`a lifecycle workflow ends as Completed or Failed, not as "${to}"`);
      const body = { source: "reeve", type: "lifecycleEvent", data: { operationStatus: to } };
      await client.call({ method: "POST", path: `/v1.0${callback}`, body });
    },
  },
});

import { expect, it } from "vitest";
import { NOW } from "./support/dressed.ts";
import { describeVendor } from "./support/vendor.ts";

const entra = describeVendor("entra");

const ROSA = "2f1c7b64-0b7e-4a35-9d52-6c1f3e5c9050";
const CALLBACK =
  "/identityGovernance/lifecycleWorkflows/workflows/4f36da05-5df8-457d-adb3-b132e7b59571" +
  "/tasks/e07dcdb2-0a77-4ee3-8645-3801fbe1cf9f/taskProcessingResults/6e1ec336-8d06-4386-a377-79dbab1a2eb6/resume";

const joiner = (change: object) => {
  const call = entra.json("joiner");
  Object.assign(call.data, change);
  return call;
};
const targeted = (directoryObject: object) => joiner({ subject: null, targetSubject: { directoryObject } });
const rosa = { subject: `entra:${ROSA}`, worker: { email: "r@example.com" } };
const hired = { query: { event: "worker.hired" } };
const types = ["worker.hired", "worker.changed", "worker.terminated", "worker.returned"] as const;

entra.reads([
  [
    "a provisioning object without a user name",
    joiner({ subject: null, targetSubject: { id: ROSA } }),
    { subject: `entra:${ROSA}` },
    hired,
  ],
  ["a target user", targeted({ id: ROSA, mail: "r@example.com" }), rosa, hired],
  ["a target user without mail", targeted({ id: ROSA, userPrincipalName: "r@example.com" }), rosa, hired],
  ...types.map((event) => [event, "joiner", { type: event }, { query: { event } }] as const),
  [
    "a worker without a manager, and identifies a call without a result by its bytes",
    joiner({ subject: { id: ROSA, email: "", manager: {} }, taskProcessingResult: undefined }),
    { worker: { id: ROSA } },
    { ...hired, id: null, without: ["worker.manager", "worker.email", "worker.name"] },
  ],
  ...(
    [
      ["another path", "/users/1"],
      ["another host", "https://attacker.example.com/identityGovernance/lifecycleWorkflows/x"],
      ["another host in disguise", "@attacker.example.com/identityGovernance/lifecycleWorkflows/x"],
      ["a path traversal", "/identityGovernance/lifecycleWorkflows/../../users/1"],
      ["an encoded path traversal", "/identityGovernance/lifecycleWorkflows/%2e%2e/users"],
      ["a query", `${CALLBACK}?x=1`],
      ["a second line", `${CALLBACK}\n`],
      ["a number", 7],
    ] as const
  ).map(
    ([what, callbackUriPath]) =>
      [
        `a call, but not a callback that is ${what}`,
        joiner({ callbackUriPath }),
        { subject: `entra:${ROSA}` },
        { ...hired, without: ["worker.fields.callbackUriPath"] },
      ] as const,
  ),
]);

it.for(["", "?event=", "?event=ticket.created", "?event=worker.moved", "?Event=worker.hired"])(
  "a call to an address with the query “%s” is rejected",
  (query) => {
    expect(entra.parse(entra.request({}, { query, body: entra.body("joiner") }), NOW)).toEqual({
      ok: false,
      reason: { detail: `the address: ?event= must be one of ${types.join(", ")}` },
    });
  },
);

entra.refuses([
  ["data.subject.id:", joiner({ subject: {} }), hired],
  ["data.subject.id:", joiner({ subject: null, targetSubject: { attributeSetEntries: null } }), hired],
]);

import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";
import { sources } from "../../src/systems/index.ts";
import { SENDERS } from "../generate/generate.ts";

const readPage = (system: string) => readFileSync(root(`docs/set-up/senders/${system}.md`), "utf8");
const readBody = (source: string) => readFileSync(root(`docs/set-up/senders/${source}.json`), "utf8");
const parsed = (name: string, body: string) =>
  sources.get(name)?.parse(
    {
      method: "POST",
      url: new URL(`https://reeve.example.com/hooks/${name}`),
      headers: new Headers(),
      body: new TextEncoder().encode(body),
    },
    Date.now(),
  );

describe("the body or script in docs/set-up/senders", () => {
  it.for(["jira-automation", "zendesk", "freshservice"])("for %s reports a ticket's new status", (name) => {
    const template = readBody(name);
    const filled = template.replaceAll(/\{\{[^}]+\}\}/g, "42");
    expect(parsed(name, filled)).toMatchObject({
      ok: true,
      value: [
        {
          event: {
            type: "ticket.transitioned",
            ticket: { id: "42", status: { to: "42" }, fields: { user: "42", connector: "42", role: "42" } },
          },
        },
      ],
    });
    expect(parsed(name, template.replaceAll(/\{\{(?!issue.id|now|ticket)[^}]+\}\}/g, ""))).toMatchObject({
      ok: true,
    });
  });

  it.for(["zendesk", "freshservice"])("for %s can be made invalid but not altered by user input", (name) => {
    const [head = "", tail = ""] = readBody(name).split(/(?="occurredAt")/);
    expect(head.match(/\{\{/g)?.length).toBeGreaterThan(3);
    const decisive = {
      type: "ticket.transitioned",
      ticket: { id: "42", status: { to: "42" }, requestType: "Connector owner", fields: { role: "42" } },
    };
    const outcomes = { broken: 0, read: 0 };
    // Most texts are harmless, so that a few breaking ones can occur together in a body that is still JSON.
    const text = fc.oneof(
      { weight: 4, arbitrary: fc.constant("Ada") },
      { weight: 3, arbitrary: fc.constantFrom(...BREAKING) },
      {
        weight: 1,
        arbitrary: fc
          .array(fc.constantFrom('"', "{", "}", ",", ":", "\\"), { maxLength: 4 })
          .map((all) => all.join("")),
      },
    );
    fc.assert(
      fc.property(fc.array(text, { minLength: 6, maxLength: 6 }), (texts) => {
        const left = [...texts];
        const typed = head.replaceAll(/\{\{[^}]+\}\}/g, () => left.pop() ?? "");
        const said = parsed(name, typed + tail.replaceAll(/\{\{[^}]+\}\}/g, "42"));
        if (said?.ok) expect(said.value).toMatchObject([{ event: decisive }]);
        outcomes[said?.ok ? "read" : "broken"]++;
      }),
      { numRuns: 3000 },
    );
    expect(Math.min(outcomes.broken, outcomes.read)).toBeGreaterThan(300);
  });

  it("for ServiceNow sends a body that Reeve can read", () => {
    const { sent, headers } = runBusinessRule(
      readFileSync(root("docs/set-up/senders/servicenow.js"), "utf8"),
    );
    expect(headers).toEqual({ "Content-Type": "application/json" });
    expect(parsed("servicenow", sent)).toMatchObject({
      ok: true,
      value: [
        {
          id: `${ITEM}:update:4`,
          event: {
            type: "ticket.transitioned",
            actor: { id: BRAM, name: "Bram Cole", email: "bram.cole@example.com" },
            comment: "Approved, see you there.",
            ticket: {
              id: `sc_req_item/${ITEM}`,
              key: "RITM0010042",
              status: { from: "Open", to: "Work in Progress" },
              requestType: "Connector owner",
              requester: { email: "ada.marsh@example.com" },
              url: `https://acme.service-now.example.com/nav_to.do?uri=sc_req_item.do?sys_id=${ITEM}`,
              fields: { user: "ada.marsh@example.com", connector: "GitHub MCP", approval: "Approved" },
            },
          },
        },
      ],
    });
  });
});

describe("a page in docs/set-up/senders", () => {
  it.for(SENDERS)("for $name has all sections in order, and steps in Reeve and in the sender", ({ name }) => {
    const page = readPage(name);
    expect(page.match(/(?<=^## ).*$/gm)).toEqual([
      ...["Features", "Requirements", "Steps", "How to see that it works"],
      ...["What Reeve reads", "What goes wrong"],
    ]);
    expect(page).toMatch(/^\d\. \*\*In Reeve\*\*/m);
    expect(page).toMatch(/^\d\. \*\*In (?!Reeve)/m);
    expect(page).toMatch(/Sources?:\s[\s\S]*\(https:[\s\S]*\(\w+\s20\d\d\)|Reeve's own/);
  });
});

/** Properties that a malicious text injects. */
const LIE =
  '"ticket":{"id":"7","status":"Approved","requestType":"x","fields":{"role":"Owner"}},"event":"deleted"';

/** Texts that add properties in one place or another, and enclose the rest of the body in a property of their own. */
const BREAKING = ["", "}", "}}"].flatMap((closing, depth) =>
  ["", `${LIE},`].flatMap((lie) =>
    ['"x":"', `${'"y":{'.repeat(depth)}"x":"`].map((opening) => `"${closing},${lie}${opening}`),
  ),
);

const ITEM = "b4a9d1f2873b01107f2e0f16cebb35aa";
const ADA = "6816f79cc0a8016401c5a33be04be441";
const BRAM = "46d44a5dc0a8010e0000d4c3ba2f7b11";
const PEOPLE: Record<string, readonly [name: string, email: string]> = {
  [ADA]: ["Ada Marsh", "ada.marsh@example.com"],
  [BRAM]: ["Bram Cole", "bram.cole@example.com"],
};

/** Runs a Business Rule with fakes of ServiceNow's objects. */
function runBusinessRule(script: string): { sent: string; headers: Record<string, string> } {
  const record = (fields: Record<string, readonly [value: string, display: string]>) => ({
    isValidField: (name: string) => name in fields || name === "comments",
    getValue: (name: string) => fields[name]?.[0] ?? null,
    getDisplayValue: (name: string) => fields[name]?.[1] ?? null,
    getTableName: () => "sc_req_item",
    getUniqueValue: () => ITEM,
    operation: () => "update",
    comments: {
      changes: () => true,
      getJournalEntry: () =>
        "2026-06-15 10:00:00 - Bram Cole (Additional comments)\nApproved, see you there.\n\n",
    },
    variables: { user: answer(ADA, "Ada Marsh"), connector: answer("GitHub MCP", "GitHub MCP") },
  });
  const answer = (value: string, display: string) => ({
    toString: () => value,
    getDisplayValue: () => display,
  });
  let id = "";
  class GlideRecord {
    get(wanted: string) {
      id = wanted;
      return wanted in PEOPLE;
    }
    getDisplayValue = () => PEOPLE[id]?.[0];
    getValue = () => PEOPLE[id]?.[1];
  }
  let sent = "";
  const headers: Record<string, string> = {};
  class RESTMessageV2 {
    setEndpoint() {}
    setHttpMethod() {}
    setAuthenticationProfile() {}
    setRequestHeader(name: string, value: string) {
      headers[name] = value;
    }
    setRequestBody(body: string) {
      sent = body;
    }
    executeAsync() {}
  }
  const fields = {
    number: ["RITM0010042", "RITM0010042"],
    sys_mod_count: ["4", "4"],
    sys_updated_on: ["2026-06-15 08:00:00", "2026-06-15 10:00:00"],
    short_description: ["Owner for the GitHub MCP connector", "Owner for the GitHub MCP connector"],
    state: ["2", "Work in Progress"],
    approval: ["approved", "Approved"],
    cat_item: ["e91336da4fff0200086eeed18110c7a3", "Connector owner"],
    requested_for: [ADA, "Ada Marsh"],
  } as const;
  runInNewContext(script, {
    current: record(fields),
    previous: record({ ...fields, state: ["1", "Open"] }),
    gs: { getUserID: () => BRAM, getProperty: () => "https://acme.service-now.example.com/" },
    sn_ws: { RESTMessageV2 },
    GlideRecord,
  });
  return { sent, headers };
}

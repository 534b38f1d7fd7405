import { describe, expect, it } from "vitest";
import { GovernanceProblem } from "../../src/governance/client/index.ts";
import type { CallInput } from "../../src/governance/client/request.ts";
import { type Operation, pathParameters } from "../../src/governance/contract/operation.ts";
import { samples } from "../../src/sandbox/tenant/seed/samples.ts";
import { tenantAt } from "../governance/tenant.ts";
import { sampleValues } from "./samples.ts";

/** The tenant's lists that contain the objects of its sample data. */
const LISTS = ["apps", "owners", "tools", "campaigns", "policies", "session-policies"];

/**
 * Describes what must hold for every operation: the embedded tenant responds as declared, about an object of its sample
 * data that has the path's parameters.
 * @param given A part of the input to use instead of a derived one, if the tenant accepts none of these
 *
 * @example
 * describeOperation(acmeOperation);
 */
export function describeOperation(operation: Operation, given: CallInput = {}): void {
  const { id, path, response } = operation;
  const parameters = pathParameters(path);
  const [query, body] = (["query", "body"] as const).map((part) => {
    const schema = operation[part];
    return schema && sampleValues(schema, Object(given[part]));
  });
  const inputs = (paths: readonly object[]) =>
    paths.flatMap((one) =>
      (query ?? [undefined]).flatMap((asked) =>
        (body ?? [undefined]).map((sent) => ({ path: { ...one, ...given.path }, query: asked, body: sent })),
      ),
    );

  /** Connects to a tenant that sends only what its handlers return. */
  const connect = async (purpose: string) => {
    const tenant = await tenantAt(`${purpose}.${id.toLowerCase()}.example.com`);
    await tenant.control("POST", "specification");
    let text = "";
    const client = tenant.client({
      async fetch(url, init) {
        const answer = await fetch(url, init);
        text = await answer.clone().text();
        return answer;
      },
    });
    /** Returns the body of the response, or `null` if the tenant rejects the call. */
    const call = async (input: CallInput): Promise<unknown> => {
      try {
        await client.call(operation, input as never);
        return JSON.parse(text);
      } catch (error) {
        if (error instanceof GovernanceProblem && error.code === "governance_refused") return null;
        throw error;
      }
    };
    return { tenant, call };
  };

  describe(`the operation ${id}`, () => {
    it("gets a response from the embedded tenant that is as declared", async () => {
      const { tenant, call } = await connect("known");
      const lists = await Promise.all(LISTS.map((list) => tenant.control("GET", list)));
      const objects = objectsIn([Object.values(samples.users), ...lists]);
      const paths = objects.map((one) => pathOf(one, parameters)).filter((one) => one !== undefined);
      const distinct = new Map(paths.map((one) => [JSON.stringify(one), one]));
      for (const input of inputs([...distinct.values()])) {
        const answer = await call(input);
        if (answer === null) continue;
        expect(response.safeParse(answer).error, `the response to ${JSON.stringify(input)}`).toBeUndefined();
        return;
      }
      throw new Error(
        `the tenant rejects all ${distinct.size} paths: pass describeOperation an input that it accepts`,
      );
    });

    if (parameters.length > 0)
      it("makes the embedded tenant reject an object that does not exist, or respond as declared", async () => {
        const { call } = await connect("unknown");
        const none = Object.fromEntries(parameters.map((name) => [name, "none"]));
        for (const input of inputs([none]))
          expect(response.nullable().safeParse(await call({ ...input, path: none })).error).toBeUndefined();
      });
  });
}

const objectsIn = (value: unknown): object[] =>
  typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(objectsIn)] : [];

/** Returns the path parameters that an object has as its properties, or `undefined` if it lacks one. */
function pathOf(object: object, parameters: readonly string[]): Record<string, string> | undefined {
  const found = parameters.flatMap((name) => {
    const property = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const value: unknown = Reflect.get(object, property) ?? Reflect.get(object, property.replace("Ref", ""));
    return typeof value === "string" && value !== "" ? [[name, value] as const] : [];
  });
  return found.length === parameters.length ? Object.fromEntries(found) : undefined;
}

import type { SenderClient, SenderRequest } from "../../src/systems/api/client.ts";
import { SenderRefusal } from "../../src/systems/api/send.ts";

/** A client of a sender's API that records its requests. */
export interface HandClient extends SenderClient {
  readonly asked: readonly SenderRequest[];
}

/** Returns a client with these responses, by method and path; any other request gets a 404. */
export function handClient(answers: Readonly<Record<string, unknown>> = {}): HandClient {
  const asked: SenderRequest[] = [];
  return {
    asked,
    call: async (request) => {
      asked.push(request);
      const what = `${request.method} ${request.path}`;
      if (!Object.hasOwn(answers, what)) throw new SenderRefusal(`${what}: 404`, 404);
      return answers[what];
    },
  };
}

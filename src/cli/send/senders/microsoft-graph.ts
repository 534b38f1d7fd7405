import { bytes, type Sender } from "./sender.ts";

/** Microsoft Graph, which puts the subscription's client state into each notification. */
export const microsoftGraph: Sender = {
  source: "microsoft-graph",
  contentType: "application/json; charset=utf-8",
  localSecret: "local-microsoft-graph-webhook-secret",
  sign: (body, { secret }) => ({ headers: {}, body: bytes([withClientState(body, secret)]) }),
};

function withClientState(body: Uint8Array, clientState: string): Uint8Array | string {
  try {
    const collection = JSON.parse(new TextDecoder().decode(body));
    const value = collection.value.map((one: object) => ({ ...one, clientState }));
    return JSON.stringify({ ...collection, value });
  } catch {
    return body;
  }
}

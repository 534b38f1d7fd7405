import type { Sender } from "./sender.ts";

/** A sender of CloudEvents, in structured mode; a recorded body of another mode has its headers beside it. */
export const cloudevents: Sender = {
  source: "cloudevents",
  contentType: "application/cloudevents+json; charset=utf-8",
  localSecret: "local-cloudevents-webhook-secret",
  otherSecret: "another-cloudevents-webhook-secret",
  sign: (_, { secret }) => ({
    headers: { "webhook-request-origin": "events.example.com", authorization: `Bearer ${secret}` },
  }),
};

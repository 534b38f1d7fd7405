import { base64, bytes, type Sender } from "./sender.ts";

/** Workday, an integration that signs in with a name and a password. */
export const workday: Sender = {
  source: "workday",
  contentType: "application/json",
  localSecret: "local-workday-webhook-secret",
  sign: (_, { secret }) => ({
    headers: { authorization: `Basic ${base64(bytes(["workday-integration:", secret]))}` },
  }),
};

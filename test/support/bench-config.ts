/** What benches run Reeve with: the sample, and of its automations a few, so that figures compare from one day to another. */
import { sample } from "../../src/cli/start/sample.ts";
import { defineConfig } from "../../src/define-config.ts";

export const benchConfig = defineConfig({
  ...sample,
  settings: {
    ...sample.settings,
    automations: {
      "connector-owner-from-ticket": { requestType: "Connector owner", status: "Approved" },
      "requested-action": {},
      "connector-owners-end": {},
    },
  },
});

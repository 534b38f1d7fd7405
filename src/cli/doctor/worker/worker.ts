// The entry of the preflight Worker.
import { actions } from "../../../actions/index.ts";
import { automations } from "../../../automations/index.ts";
import { preflight } from "./preflight.ts";

/** What looks at the working tree before it is deployed: `npm run doctor` and `npm run deploy` ask it. */
export default preflight({
  load: async () => (await import("../../../config.ts")).default,
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  rules: { automations, actions },
});

// The entry of the Worker that `npm run backtest` starts for the record of a local stack on the embedded tenant.
import { automations } from "../../../automations/index.ts";
import config from "../../start/config.ts";
import { planner } from "./planner.ts";

export { TokenKeeper } from "../../../governance/client/token-keeper.ts";

/** The planner of the working tree's automations, with the settings that `npm start` runs them with there. */
export default planner({ automations, ...config });

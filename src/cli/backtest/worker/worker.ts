// The entry of the Worker that `npm run backtest` starts.
import { automations } from "../../../automations/index.ts";
import config from "../../../config.ts";
import { planner } from "./planner.ts";

export { TokenKeeper } from "../../../governance/client/token-keeper.ts";

/** The planner of the automations and settings in the working tree: what `npm run backtest` asks. */
export default planner({ automations, ...config });

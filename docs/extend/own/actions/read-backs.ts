// How Reeve verifies the effects of calls with your own operations. Part of src/actions/read-back.ts.
import type { ReadBacks } from "../../kit/index.ts";
import { getCampaign } from "../operations/get-campaign.ts";

const STARTED = new Set(["STARTING", "OPEN", "REVIEW", "CLOSED"]);

export const ownReadBacks: ReadBacks = {
  createCampaign: {
    by: "getCampaign",
    async ends({ body }, { governance, history }) {
      const entry = await history.entry("campaign", body?.displayName ?? "");
      const id = entry?.data.id;
      if (!id) return null;
      const { accessReview: found } = await governance.call(getCampaign, { path: { id } });
      const state = found?.accessReview?.state?.replace("ACCESS_REVIEW_STATE_", "") ?? "";
      if (state === "DELETED") return { verdict: "not_done", read: "the campaign was deleted" };
      return STARTED.has(state) ? { verdict: "done", read: "the campaign was started" } : null;
    },
  },
};

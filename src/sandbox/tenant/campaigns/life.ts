// The state of a campaign at a moment, if campaigns are scheduled, start and close by the clock.
import type { AccessReview } from "../../../governance/contract/campaigns.ts";
import type { Switches } from "../switches/switches.ts";

/** A new campaign as it is scheduled: it starts so many seconds after it is made. */
export function scheduled(review: AccessReview, seconds: number, now: Date): AccessReview {
  const at = new Date(now.getTime() + seconds * 1_000).toISOString();
  const { startedAt: _, connectorSourcesFrozenAt: __, ...waiting } = review;
  return { ...waiting, state: "ACCESS_REVIEW_STATE_PENDING", scheduledStartDate: at };
}

/** A campaign as it is now: one on record starts when its time comes, and closes when its completion date does. */
export function campaignNow<Review extends AccessReview>(
  review: Review,
  { campaignsStartAfterSeconds }: Switches,
  now: Date,
): Review {
  if (campaignsStartAfterSeconds === null || review.state === "ACCESS_REVIEW_STATE_CLOSED") return review;
  const has = (date: string | undefined) => date !== undefined && Date.parse(date) <= now.getTime();
  const { scheduledStartDate, completionDate } = review;
  if (!has(scheduledStartDate)) return review;
  const started = {
    ...review,
    state: "ACCESS_REVIEW_STATE_OPEN",
    startedAt: scheduledStartDate,
    connectorSourcesFrozenAt: scheduledStartDate,
    updatedAt: scheduledStartDate,
  };
  if (!has(completionDate)) return started;
  return {
    ...started,
    state: "ACCESS_REVIEW_STATE_CLOSED",
    closedAt: completionDate,
    updatedAt: completionDate,
  };
}

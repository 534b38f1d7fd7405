import { GovernanceProblem } from "./client/index.ts";

/** What the governance API answers; `null` where it answers that there is no such thing (404). */
export async function ifThere<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof GovernanceProblem && error.httpStatus === 404) return null;
    throw error;
  }
}

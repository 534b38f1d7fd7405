import { SenderRefusal } from "../senders/client.ts";

/** What is answered; `null` where the answer is that there is no such thing. */
export async function ifThere(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof SenderRefusal && (error.httpStatus === 404 || error.httpStatus === 410)) return null;
    throw error;
  }
}

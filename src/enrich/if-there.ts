import { SenderRefusal } from "../senders/client.ts";

const GONE: readonly number[] = [404, 410];

/**
 * What is answered; `null` where the answer is that there is no such thing.
 * @param nothing HTTP statuses that say so
 */
export async function ifThere(answer: Promise<unknown>, nothing: readonly number[] = GONE): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof SenderRefusal && nothing.includes(error.httpStatus)) return null;
    throw error;
  }
}

// Asks questions in a terminal. A user who cancels a question can go back to the previous one, or end the command.
import { cancel, confirm, isCancel, type Option, password, select, text } from "@clack/prompts";

interface TextQuestion {
  readonly message: string;
  /** The default answer, used if the input is empty. */
  readonly defaultValue?: string | undefined;
  readonly secret?: boolean;
  /** True if the answer can be empty. */
  readonly optional?: boolean;
  /** Returns the error in an answer, or `null` if the answer is valid. */
  readonly fault?: (answer: string) => string | null;
}

/**
 * The answers given so far in a series, and how many of them were replayed or newly given since the series last
 * started. The value is `null` outside a series: the user then can't go back.
 */
let answers: { readonly given: unknown[]; replayed: number } | null = null;

class WentBack extends Error {}

/**
 * Asks a series of questions. If the user goes back, the series starts again, and all answers but the last are
 * replayed.
 */
export async function askInSeries<Result>(series: () => Promise<Result>): Promise<Result> {
  const given: unknown[] = [];
  for (;;) {
    answers = { given, replayed: 0 };
    try {
      return await series();
    } catch (error) {
      if (!(error instanceof WentBack)) throw error;
    } finally {
      answers = null;
    }
  }
}

export async function askText({
  message,
  defaultValue = "",
  secret = false,
  optional = false,
  fault = () => null,
}: TextQuestion): Promise<string> {
  const validate = (value: string | undefined) => {
    const answer = value?.trim() || defaultValue;
    if (answer === "") return optional ? undefined : "This is needed";
    return fault(answer) ?? undefined;
  };
  const given = await ask<string | symbol | undefined>(() =>
    secret
      ? password({ message, validate })
      : text({ message, validate, ...(defaultValue && { placeholder: defaultValue, defaultValue }) }),
  );
  return (given ?? "").trim() || defaultValue;
}

/** Asks the user to choose an option. @param defaultValue The value of the initially selected option */
export async function choose<Value>(
  message: string,
  options: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[],
  defaultValue?: Value,
): Promise<Value> {
  const initialValue = options.find(({ value }) => value === defaultValue)?.value;
  const all = options.map((option) => ({ ...option })) as Option<Value>[];
  const shown = { message, maxItems: 12, options: all, ...(initialValue !== undefined && { initialValue }) };
  return ask(() => select<Value>(shown));
}

export const agree = (message: string, initialValue = true): Promise<boolean> =>
  ask(() => confirm({ message, initialValue }));

/** Forgets the last answer, because it was rejected: going back must not repeat it. */
export function forgetAnswer(): void {
  if (!answers) return;
  answers.given.pop();
  answers.replayed = answers.given.length;
}

/** Asks a question, unless its answer is replayed, and returns the answer. */
async function ask<Answer>(question: () => Promise<Answer>): Promise<Exclude<Answer, symbol>> {
  if (answers && answers.replayed < answers.given.length)
    return answers.given[answers.replayed++] as Exclude<Answer, symbol>;
  const answer = await question();
  if (!isCancel(answer)) {
    if (answers) answers.replayed = answers.given.push(answer);
    return answer as Exclude<Answer, symbol>;
  }
  const back = { message: "Go back to the previous question? “No” ends the command." };
  if (answers && answers.given.length > 0 && (await confirm(back)) === true) {
    answers.given.pop();
    throw new WentBack();
  }
  cancel("Ended. Unconfirmed changes were not written.");
  process.exit(1);
}

// Asks questions in a terminal. If the user cancels one, the command ends.
import { cancel, confirm, isCancel, type Option, password, select, text } from "@clack/prompts";

interface TextQuestion {
  readonly message: string;
  /** The default answer, used if the input is empty. */
  readonly defaultValue?: string | undefined;
  readonly secret?: boolean;
  /** True if the answer can be empty. */
  readonly optional?: boolean;
  /** Returns the error of an answer, or `null` if it is valid. */
  readonly fault?: (answer: string) => string | null;
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
  const given = secret
    ? await password({ message, validate })
    : await text({
        message,
        validate,
        ...(defaultValue && { placeholder: defaultValue, defaultValue: defaultValue }),
      });
  return (answered(given) ?? "").trim() || defaultValue;
}

/** Asks the user to choose an option. @param usual The option that is selected first */
export async function choose<Value>(
  message: string,
  options: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[],
  defaultValue?: Value,
): Promise<Value> {
  const initialValue = options.find(({ value }) => value === defaultValue)?.value;
  const all = options.map((option) => ({ ...option })) as Option<Value>[];
  return answered(
    await select<Value>({
      message,
      maxItems: 12,
      options: all,
      ...(initialValue !== undefined && { initialValue }),
    }),
  );
}

export const agree = async (message: string, initialValue = true): Promise<boolean> =>
  answered(await confirm({ message, initialValue }));

function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (!isCancel(answer)) return answer as Exclude<Answer, symbol>;
  cancel("Ended. Nothing more was written.");
  process.exit(1);
}

// How `npm run init` and `npm run names:import` find out what they have to know: by flags, or in a terminal by asking.
import { cancel, confirm, isCancel, log, password, select, text } from "@clack/prompts";
import { UsageError } from "../shared/command-line.ts";

interface Question {
  /** The flag, or where else it is said, that answers it. */
  readonly flag: string;
  readonly message: string;
  /** What a flag, a variable or a file has said already. */
  readonly given?: string | undefined;
  /** What is taken where nothing is said. */
  readonly usual?: string | undefined;
}

interface TextQuestion extends Question {
  readonly secret?: boolean;
  /** What is wrong with an answer, in words that follow it. */
  readonly fault?: (answer: string) => string | null;
}

interface Choice extends Question {
  readonly options: readonly { readonly value: string; readonly label?: string; readonly hint?: string }[];
}

/** Finds things out. In a terminal what is wrong is asked again; elsewhere it throws a UsageError. */
export interface Asker {
  readonly isTerminal: boolean;
  required(question: TextQuestion): Promise<string>;
  /** `null` where it is left out. */
  optional(question: TextQuestion): Promise<string | null>;
  choose(question: Choice): Promise<string>;
  /** Whether somebody agrees. Without a terminal, `--yes` has to say so. */
  agree(message: string): Promise<boolean>;
  say(line: string): void;
}

/** Whether there is somebody to ask. */
export const isTerminal = (): boolean => process.stdin.isTTY === true && process.stdout.isTTY === true;

/** @param yes What `--yes` says */
export const asker = (yes: boolean): Asker => (isTerminal() ? terminal(yes) : flags(yes));

const flags = (yes: boolean): Asker => {
  const take = ({ flag, given, usual, fault }: TextQuestion): string | null => {
    const answer = given?.trim() || usual || null;
    const wrong = answer === null ? null : (fault?.(answer) ?? null);
    if (wrong !== null) throw new UsageError(`${flag}: ${wrong}`);
    return answer;
  };
  const missing = ({ flag }: Question, which = "") =>
    new UsageError(`${flag} is missing, and there is no terminal to ask in${which}`);
  const required = async (question: TextQuestion) => {
    const answer = take(question);
    if (answer !== null) return answer;
    throw missing(question);
  };
  return {
    isTerminal: false,
    required,
    optional: async (question) => take(question),
    async choose({ options, ...question }) {
      const answer = take({ ...question, fault: (text) => faultOfChoice(text, options) });
      if (answer !== null) return answer;
      throw missing(question, `: one of ${options.map(({ value }) => value).join(", ")}`);
    },
    async agree(message) {
      if (yes) return true;
      throw new UsageError(`${message} Say so with --yes; there is no terminal to ask in`);
    },
    say: (line) => console.log(line),
  };
};

const terminal = (yes: boolean): Asker => {
  const asked = async (question: TextQuestion, isOptional: boolean): Promise<string | null> => {
    const { message, given, usual, secret = false, fault } = question;
    if (given?.trim()) {
      const wrong = fault?.(given.trim()) ?? null;
      if (wrong === null) return given.trim();
      log.warn(`${question.flag}: ${wrong}`);
    }
    const validate = (value: string | undefined) => {
      const answer = value?.trim() || usual;
      if (!answer) return isOptional ? undefined : "This is needed";
      return fault?.(answer) ?? undefined;
    };
    const answer = secret
      ? await password({ message, validate })
      : await text({ message, validate, ...(usual && { placeholder: usual, defaultValue: usual }) });
    return answered(answer)?.trim() || usual || null;
  };
  return {
    isTerminal: true,
    required: async (question) => (await asked(question, false)) ?? "",
    optional: (question) => asked(question, true),
    async choose({ flag, message, given, usual, options }) {
      if (given !== undefined) {
        const wrong = faultOfChoice(given, options);
        if (wrong === null) return given;
        log.warn(`${flag}: ${wrong}`);
      }
      const maxItems = 12;
      const first = options.find(({ value }) => value === usual);
      const initial = first ? { initialValue: first.value } : {};
      const answer = await select<string>({ message, maxItems, ...initial, options: [...options] });
      return answered(answer) ?? "";
    },
    agree: async (message) => yes || answered(await confirm({ message })),
    say: (line) => console.log(line),
  };
};

const faultOfChoice = (answer: string, options: Choice["options"]): string | null =>
  options.some(({ value }) => value === answer)
    ? null
    : `"${answer}" is none of ${options.map(({ value }) => value).join(", ")}`;

/** An answer of somebody who did not go away. */
function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (!isCancel(answer)) return answer as Exclude<Answer, symbol>;
  cancel("Ended. Nothing more was written.");
  process.exit(1);
}

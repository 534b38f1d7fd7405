// Asks for several in one call what is asked for each of them within a moment.

interface Asking<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A function that answers one question, by one that answers many.
 * @param ask Answers each of them, in their order; where it fails, all of them do.
 * @param company Resolves once whoever else may be about to ask has had their chance to.
 */
export function gathering<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  company: () => Promise<void>,
): (question: Question) => Promise<Answer> {
  let waiting: Asking<Question, Answer>[] = [];
  const askAll = async () => {
    const group = waiting;
    waiting = [];
    try {
      const answers = await ask(group.map(({ question }) => question));
      for (const [at, answer] of answers.entries()) group[at]?.resolve(answer);
      if (answers.length < group.length)
        throw new Error(`${group.length} questions, ${answers.length} answers`);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (waiting.length === 1) void company().then(askAll);
    });
}

type Ask<Question extends readonly unknown[], Answer> = (...question: Question) => Promise<Answer>;

/** Asks everyone who contributes to a moment. */
export function askAll<Question extends readonly unknown[], Answer>(
  contributed: readonly Ask<Question, Answer>[],
  ...question: Question
): Promise<Answer[]> {
  return Promise.all(contributed.map((ask) => ask(...question)));
}

/** Asks everyone who contributes to a number, and returns the sum. */
export async function askSum<Question extends readonly unknown[]>(
  contributed: readonly Ask<Question, number>[],
  ...question: Question
): Promise<number> {
  return (await askAll(contributed, ...question)).reduce((sum, part) => sum + part, 0);
}

/** Asks one after another, and returns the first answer that is not undefined. */
export async function askFirst<Question extends readonly unknown[], Answer>(
  contributed: readonly (Ask<Question, Answer | undefined> | undefined)[],
  ...question: Question
): Promise<Answer | undefined> {
  for (const ask of contributed) {
    const answer = await ask?.(...question);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

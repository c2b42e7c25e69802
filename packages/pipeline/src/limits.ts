/** Limits of a pipeline file. A file that exceeds one is rejected with a message that names the limit. */
export const pipelineLimits = {
  /** Characters of its text. */
  characters: 1_000_000,
  documents: 500,
  pipelines: 250,
  /** Steps and services of all pipelines. */
  steps: 2_000,
  aliases: 5_000,
  /** Scalars of the file. Those in an anchor are counted again for each alias. */
  texts: 200_000,
  /** Characters of these scalars, including substituted values. */
  filledCharacters: 20_000_000,
} as const;

/** Reported problems of a severity. More would not help, because people fix the first ones first. */
export const maxProblems = 50;

export type PipelineLimit = keyof typeof pipelineLimits;

const names: Record<PipelineLimit, string> = {
  characters: 'characters',
  documents: 'documents',
  pipelines: 'pipelines',
  steps: 'steps and services',
  aliases: 'aliases',
  texts: 'texts, those behind aliases counted each time',
  filledCharacters: 'characters, with aliases and values expanded',
};

/** Thrown if a file exceeds a limit. The message is shown to the author of the file. */
export class LimitError extends Error {
  override name = 'LimitError';
}

/** Counts the usage of each limit while a file is read. */
export class Budget {
  private readonly used = new Map<PipelineLimit, number>();

  /** Throws a {@link LimitError} if the limit is exceeded. */
  spend(limit: PipelineLimit, amount: number): void {
    const used = (this.used.get(limit) ?? 0) + amount;
    this.used.set(limit, used);
    const allowed = pipelineLimits[limit];
    if (used > allowed) {
      const number = allowed.toLocaleString('en');
      throw new LimitError(`the file has more than ${number} ${names[limit]}`);
    }
  }
}

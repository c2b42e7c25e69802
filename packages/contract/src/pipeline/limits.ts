/** What a pipeline file may have; one that has more is refused with a message that says which. */
export const pipelineLimits = {
  /** Characters of its text. */
  characters: 1_000_000,
  documents: 500,
  pipelines: 250,
  /** Steps and services of all its pipelines. */
  steps: 2_000,
  aliases: 5_000,
  /** Texts that are read, those behind each alias again. */
  texts: 200_000,
  /** Characters of these texts, with the values that are filled in. */
  filledCharacters: 20_000_000,
} as const;

export type PipelineLimit = keyof typeof pipelineLimits;

const names: Record<PipelineLimit, string> = {
  characters: 'characters',
  documents: 'documents',
  pipelines: 'pipelines',
  steps: 'steps and services',
  aliases: 'aliases',
  texts: 'texts, those behind aliases counted each time',
  filledCharacters: 'characters, with its aliases and values filled in',
};

/** A file is over one of the limits; the message is for the people who wrote it. */
export class LimitError extends Error {
  override name = 'LimitError';
}

/** Counts what one file uses of its limits. */
export class Budget {
  private readonly used = new Map<PipelineLimit, number>();

  /** Throws a {@link LimitError} once more is used than there is. */
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

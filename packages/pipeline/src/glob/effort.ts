/** Limit of one comparison, reached after a few milliseconds. Ordinary patterns need a hundredth of it. */
const maxSteps = 100_000;
/** Pattern characters copied in about the time of one step. */
const copiedInStep = 32;

class TooMuchEffort extends Error {}

/** Budget of one comparison. Without a limit, a few hostile patterns would block a server for minutes. */
export class Effort {
  private remaining = maxSteps;

  /** Throws if the budget is exceeded; {@link withEffort} catches this. */
  spend(copied = 0): void {
    this.remaining -= 1 + copied / copiedInStep;
    if (this.remaining < 0) throw new TooMuchEffort();
  }
}

/** Returns the result of a comparison; false if it exceeds the budget. */
export function withEffort(compare: (effort: Effort) => boolean): boolean {
  try {
    return compare(new Effort());
  } catch (error) {
    if (error instanceof TooMuchEffort) return false;
    throw error;
  }
}

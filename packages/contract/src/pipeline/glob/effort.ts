/** Some milliseconds; what people write takes a hundredth. */
const mostSteps = 100_000;
/** Characters of a pattern that are copied in about the time of a step. */
const copiedInStep = 32;

class TooMuchEffort extends Error {}

/** What one comparison takes. Without an end to it a few made-up patterns would hold a server for minutes. */
export class Effort {
  private left = mostSteps;

  /** Throws where it is too much; {@link withEffort} knows of that. */
  spend(copied = 0): void {
    this.left -= 1 + copied / copiedInStep;
    if (this.left < 0) throw new TooMuchEffort();
  }
}

/** What comes of a comparison; false for one that takes too much. */
export function withEffort(compare: (effort: Effort) => boolean): boolean {
  try {
    return compare(new Effort());
  } catch (error) {
    if (error instanceof TooMuchEffort) return false;
    throw error;
  }
}

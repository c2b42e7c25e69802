/** Environments that the runner keeps after the end of their stages. They take no slots. */
export class KeptSteps {
  private readonly ending = new AbortController();
  private readonly kept = new Set<Promise<void>>();

  /** Begins to keep an environment. The function must end soon after the signal aborts, and never reject. */
  add(keep: (signal: AbortSignal) => Promise<void>): void {
    const kept = keep(this.ending.signal).finally(() => this.kept.delete(kept));
    this.kept.add(kept);
  }

  /** Resolves when all environments are removed. */
  async settle(): Promise<void> {
    while (this.kept.size > 0) await Promise.all(this.kept);
  }

  /** Ends all environments, as the runner stops. */
  async end(): Promise<void> {
    this.ending.abort();
    await this.settle();
  }
}

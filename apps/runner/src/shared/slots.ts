/** Counts how many of a number of places are free. */
export class Slots {
  private free: number;
  private changed = Promise.withResolvers<void>();

  constructor(count: number) {
    this.free = count;
  }

  /** Resolves, with a place taken, as soon as one is free. */
  async take(): Promise<void> {
    while (this.free <= 0) await this.changed.promise;
    this.free--;
  }

  release(): void {
    this.free++;
    this.changed.resolve();
    this.changed = Promise.withResolvers();
  }
}

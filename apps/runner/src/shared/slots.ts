/** Counts how many of a number of places are free. */
export class Slots {
  private free: number;
  private changed = Promise.withResolvers<void>();

  constructor(count: number) {
    this.free = count;
  }

  /** Resolves as soon as a place is free; somebody else may take it first. */
  async untilFree(): Promise<void> {
    while (this.free <= 0) await this.changed.promise;
  }

  tryTake(): boolean {
    if (this.free <= 0) return false;
    this.free--;
    return true;
  }

  release(): void {
    this.free++;
    this.changed.resolve();
    this.changed = Promise.withResolvers();
  }
}

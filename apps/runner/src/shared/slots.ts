/** Counts free slots. */
export class Slots {
  private free: number;
  private changed = Promise.withResolvers<void>();

  constructor(count: number) {
    this.free = count;
  }

  /** Resolves as soon as a slot is free. Another caller may acquire the slot first. */
  async untilFree(): Promise<void> {
    while (this.free <= 0) await this.changed.promise;
  }

  /** Acquires a slot even if none is free. */
  take(): void {
    this.free--;
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

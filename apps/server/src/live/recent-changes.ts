/** A change of a build, with its place among all changes. */
export interface NumberedChange {
  number: number;
  repoId: number;
  buildId: number;
}

/**
 * The newest change of each of the builds that changed last, in order. A viewer that missed some gets
 * what the builds are now; how they came there is not told.
 */
export class RecentChanges {
  /** The number of the newest change; 0 before the first. */
  newest = 0;
  private readonly size: number;
  private readonly byBuild = new Map<number, NumberedChange>();
  /** The number of the newest change that is not known any more. */
  private forgotten = 0;

  constructor(size: number) {
    this.size = size;
  }

  add(change: { repoId: number; buildId: number }): NumberedChange {
    const numbered = { ...change, number: ++this.newest };
    this.byBuild.delete(change.buildId);
    this.byBuild.set(change.buildId, numbered);
    const [oldest] = this.byBuild.values();
    if (this.byBuild.size > this.size && oldest) {
      this.byBuild.delete(oldest.buildId);
      this.forgotten = oldest.number;
    }
    return numbered;
  }

  /** The changes after this one, the oldest first; null where not all of them are known. */
  after(number: number): NumberedChange[] | null {
    if (number < this.forgotten || number > this.newest) return null;
    return [...this.byBuild.values()].filter((change) => change.number > number);
  }
}

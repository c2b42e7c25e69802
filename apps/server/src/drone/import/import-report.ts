interface Counts {
  added: number;
  known: number;
  /** Names of the omitted rows, by reason. */
  omitted: Map<string, { count: number; examples: string[] }>;
}

const maxExamples = 3;

/** Counts what an import added, what was already there, and what it omitted and why. */
export class ImportReport {
  private readonly counts = new Map<string, Counts>();

  add(what: string, count = 1): void {
    this.of(what).added += count;
  }

  /** Counts rows that an earlier import has added. */
  know(what: string, count = 1): void {
    this.of(what).known += count;
  }

  /** Counts a row that was added, or is known because it exists. */
  count(what: string, isAdded: boolean): void {
    if (isAdded) this.add(what);
    else this.know(what);
  }

  leaveOut(what: string, name: string, reason: string): void {
    const { omitted } = this.of(what);
    const known = omitted.get(reason) ?? { count: 0, examples: [] };
    known.count++;
    if (known.examples.length < maxExamples) known.examples.push(name);
    omitted.set(reason, known);
  }

  /** Returns a line for each kind of data, followed by the reasons. */
  lines(): string[] {
    return [...this.counts].flatMap(([what, { added, known, omitted }]) => {
      const omittedCount = [...omitted.values()].reduce((sum, { count }) => sum + count, 0);
      return [
        `${what}: ${added} added, ${known} already there, ${omittedCount} left out`,
        ...[...omitted].map(([reason, { count, examples }]) => {
          const more = count > examples.length ? ', …' : '';
          return `  ${count} left out: ${reason} (${examples.join(', ')}${more})`;
        }),
      ];
    });
  }

  private of(what: string): Counts {
    const known = this.counts.get(what) ?? { added: 0, known: 0, omitted: new Map() };
    this.counts.set(what, known);
    return known;
  }
}

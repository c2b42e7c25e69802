export interface Span {
  start: number;
  end: number;
}

/** Spans ordered by start. Overlapping spans are merged, so that each is masked completely. */
export class SpanList {
  readonly spans: Span[] = [];

  /** Adds a span that starts after the previous one, or overlaps it. */
  add(start: number, end: number): void {
    const last = this.spans.at(-1);
    if (!last || start >= last.end) {
      this.spans.push({ start, end });
      return;
    }
    last.start = Math.min(last.start, start);
    last.end = Math.max(last.end, end);
  }

  mergedWith(others: readonly Span[]): SpanList {
    if (others.length === 0) return this;
    const merged = new SpanList();
    const all = [...this.spans, ...others].sort((a, b) => a.start - b.start);
    for (const { start, end } of all) merged.add(start, end);
    return merged;
  }
}

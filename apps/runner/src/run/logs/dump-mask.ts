import { ByteSearch, type SearchState } from './byte-search.ts';
import { type DumpReading, readDumpRow } from './dump-row.ts';
import type { Span } from './span-list.ts';

/** Minimum length of a text that is searched, as in other hexadecimal forms. */
const minBytes = 4;
/**
 * Minimum length of the beginning of a secret that is masked at the end of a row, before the next row shows
 * whether it continues.
 */
const minBeginning = 3;

/** Secrets to search in dumps. The search is prepared when the first row is printed, because few logs have any. */
export class DumpSecrets {
  private readonly texts: readonly string[];
  private prepared: ByteSearch | undefined;

  constructor(texts: readonly string[]) {
    this.texts = texts;
  }

  get search(): ByteSearch {
    const texts = this.texts.map((text) => Buffer.from(text));
    this.prepared ??= new ByteSearch(texts.filter(({ length }) => length >= minBytes));
    return this.prepared;
  }
}

/** Finds secrets in the dumps of a log, in which they continue from row to row. */
export class DumpMask {
  private readonly secrets: DumpSecrets;
  private readonly states: Record<DumpReading['order'], SearchState> = {
    big: ByteSearch.start,
    little: ByteSearch.start,
    octal: ByteSearch.start,
  };

  constructor(secrets: DumpSecrets) {
    this.secrets = secrets;
  }

  /** Finds the parts of secrets in the next line. Lines that are no rows of a dump do not end it. */
  find(line: string): Span[] {
    const row = readDumpRow(line);
    if (!row) return [];
    const spans: Span[] = [];
    for (const reading of row.readings) {
      for (const { start, end } of this.findBytes(reading)) {
        spans.push({ start: reading.spanOf(start).start, end: reading.spanOf(end - 1).end });
        if (row.textStart === undefined) continue;
        spans.push({ start: row.textStart + start, end: row.textStart + end });
      }
    }
    return spans;
  }

  private findBytes({ order, bytes }: DumpReading): Span[] {
    const { search } = this.secrets;
    const spans: Span[] = [];
    let state = this.states[order];
    for (const [at, byte] of bytes.entries()) {
      state = search.next(state, byte);
      const length = search.foundAt(state);
      if (length > 0) spans.push({ start: Math.max(0, at + 1 - length), end: at + 1 });
    }
    this.states[order] = state;
    const depth = search.depthOf(state);
    if (depth >= minBeginning) {
      spans.push({ start: Math.max(0, bytes.length - depth), end: bytes.length });
    }
    return spans;
  }
}

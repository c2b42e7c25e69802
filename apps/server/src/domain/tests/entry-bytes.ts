import type { TestEntries } from './test-entries.ts';

/**
 * Serializes entries as their count, the differences between ids, and the other columns. Small numbers take
 * fewer bytes.
 */
export function writeEntries({ ids, reports, codes, ms }: TestEntries): Uint8Array {
  const writer = new Writer(maxNumberBytes * (1 + 4 * ids.length));
  writer.add(ids.length);
  let last = 0;
  for (const id of ids) {
    writer.add(id - last);
    last = id;
  }
  for (const column of [codes, reports, ms]) for (const value of column) writer.add(value);
  return writer.bytes();
}

export function readEntries(bytes: Uint8Array): TestEntries {
  const reader = new Reader(bytes);
  const count = reader.next();
  const entries = {
    ids: new Uint32Array(count),
    codes: new Uint8Array(count),
    reports: new Uint32Array(count),
    ms: new Uint32Array(count),
  };
  let last = 0;
  for (let at = 0; at < count; at++) {
    last += reader.next();
    entries.ids[at] = last;
  }
  for (const column of [entries.codes, entries.reports, entries.ms]) {
    for (let at = 0; at < count; at++) column[at] = reader.next();
  }
  return entries;
}

/**
 * Maximum length of a number in bytes. Each byte has 7 bits; the eighth bit is set in all bytes but the last.
 */
const maxNumberBytes = 5;
const base = 0x80;

class Writer {
  private readonly room: Uint8Array;
  private length = 0;

  constructor(size: number) {
    this.room = new Uint8Array(size);
  }

  add(value: number): void {
    let rest = value;
    while (rest >= base) {
      this.room[this.length++] = (rest % base) + base;
      rest = Math.floor(rest / base);
    }
    this.room[this.length++] = rest;
  }

  bytes(): Uint8Array {
    return this.room.subarray(0, this.length);
  }
}

class Reader {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  next(): number {
    let byte = this.bytes[this.at++] ?? 0;
    if (byte < base) return byte;
    let value = byte - base;
    for (let factor = base; ; factor *= base) {
      byte = this.bytes[this.at++] ?? 0;
      if (byte < base) return value + byte * factor;
      value += (byte - base) * factor;
    }
  }
}

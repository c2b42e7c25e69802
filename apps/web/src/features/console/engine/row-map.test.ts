import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packFacts } from './line-facts.ts';
import { RowMap } from './row-map.ts';

const facts = (columns: number, isExact = true) =>
  packFacts({
    columns,
    isExact,
    isError: false,
    isHidden: false,
    isWarning: false,
    isRepeat: false,
  });
const factsOf = (columns: number[]) => Uint32Array.from(columns.map((count) => facts(count)));

function mapOf(columns: number[], width = 10): RowMap {
  const map = new RowMap();
  map.wrapAt(width, true);
  map.grow(columns.length, 0, factsOf(columns));
  return map;
}

describe('RowMap', () => {
  it('counts the rows of wrapped lines', () => {
    const map = mapOf([0, 10, 11, 25]);
    expect([0, 1, 2, 3].map((line) => map.rowsOf(line))).toEqual([1, 1, 2, 3]);
    expect(map.totalRows).toBe(7);
    expect(map.rowsBefore(3)).toBe(4);
    expect([0, 1, 2, 3, 4, 6, 99].map((row) => map.lineAt(row))).toEqual([0, 1, 2, 2, 3, 3, 3]);
  });

  it('counts one row for each line without wrapping', () => {
    const map = mapOf([5, 500]);
    map.wrapAt(10, false);
    expect(map.totalRows).toBe(2);
  });

  it('leaves out hidden lines and lines before the first shown one', () => {
    const map = mapOf(Array.from({ length: 2000 }, () => 1));
    map.showFrom(1500);
    expect([map.totalRows, map.lineAt(0)]).toEqual([500, 1500]);
    map.hide((line) => line >= 1600 && line < 1700);
    expect([map.totalRows, map.lineAt(100)]).toEqual([400, 1700]);
    map.showFrom(0);
    expect(map.totalRows).toBe(1900);
  });

  it('reserves rows for missing lines, which can arrive in any order', () => {
    const map = new RowMap();
    map.wrapAt(10, true);
    map.grow(1000, 990, factsOf(Array.from({ length: 10 }, () => 20)));
    expect(map.totalRows).toBe(990 + 20);
    map.grow(1000, 0, factsOf(Array.from({ length: 990 }, () => 30)));
    expect(map.totalRows).toBe(990 * 3 + 20);
  });

  it('folds a very long line until it is unfolded', () => {
    const map = mapOf([50_000], 100);
    expect(map.rowsOf(0)).toBe(21);
    map.unfold(0);
    expect(map.rowsOf(0)).toBe(500);
  });

  it('uses measured rows for lines whose width is estimated', () => {
    const map = new RowMap();
    map.wrapAt(10, true);
    map.grow(2, 0, Uint32Array.from([facts(10, false), facts(10)]));
    expect([map.needsMeasure(0), map.needsMeasure(1)]).toEqual([true, false]);
    expect(map.measure(0, 2)).toBe(true);
    expect([map.totalRows, map.needsMeasure(0), map.measure(0, 2)]).toEqual([3, false, false]);
    map.wrapAt(20, true);
    expect([map.totalRows, map.needsMeasure(0)]).toEqual([2, true]);
  });

  it('equals a plain sum after any changes', () => {
    const change = fc.oneof(
      fc.record({
        kind: fc.constant('grow' as const),
        from: fc.nat(1500),
        columns: fc.array(fc.nat(60)),
      }),
      fc.record({ kind: fc.constant('first' as const), line: fc.nat(1500) }),
      fc.record({ kind: fc.constant('wrap' as const), width: fc.integer({ min: 1, max: 30 }) }),
      fc.record({ kind: fc.constant('hide' as const), modulo: fc.integer({ min: 1, max: 5 }) }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), fc.nat(4000), (changes, row) => {
        const map = new RowMap();
        for (const one of changes) {
          if (one.kind === 'grow') {
            const count = Math.max(map.count, one.from + one.columns.length);
            map.grow(count, one.from, factsOf(one.columns));
          } else if (one.kind === 'first') map.showFrom(Math.min(one.line, map.count));
          else if (one.kind === 'wrap') map.wrapAt(one.width, true);
          else map.hide((line) => line % one.modulo === 1);
        }
        let sum = 0;
        let at = -1;
        for (let line = 0; line < map.count; line++) {
          if (row >= sum && row < sum + map.rowsOf(line)) at = line;
          sum += map.rowsOf(line);
        }
        expect(map.totalRows).toBe(sum);
        expect(map.rowsBefore(map.count)).toBe(sum);
        if (at >= 0) expect(map.lineAt(row)).toBe(at);
      }),
    );
  });
});

it('shows only the first one of lines with the same text on wish', () => {
  const map = new RowMap();
  const facts = (isRepeat: boolean) =>
    packFacts({
      columns: 10,
      isExact: true,
      isError: false,
      isHidden: false,
      isWarning: false,
      isRepeat,
    });
  map.grow(6, 0, Uint32Array.from([false, true, true, false, false, true], facts));
  expect([map.totalRows, map.repeatsOf(0)]).toEqual([6, 0]);
  map.collapseRepeats(true);
  expect([0, 1, 2, 3, 4, 5].map((line) => map.rowsOf(line))).toEqual([1, 0, 0, 1, 1, 0]);
  expect([0, 3, 4].map((line) => map.repeatsOf(line))).toEqual([2, 0, 1]);
  map.showFrom(1);
  expect(map.rowsOf(1)).toBe(1);
});

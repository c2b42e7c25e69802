import { describe, expect, it } from 'vitest';
import { packFacts } from './engine/line-facts.ts';
import { RowMap } from './engine/row-map.ts';
import { layOut, placeAt, placeToShow } from './log-scroll.ts';

function mapOf(count: number, columns = 1): RowMap {
  const map = new RowMap();
  map.wrapAt(100, true);
  const facts = packFacts({
    columns,
    isExact: true,
    isError: false,
    isHidden: false,
    isWarning: false,
    isRepeat: false,
  });
  map.grow(count, 0, new Uint32Array(count).fill(facts));
  return map;
}
const viewport = { height: 600, headPx: 0 };

describe('layOut', () => {
  it('renders the visible lines and few others', () => {
    const layout = layOut(mapOf(10_000), { kind: 'line', line: 5000, offset: 0 }, viewport);
    expect(layout.scrollTop).toBe(8 + 5000 * 20);
    expect(layout.spacerPx).toBe(8 + 10_000 * 20 + 16);
    expect(layout.lines[0]?.line).toBe(4984);
    expect(layout.lines.at(-1)?.line).toBe(5045);
    expect(layout.lines.find(({ line }) => line === 5000)?.top).toBe(8 + 5000 * 20);
  });

  it('shows the last line at the end', () => {
    const layout = layOut(mapOf(10_000), { kind: 'end' }, viewport);
    expect(layout.scrollTop + 600).toBe(layout.spacerPx);
    expect(layout.lines.at(-1)?.line).toBe(9999);
  });

  it('keeps the position of a line while lines above it grow', () => {
    const map = mapOf(1000);
    const place = { kind: 'line', line: 500, offset: 7 } as const;
    const topIn = () => {
      const layout = layOut(map, place, viewport);
      return (layout.lines.find(({ line }) => line === 500)?.top ?? 0) - layout.scrollTop;
    };
    const before = topIn();
    for (let line = 0; line < 300; line++) map.measure(line, 3);
    expect(topIn()).toBe(before);
  });

  it('can scroll to every line of a log that exceeds the height limit of elements', () => {
    const map = mapOf(5_000_000);
    for (const line of [0, 1, 2_345_678, 4_999_000]) {
      const layout = layOut(map, { kind: 'line', line, offset: 0 }, viewport);
      expect(layout.spacerPx).toBe(16_000_000);
      expect(layout.lines.some((placed) => placed.line === line)).toBe(true);
      const place = placeAt(map, layout.scrollTop, viewport);
      expect(place).toMatchObject({ kind: 'line' });
      expect(Math.abs((place.kind === 'line' ? place.line : 0) - line)).toBeLessThanOrEqual(1);
    }
    const end = layOut(map, { kind: 'end' }, viewport);
    expect(end.lines.at(-1)?.line).toBe(4_999_999);
    expect((end.lines.at(-1)?.top ?? 0) + 20 + 16).toBeCloseTo(end.scrollTop + 600);
  });

  it('renders a very tall line partially', () => {
    const map = mapOf(3, 9000);
    map.grow(
      3,
      1,
      Uint32Array.from([
        packFacts({
          columns: 10_000_000,
          isExact: true,
          isError: false,
          isHidden: false,
          isWarning: false,
          isRepeat: false,
        }),
      ]),
    );
    map.unfold(1);
    const layout = layOut(map, { kind: 'line', line: 1, offset: 1_000_000 }, viewport);
    const tall = layout.lines.find(({ line }) => line === 1);
    expect(tall?.part).toMatchObject({ from: 49_984 });
    expect((tall?.part?.to ?? 0) - (tall?.part?.from ?? 0)).toBeLessThan(80);
    expect(tall?.top).toBe(8 + 90 * 20 + 49_984 * 20);
  });

  it('renders pinned lines outside the viewport', () => {
    const layout = layOut(mapOf(10_000), { kind: 'end' }, viewport, [3, 9999]);
    expect(layout.lines[0]).toMatchObject({ line: 3, top: 8 + 3 * 20 });
    expect(layout.lines.filter(({ line }) => line === 9999)).toHaveLength(1);
  });

  it('lays out an empty log', () => {
    expect(layOut(new RowMap(), { kind: 'end' }, viewport)).toMatchObject({
      scrollTop: 0,
      lines: [],
    });
  });
});

describe('placeToShow', () => {
  const map = mapOf(1000);
  const place = { kind: 'line', line: 500, offset: 0 } as const;

  it.each([
    ['nothing for a visible line', 510, null],
    ['a line above at the top', 400, { kind: 'line', line: 400, offset: 0 }],
    ['a line below at the bottom', 600, { kind: 'line', line: 600, offset: 20 - 600 }],
  ] as const)('returns %s', (_, line, expected) => {
    expect(placeToShow(map, line, place, viewport)).toEqual(expected);
  });

  it('shows the start of a line that is taller than the view', () => {
    expect(placeToShow(mapOf(1000, 10_000), 2, place, viewport)).toEqual({
      kind: 'line',
      line: 2,
      offset: 0,
    });
  });

  it('returns nothing for the last line at the end', () => {
    expect(placeToShow(map, 999, { kind: 'end' }, viewport)).toBeNull();
  });
});

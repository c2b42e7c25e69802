import { LineCounter } from '@millrace/contract/log-lines';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unpackFacts } from './line-facts.ts';
import { LogBuffer } from './log-buffer.ts';

const line = (pos: number, out: string, time = 0) => ({ pos, out, time });
const red = '\u001b[31m';

function textsOf(buffer: LogBuffer): string[] {
  return Array.from({ length: buffer.count }, (_, at) => buffer.textOf(at));
}

describe('LogBuffer', () => {
  it('stores each line once, in any order of arrival', () => {
    const texts = Array.from({ length: 30 }, (_, at) => `line ${at}\n`);
    const batches = fc.array(fc.array(fc.nat(29), { maxLength: 10 }));
    fc.assert(
      fc.property(batches, (given) => {
        const buffer = new LogBuffer();
        for (const batch of given) buffer.add(batch.map((pos) => line(pos, texts[pos] ?? '')));
        const all = new Set(given.flat());
        expect(buffer.size).toBe(all.size);
        expect(buffer.count).toBe(Math.max(-1, ...all) + 1);
        for (const pos of all) expect(buffer.textOf(pos)).toBe(`line ${pos}`);
        buffer.add(texts.map((out, pos) => line(pos, out)));
        expect(textsOf(buffer)).toEqual(texts.map((text) => text.trim()));
      }),
    );
  });

  it('returns the added lines, and null for known lines', () => {
    const buffer = new LogBuffer();
    const added = buffer.add([line(5, 'five\n'), line(7, 'seven\n')]);
    expect(added?.from).toBe(5);
    expect([...(added?.facts ?? [])].map((packed) => unpackFacts(packed).columns)).toEqual([
      4, 0, 5,
    ]);
    expect(buffer.add([line(5, 'five\n')])).toBeNull();
  });

  it('does not count an empty last line', () => {
    const buffer = new LogBuffer();
    expect(buffer.add([line(0, '')])).toBeNull();
    const added = buffer.add([line(1, 'one\n'), line(2, '\n'), line(3, '')]);
    expect([added?.from, added?.facts.length, buffer.count]).toEqual([0, 3, 3]);
    expect([...buffer.chunks()].join('')).toBe('one\n\n');
    expect(buffer.add([line(3, '')])).toBeNull();
    const more = buffer.add([line(4, 'four\n'), line(5, '')]);
    expect([more?.from, more?.facts.length, buffer.count]).toEqual([3, 2, 5]);
    expect(textsOf(buffer)).toEqual(['', 'one', '', '', 'four']);
  });

  it('continues colours on the next line, also if earlier lines arrive later', () => {
    const buffer = new LogBuffer();
    buffer.add([line(2, 'two\n')]);
    expect(buffer.row(2, false)?.segments).toEqual([{ text: 'two', style: {} }]);
    buffer.add([line(0, `${red}zero\n`), line(1, 'one\n')]);
    expect(buffer.row(2, false)?.segments).toEqual([{ text: 'two', style: { color: 1 } }]);
  });

  it('folds very long lines', () => {
    const buffer = new LogBuffer();
    buffer.add([line(0, 'x'.repeat(5_000_000))]);
    expect(buffer.row(0, false)).toMatchObject({ foldedLength: 4_998_000 });
    expect(buffer.row(0, true)?.segments[0]?.text).toHaveLength(5_000_000);
  });

  it('limits the number of segments of a line', () => {
    const buffer = new LogBuffer();
    buffer.add([line(0, Array.from({ length: 5000 }, (_, at) => `\u001b[3${at % 8}mx`).join(''))]);
    const { segments = [] } = buffer.row(0, false) ?? {};
    expect(segments).toHaveLength(200);
    expect(segments.map((segment) => segment.text).join('')).toBe('x'.repeat(5000));
  });

  it.each([
    ['::group::Build\n', 'start', 'Build'],
    ['##[group]Build\n', 'start', 'Build'],
    ['section_start:1700000000:build\r\u001b[0KBuild\n', 'start', 'Build'],
    ['section_end:1:a\r\u001b[0Ksection_start:2:b\r\u001b[0KBuild\n', 'next', 'Build'],
    ['##[section]Build\n', 'section', 'Build'],
    ['--- :hammer: Build\n', 'section', ':hammer: Build'],
    ['\u001b[36m+++ Build\u001b[0m\n', 'section', 'Build'],
    ['~~~ Build\n', 'section', 'Build'],
    ['web session: https://tunnel.example.com/x\n', 'session', 'https://tunnel.example.com/x'],
    ['::endgroup::\n', 'end', ''],
    ['section_end:1700000000:build\r\u001b[0K\n', 'end', ''],
  ])('reads marks: %j', (out, kind, title) => {
    const buffer = new LogBuffer();
    expect(buffer.add([line(0, out)])?.marks).toEqual([{ line: 0, kind, title }]);
    if (kind !== 'end' && kind !== 'session')
      expect(buffer.row(0, false)?.segments[0]?.text).toBe(title);
  });

  it('folds a group as its author wants', () => {
    const out = '\u001b[0Ksection_start:1700000000:build[collapsed=true]\r\u001b[0KBuild\n';
    const mark = { line: 0, kind: 'start', title: 'Build', isFolded: true };
    expect(new LogBuffer().add([line(0, out)])?.marks).toEqual([mark]);
  });

  it('shows what follows the end of a group in its line', () => {
    const buffer = new LogBuffer();
    const added = buffer.add([line(0, 'section_end:1:a\r\u001b[0KDone\n')]);
    expect(added?.marks).toEqual([{ line: 0, kind: 'end', title: '' }]);
    expect(buffer.row(0, false)?.segments[0]?.text).toBe('Done');
    expect(unpackFacts(added?.facts[0] ?? 0).isHidden).toBe(false);
  });

  it.each([
    '--- a/mill.ts\n',
    '+++ b/mill.ts\n',
    '--- /dev/null\n',
    '--- mill.ts\t2026-01-01\n',
    '--- FAIL: TestMill (0.00s)\n',
    '---\n',
    '--------\n',
    '-- done\n',
  ])('reads no mark in %j', (out) => {
    expect(new LogBuffer().add([line(0, out)])?.marks).toEqual([]);
  });

  it('marks lines that report a failure', () => {
    const buffer = new LogBuffer();
    buffer.add([line(0, `${red}Error: no water\n`), line(1, '0 errors\n')]);
    expect(buffer.row(0, false)?.isError).toBe(true);
    expect(buffer.row(1, false)?.isError).toBe(false);
  });

  it('returns the visible text of a range, and the original log', () => {
    const buffer = new LogBuffer();
    buffer.add([line(0, `${red}abc\n`), line(1, 'def\r\n'), line(2, 'ghi')]);
    expect(buffer.textBetween({ line: 0, column: 1 }, { line: 2, column: 2 })).toBe('bc\ndef\ngh');
    expect([...buffer.chunks(2)].join('')).toBe(`${red}abc\ndef\r\nghi`);
  });

  it('joins entries to lines, in any order of arrival', () => {
    const chars = fc.array(fc.constantFrom('a', 'b', '\n', '\n'), { minLength: 1, maxLength: 60 });
    const cuts = fc.array(fc.nat(60), { maxLength: 20 });
    const batches = fc.array(fc.array(fc.nat(21), { maxLength: 8 }), { maxLength: 8 });
    fc.assert(
      fc.property(chars, cuts, batches, (given, places, order) => {
        const ends = [...places.sort((one, other) => one - other), given.length];
        const counter = new LineCounter();
        const entries = ends.map((end, pos) =>
          counter.number(line(pos, given.slice(ends[pos - 1] ?? 0, end).join(''))),
        );
        const buffer = new LogBuffer();
        for (const batch of order) buffer.add(batch.flatMap((pos) => entries[pos] ?? []));
        buffer.add(entries);
        const text = given.join('');
        expect([...buffer.chunks()].join('')).toBe(text);
        expect(textsOf(buffer)).toEqual(text.replace(/\n$/, '').split('\n'));
        expect(buffer.nextPos).toBe(entries.length);
      }),
      { numRuns: 500 },
    );
  });

  it('shows an unfinished line while it grows', () => {
    const buffer = new LogBuffer();
    const add = (pos: number, out: string, at: number) =>
      buffer.add([{ ...line(pos, out), line: at }]);
    expect(add(0, "+ echo 'a", 0)).toMatchObject({ from: 0 });
    expect(add(1, ' b\n', 0)).toMatchObject({ from: 0 });
    // Still within the quotes of the command.
    expect(add(2, 'err', 1)).toMatchObject({ from: 1 });
    add(3, "or: no' &&\n", 1);
    expect(buffer.row(1, false)?.isError).toBe(false);
    add(4, 'Error: no wat', 2);
    add(5, 'er\n', 2);
    expect(buffer.row(2, false)).toMatchObject({ isError: true });
    expect(textsOf(buffer)).toEqual(["+ echo 'a b", "error: no' &&", 'Error: no water']);
  });

  it('gives a line the time of its first piece', () => {
    const buffer = new LogBuffer();
    buffer.add([{ ...line(1, 'b\n', 20), line: 0 }]);
    buffer.add([{ ...line(0, 'a', 10), line: 0 }]);
    expect(buffer.row(0, false)).toMatchObject({ time: 10, segments: [{ text: 'ab' }] });
  });
});

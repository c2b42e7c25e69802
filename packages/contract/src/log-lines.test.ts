import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinLines, LineCounter } from './log-lines.ts';

const toEntries = (outs: readonly string[]) =>
  outs.map((out, pos) => ({ pos, out, time: pos * 10 }));
const numbered = (outs: readonly string[]) => {
  const counter = new LineCounter();
  return toEntries(outs).map((entry) => counter.number(entry));
};

describe('line numbers of entries', () => {
  it.each([
    ['whole lines', ['a\n', 'b\n'], [undefined, undefined]],
    ['a line in two parts', ['a', 'b\n', 'c\n'], [0, 0, 1]],
    ['several lines', ['a\nb\n', 'c\n'], [0, 2]],
    ['empty entries', ['', 'a\n', '', 'b\n'], [0, 0, 1, 1]],
    ['a part after several lines', ['a\nb', 'c\n', 'd\n'], [0, 1, 2]],
    ['no line break at the end', ['a\n', 'b'], [undefined, 1]],
    ['a carriage return', ['1 %\r', '2 %\r', 'done\r\n'], [0, 0, 0]],
  ])('%s', (_, outs, expected) => {
    expect(numbered(outs).map(({ line }) => line)).toEqual(expected);
  });

  it('continue after a stored entry', () => {
    const first = new LineCounter();
    expect(first.nextLine).toBeNull();
    first.number({ pos: 0, out: 'a', time: 0 });
    expect(first.nextLine).toBe(0);
    const next = new LineCounter(0, first.nextLine);
    expect(next.number({ pos: 1, out: 'b\n', time: 0 })).toMatchObject({ line: 0 });
    expect(next.nextLine).toBe(1);
    const plain = new LineCounter(4);
    expect(plain.number({ pos: 5, out: 'c\n', time: 0 })).not.toHaveProperty('line');
    expect(plain.nextLine).toBeNull();
  });

  it('do not skip numbers where positions are missing', () => {
    const counter = new LineCounter();
    const lines = [3, 7].map((pos) => counter.number({ pos, out: 'a\n', time: 0 }).line);
    expect(lines).toEqual([0, 1]);
  });
});

describe('joined lines', () => {
  it.each([
    ['whole lines', ['a\n', 'b\n'], ['a\n', 'b\n']],
    ['parts', ['a', '', 'b\nc', '\n', '\n', 'd'], ['ab\n', 'c\n', '\n', 'd']],
    ['carriage returns', ['1 %\r', '2 %\r\n'], ['1 %\r2 %\r\n']],
    ['nothing', ['', ''], []],
  ])('%s', (_, outs, expected) => {
    const lines = joinLines(numbered(outs));
    expect(lines.map(({ out }) => out)).toEqual(expected);
    expect(lines.map(({ pos }) => pos)).toEqual(expected.map((_line, at) => at));
  });

  it('have the time of their first piece', () => {
    expect(joinLines(numbered(['a', 'b\nc', 'd'])).map(({ time }) => time)).toEqual([0, 10]);
  });

  it('leave entries without line numbers as they are', () => {
    const entries = toEntries(['a', '', 'b\nc\n']);
    expect(joinLines(entries)).toEqual(entries);
  });

  it('equal the lines of the text, wherever it is cut', () => {
    const text = fc.array(fc.constantFrom('a', 'ß', ' ', '\n', '\n', '\r'), { maxLength: 60 });
    const cuts = fc.array(fc.nat(60), { maxLength: 12 });
    fc.assert(
      fc.property(text, cuts, fc.nat(12), (chars, positions, restart) => {
        const sorted = [0, ...positions.sort((one, other) => one - other), chars.length];
        const outs = sorted.map((to, at) => chars.slice(sorted[at - 1] ?? 0, to).join(''));
        let counter = new LineCounter();
        const entries = toEntries(outs).map((entry) => {
          // A batch after a restart of the server.
          if (entry.pos === restart) counter = new LineCounter(entry.pos - 1, counter.nextLine);
          return counter.number(entry);
        });
        const expected = chars
          .join('')
          .split(/(?<=\n)/)
          .filter((line) => line !== '');
        const lines = joinLines(entries);
        expect(lines.map(({ out }) => out)).toEqual(expected);
        expect(lines.map(({ pos }) => pos)).toEqual(expected.map((_line, at) => at));
      }),
      { numRuns: 1000 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LogBuffer } from './log-buffer.ts';

const esc = '\u001b[';

/** Returns the visible lines, each as its number and text. */
function shownOf(buffer: LogBuffer): [number, string][] {
  return Array.from({ length: buffer.count }, (_, at): [number, string] => [at, buffer.textOf(at)])
    .filter(([at]) => !buffer.isHidden(at))
    .map(([at, text]) => [at, text]);
}

function read(outs: string[]): [number, string][] {
  const buffer = new LogBuffer();
  buffer.add(outs.map((out, pos) => ({ pos, out, time: 0 })));
  return shownOf(buffer);
}

describe('ScreenRows', () => {
  it.each<[string, string[], [number, string][]]>([
    [
      'plain lines',
      ['a\n', 'b\n'],
      [
        [0, 'a'],
        [1, 'b'],
      ],
    ],
    [
      'two progress bars that are updated twice',
      [
        'pulling\n',
        'a 10%\n',
        'b 20%\n',
        `${esc}2A${esc}2Ka 50%\n`,
        `${esc}2Kb 60%\n`,
        `${esc}2A${esc}2Ka 100%\n`,
        `${esc}2Kb 100%\n`,
        'done\n',
      ],
      [
        [0, 'pulling'],
        [1, 'a 100%'],
        [2, 'b 100%'],
        [7, 'done'],
      ],
    ],
    [
      'a row that is overwritten without being erased',
      ['loading\n', `${esc}1Aok\n`],
      [[0, 'okading']],
    ],
    [
      'a row that is overwritten by a shorter one',
      ['loading\n', `${esc}1A${esc}2K${esc}1Gok\n`],
      [[0, 'ok']],
    ],
    [
      'moving up and down again',
      ['a\n', 'b\n', `${esc}2AA${esc}2B\n`, 'c\n'],
      [
        [0, 'A'],
        [1, 'b'],
        [2, ''],
        [3, 'c'],
      ],
    ],
    [
      'rows that are erased',
      ['a\n', 'b\n', 'c\n', `${esc}2A${esc}Jend\n`, 'more\n'],
      [
        [0, 'a'],
        [1, 'end'],
        [4, 'more'],
      ],
    ],
    [
      'a screen that is cleared',
      ['a\n', `${esc}2J${esc}Hb\n`],
      [
        [0, 'a'],
        [1, 'b'],
      ],
    ],
    ['moving up by more rows than exist', ['a\n', `${esc}99Ab\n`], [[0, 'b']]],
  ])('shows %s', (_, outs, rows) => {
    expect(read(outs)).toEqual(rows);
  });

  it('moves the cursor up by at most fifty rows', () => {
    const lines = Array.from({ length: 80 }, (_, at) => `${at}\n`);
    const shown = read([...lines, `${esc}79A${esc}2Kback\n`]);
    expect(shown[30]).toEqual([30, 'back']);
    expect(shown).toHaveLength(80);
  });

  it('shows the same text for any batches of lines', () => {
    const bars = Array.from(
      { length: 120 },
      (_, at) => `${at % 3 === 0 ? `${esc}3A` : ''}${esc}2K${at}%\n`,
    );
    const outs = ['a\n', 'b\n', 'c\n', ...bars, 'end\n'];
    const whole = read(outs);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: outs.length - 1 }), (cut) => {
        const lines = outs.map((out, pos) => ({ pos, out, time: 0 }));
        const grown = new LogBuffer();
        grown.add(lines.slice(0, cut));
        grown.add(lines.slice(cut));
        expect(shownOf(grown)).toEqual(whole);
      }),
    );
    expect(whole.map(([, text]) => text)).toEqual(['117%', '118%', '119%', 'end']);
  });

  it('applies earlier lines that arrive after the end of the log', () => {
    const buffer = new LogBuffer();
    const outs = ['a\n', 'b\n', `${esc}2A${esc}2KA\n`, `${esc}2KB\n`, 'end\n'];
    const lines = outs.map((out, pos) => ({ pos, out, time: 0 }));
    buffer.add(lines.slice(2));
    buffer.add(lines.slice(0, 2));
    expect(shownOf(buffer)).toEqual([
      [0, 'A'],
      [1, 'B'],
      [4, 'end'],
    ]);
  });

  it('copies the visible text and downloads the original log', () => {
    const buffer = new LogBuffer();
    const outs = [`${esc}31ma${esc}0m\n`, `${esc}1A${esc}2Kb\n`, 'c\n'];
    buffer.add(outs.map((out, pos) => ({ pos, out, time: 0 })));
    expect([...buffer.shownChunks()].join('')).toBe('b\nc\n');
    expect(buffer.textBetween({ line: 0, column: 0 }, { line: 2, column: 1 })).toBe('b\nc');
    expect([...buffer.chunks()].join('')).toBe(outs.join(''));
  });
});

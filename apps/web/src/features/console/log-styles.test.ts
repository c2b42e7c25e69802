import { expect, test } from 'vitest';
import { LogStyles } from './log-styles.ts';

const esc = '\u001b';
const line = (pos: number, out: string) => ({ pos, out, time: 0 });

test('a colour carries over to the lines after it, also when they come later', () => {
  const styles = new LogStyles();
  const first = [line(0, `${esc}[31mred\n`), line(1, 'still red\n')];
  styles.update(first);
  expect(styles.startOf(1)).toEqual({ color: 'var(--term-1)' });
  styles.update([...first, line(2, `${esc}[0mplain\n`), line(3, 'plain\n')]);
  expect(styles.startOf(2)).toEqual({ color: 'var(--term-1)' });
  expect(styles.startOf(3)).toEqual({});
});

test('a line that is filled in between recolours what follows', () => {
  const styles = new LogStyles();
  const last = line(2, 'end\n');
  styles.update([line(0, 'a\n'), last]);
  expect(styles.segmentsOf(last, 1)[0]?.style).toEqual({});
  styles.update([line(0, 'a\n'), line(1, `${esc}[1mb\n`), last]);
  expect(styles.segmentsOf(last, 2)[0]?.style).toEqual({ bold: true });
});

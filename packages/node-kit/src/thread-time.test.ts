import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProcessorMs, readThreadId } from './thread-time.ts';

describe.runIf(process.platform === 'linux')('the processor time of a thread', () => {
  it('grows while it computes', () => {
    const id = readThreadId();
    const startMs = readProcessorMs(id) ?? Number.NaN;
    expect(startMs).toBeGreaterThan(0);
    while ((readProcessorMs(id) ?? 0) <= startMs);
  });

  it('is unknown if there is no such thread', () => {
    expect(readProcessorMs(0)).toBeUndefined();
    expect(readProcessorMs(2 ** 31 - 1)).toBeUndefined();
  });
});

describe('on a kernel that counts ticks only', () => {
  const stat = '7 (a) b) R 1 2 3 4 5 6 7 8 9 10 25 5 0 0\n';

  it.each([
    ['without nanoseconds', undefined],
    ['with zero nanoseconds', '0 0 0\n'],
  ])('%s, ticks are converted', (_, schedstat) => {
    const folder = mkdtempSync(join(tmpdir(), 'thread-time-'));
    mkdirSync(join(folder, '7'));
    writeFileSync(join(folder, '7/stat'), stat);
    if (schedstat) writeFileSync(join(folder, '7/schedstat'), schedstat);
    expect(readProcessorMs(7, folder)).toBe(300);
    rmSync(folder, { recursive: true });
  });
});

import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { EndMark } from './end-mark.ts';

/** Runs a script with the mark, without a terminal. The shell stops after the mark, so it is killed with it. */
function run(mark: EndMark, script: string): Buffer {
  const commands = mark.script.replace('kill -s STOP $$', 'kill -s KILL $$');
  return spawnSync('/bin/sh', ['-c', commands, '/bin/sh', '-c', script]).stdout;
}

/** Reads bytes in pieces of a size. */
function readPieces(mark: EndMark, bytes: Buffer, size: number) {
  const output: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const read = mark.read(bytes.subarray(at, at + size));
    output.push(read.output);
    if (read.exitCode !== undefined)
      return { output: Buffer.concat(output).toString(), exitCode: read.exitCode };
  }
  output.push(mark.end());
  return { output: Buffer.concat(output).toString(), exitCode: undefined };
}

describe('the mark at the end of an output', () => {
  const sizes = [1, 2, 3, 7, 1000];

  it.each(sizes)('is found with the exit code in pieces of %i bytes', (size) => {
    for (const exitCode of [0, 7, 42, 255]) {
      const mark = new EndMark();
      const bytes = run(mark, `printf 'rye\\036 12'; exit ${exitCode}`);
      expect(readPieces(mark, bytes, size)).toEqual({ output: 'rye\u001e 12', exitCode });
    }
  });

  it('has the code of the signal that killed the program', () => {
    const mark = new EndMark();
    expect(readPieces(mark, run(mark, 'kill -9 $$'), 5)).toEqual({ output: '', exitCode: 137 });
  });

  it.each(sizes)('is not taken from another output in pieces of %i bytes', (size) => {
    const other = run(new EndMark(), 'echo rye');
    const read = readPieces(new EndMark(), other, size);
    expect(read).toEqual({ output: other.toString(), exitCode: undefined });
  });

  it('is written by every shell that is here', () => {
    const shells = execFileSync('sh', ['-c', 'command -v dash bash busybox || :']);
    for (const shell of shells.toString().trim().split('\n')) {
      const mark = new EndMark();
      const commands = mark.script.replace('kill -s STOP $$', 'kill -s KILL $$');
      const args = ['-c', commands, '/bin/sh', '-c', 'echo rye; exit 9'];
      const all = shell.endsWith('busybox') ? ['sh', ...args] : args;
      const { stdout } = spawnSync(shell, all);
      expect(readPieces(mark, stdout, 4)).toEqual({ output: 'rye\n', exitCode: 9 });
    }
  });
});

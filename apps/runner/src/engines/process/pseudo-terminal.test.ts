import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { startPseudoTerminal } from './pseudo-terminal.ts';

const size = { columns: 80, rows: 24 };

/** Starts a script on a terminal. */
function start(script: string, signal = new AbortController().signal) {
  const args = ['-c', script];
  const environment = { PATH: String(process.env.PATH) };
  const program = { file: '/bin/sh', args, directory: '/', environment, account: undefined };
  return startPseudoTerminal({ ...program, killAll: async () => undefined }, size, signal);
}

async function readAll(output: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of output) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Blocks this thread, as a busy machine does. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const numbers = (last: number) => Array.from({ length: last }, (_, at) => `${at + 1}\r\n`).join('');

describe('a program on a pseudo terminal', () => {
  it('loses no output if it ends while this process is busy', async () => {
    const { output, exited } = await start('seq 1 1500; exit 3');
    block(300);
    expect(await readAll(output)).toBe(numbers(1500));
    expect(await exited).toBe(3);
  });

  it('loses no output if it ends while nobody reads', async () => {
    // Not its process id, which another program may get.
    const file = join(await temporaryDirectory(), 'end');
    const { output, exited } = await start(`seq 1 14000; touch ${file}; exit 3`);
    await expect.poll(() => existsSync(file)).toBe(true);
    block(300);
    expect(await readAll(output)).toBe(numbers(14_000));
    expect(await exited).toBe(3);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Build, Line, LogSearch } from '@millrace/contract/api';
import { joinLines } from '@millrace/contract/log-lines';
import { skipIf } from '@millrace/test-support/skip-if';
import { describe, expect, it, onTestFinished } from 'vitest';
import { existingRunner, startExistingRunner } from '../../../testing/existing-runner.ts';
import { rpcEnvironment } from '../../../testing/rpc-client.ts';
import { bearer, pushSampleRepo, startTestServer } from '../../../testing/test-server.ts';

const lineCount = 40_000;
// ASCII, because the runner replaces both halves of a character that it cuts.
const texts = Array.from({ length: lineCount }, (_, at) => {
  if (at % 9 === 4) return '';
  return `line ${at} ${'size '.repeat(at % 20)}${at % 500 === 0 ? 'needle' : ''}`;
});

describe(
  'an existing runner (MILLRACE_TEST_DRONE_RUNNER_EXEC)',
  skipIf(!existingRunner && 'MILLRACE_TEST_DRONE_RUNNER_EXEC is not set'),
  () => {
    it('has logs with the lines of its steps', { timeout: 120_000 }, async () => {
      const server = await startTestServer({ env: rpcEnvironment });
      onTestFinished(() => server.stop());
      const ada = await server.addUser('ada');
      const stop = await startExistingRunner(server);
      onTestFinished(stop);
      const output = join(server.tempDir, 'output');
      writeFileSync(output, texts.join('\n'));
      const pipeline = {
        kind: 'pipeline',
        type: 'exec',
        name: 'logs',
        platform: { os: 'linux', arch: process.arch === 'x64' ? 'amd64' : process.arch },
        clone: { disable: true },
        steps: [{ name: 'print', commands: [`cat ${output}`] }],
      };
      await pushSampleRepo(server, 'ada', 'logs', JSON.stringify(pipeline));
      const get = async <Answer>(path: string): Promise<Answer> => {
        const response = await fetch(`${server.url}/api/repos/ada/logs/builds/1${path}`, {
          headers: bearer(ada),
        });
        return (await response.json()) as Answer;
      };
      await expect
        .poll(async () => (await get<Build>('')).status, { timeout: 100_000, interval: 200 })
        .toBe('success');
      const entries = await get<Line[]>('/logs/1/1');
      const lines = joinLines(entries);
      const printed = lines.map(({ out }) => out.replace(/\n$/, '')).slice(-lineCount);
      expect(printed.filter((text, at) => text !== texts[at])).toEqual([]);
      expect(lines.map(({ pos }) => pos)).toEqual(lines.map((_, at) => at));
      const { count } = await get<LogSearch>('/search?q=needle');
      expect(count).toBe(texts.filter((text) => text.includes('needle')).length);
      // The runner does cut its lines, so that the test can fail.
      expect(entries.filter(({ out }) => !/^[^\n]*\n$/.test(out)).length).toBeGreaterThan(0);
    });
  },
);

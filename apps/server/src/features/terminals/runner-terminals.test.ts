import { afterEach, beforeEach, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { EndKeptSteps } from './end-kept-steps.ts';
import { RunnerTerminals } from './runner-terminals.ts';
import { TerminalStore } from './terminal-store.ts';

const keptSec = 900;
const jobSec = 15;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  const ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  await fetch(`${server.url}/api/repos/ada/project/terminal-settings`, {
    method: 'PATCH',
    headers: { ...bearer(ada), 'content-type': 'application/json' },
    body: '{"keep_failed": true}',
  });
});
afterEach(() => server.stop());

it('keeps an environment while a call of its runner waits, as the embedded runner does without an end', async () => {
  let nowMs = 1_800_000_000_000;
  const clock = {
    nowMs: () => nowMs,
    nowSec: () => Math.floor(nowMs / 1000),
    /** Passes the time at once, in which the job of the server checks all environments. */
    wait: async (ms: number, signal?: AbortSignal) => {
      for (const endMs = nowMs + ms; nowMs < endMs && !signal?.aborted; ) {
        nowMs = Math.min(endMs, nowMs + jobSec * 1000);
        await ending.checkAll();
      }
    },
  };
  const ending = new EndKeptSteps({
    ...server.core,
    contributed: server.features.contributed,
    clock,
  });
  const calls = new RunnerTerminals({ ...server.core, clock, ending, keptSec });
  const { step: started } = await startNextStage(runnerApiOf(server));
  const step = await server.core.stages.findStep(started.id);
  if (!step) throw new Error('There is no step');
  const startMs = nowMs;
  await calls.keep(step, 'built-in');
  const watched = calls.watch(step, [], new AbortController().signal);
  await expect(watched).rejects.toThrow('The environment of the step must be removed');
  const kept = await new TerminalStore(server.core.db).findByStep(step.id);
  expect(kept?.endReason).toBe('deadline');
  expect(nowMs - startMs).toBeGreaterThanOrEqual(keptSec * 1000);
});

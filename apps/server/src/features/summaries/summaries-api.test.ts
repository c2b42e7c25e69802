import type { Build } from '@millrace/contract/api';
import { maxSummaryBytes } from '@millrace/contract/api';
import type { RunnerApi } from '@millrace/contract/runner';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { SummaryService } from './summary-service.ts';

let server: TestServer;
let ada: { id: number; token: string };
let api: RunnerApi;
beforeEach(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  api = runnerApiOf(server);
});
afterEach(() => server.stop());

const call = (path: string, who = ada) =>
  server.app.inject({ url: `/api/repos/ada/project/builds/1${path}`, headers: bearer(who) });
const summaries = () => new SummaryService(server.core);
const bytes = (text: string) => new TextEncoder().encode(text);

it('returns a summary with its step, to accounts with read access', async () => {
  const { step } = await startNextStage(api);
  expect((await call('/summaries/1/1')).statusCode).toBe(404);
  await summaries().set(step.id, bytes('# One'));
  await summaries().set(step.id, bytes('# Größe'));
  const build: Build = (await call('')).json();
  expect(build.stages?.[0]?.steps?.[0]).toMatchObject({ summary: true });
  expect((await call('/summaries/1/1')).json()).toEqual({ text: '# Größe' });
  expect((await call('/summaries/1/1', await server.addUser('eve'))).statusCode).toBe(404);
});

it.each([
  ['too long', 'x'.repeat(maxSummaryBytes + 1), 'A summary may have at most 131.1 kB'],
  ['no text', Uint8Array.of(0xc3, 0x28), 'A summary must be text in UTF-8'],
])('rejects one that is %s, and keeps the previous one', async (_, content, message) => {
  const { step } = await startNextStage(api);
  await summaries().set(step.id, bytes('before'));
  const sent = typeof content === 'string' ? bytes(content) : content;
  await expect(summaries().set(step.id, sent)).rejects.toThrow(message);
  expect((await call('/summaries/1/1')).json()).toEqual({ text: 'before' });
});

it('keeps one of an earlier attempt readable', async () => {
  const { stage, step } = await startNextStage(api);
  await summaries().set(step.id, bytes('first'));
  const ended = await api.updateStep({
    params: { step: step.id },
    body: { ...step, status: 'failure', stopped: 2 },
  });
  await api.updateStage({
    params: { stage: stage.id },
    body: { ...stage, status: 'failure', stopped: 2, steps: [ended] },
  });
  await server.app.inject({
    method: 'POST',
    url: '/api/repos/ada/project/builds/1?only=failed',
    headers: bearer(ada),
  });
  const next = await startNextStage(api);
  await summaries().set(next.step.id, bytes('second'));
  expect((await call('/summaries/1/1')).json()).toEqual({ text: 'second' });
  expect((await call('/summaries/1/1?attempt=1')).json()).toEqual({ text: 'first' });
});

import { expect, it, onTestFinished } from 'vitest';
import { toLines } from '../../../testing/build-with-logs.ts';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { pushSampleRepo, startTestServer } from '../../../testing/test-server.ts';
import { type LogsPort, logsPort } from '../logs/port.ts';
import { FailureRecorder } from './failure-recorder.ts';

it('records a failure once if two servers do so at the same time', async () => {
  const server = await startTestServer({ jobs: ['receivePushes'] });
  onTestFinished(() => server.stop());
  await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  const api = runnerApiOf(server);
  const { stage, step } = await startNextStage(api);
  const lines = toLines(['Error: expected 4, got 5']);
  await api.appendLogs({ params: { step: step.id }, body: lines });
  const ended = { status: 'failure', exit_code: 1, stopped: 2 } as const;
  const steps = [await api.updateStep({ params: { step: step.id }, body: { ...step, ...ended } })];
  await api.updateStage({ params: { stage: stage.id }, body: { ...stage, ...ended, steps } });
  const { core, ask } = server;
  const build = await core.builds.findById(stage.build_id);
  if (!build) throw new Error('no build');
  const { signal } = new AbortController();
  // Both have listed the failure before one of them stores it.
  const waiting = Promise.withResolvers<void>();
  let readers = 0;
  const listStepErrors: LogsPort['listStepErrors'] = async (...call) => {
    if (++readers === 2) waiting.resolve();
    await waiting.promise;
    return ask(logsPort).listStepErrors(...call);
  };
  const { contributed } = server.features;
  const deps = { ...core, contributed, logsPort: { listStepErrors } };
  const recorders = [new FailureRecorder(deps), new FailureRecorder(deps)];
  await Promise.all(recorders.map((recorder) => recorder.record(build, signal)));
  const failures = await core.db.selectFrom('failures').selectAll().execute();
  const totals = await core.db.selectFrom('repo_causes').select('failures').execute();
  expect(failures).toHaveLength(1);
  expect(totals).toEqual([{ failures: 1 }]);
});

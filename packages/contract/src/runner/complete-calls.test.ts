import { expect, it } from 'vitest';
import { FileRefusal } from './call-errors.ts';
import { completeCalls } from './complete-calls.ts';
import { createRunnerApi, type RunnerApi, runnerCallNames } from './runner-api.ts';

const own = createRunnerApi((name) => Promise.reject(new Error(`handled ${name}`)));
const { requestStage, acceptStage, getStageDetails, updateStage } = own;
const { updateStep, watchBuild, appendLogs } = own;
const required = {
  requestStage,
  acceptStage,
  getStageDetails,
  updateStage,
  updateStep,
  watchBuild,
  appendLogs,
};
const params = { step: 1 };

it('keeps the handlers of the server', async () => {
  const all = completeCalls<RunnerApi>({ ...required, keepStep: own.keepStep });
  await expect(all.watchBuild({ params: { build: 1 }, query: {} })).rejects.toThrow(
    'handled watchBuild',
  );
  await expect(all.keepStep({ params })).rejects.toThrow('handled keepStep');
});

it('ignores or refuses calls whose content the server does not store', async () => {
  const all = completeCalls<RunnerApi>(required);
  expect(Object.keys(all)).toEqual(runnerCallNames);
  expect(await all.createCard({ params, body: { schema: '', data: {} } })).toBeUndefined();
  expect(await all.replaceLogs({ params, body: [] })).toBeUndefined();
  const refusal = new FileRefusal('It is not stored here');
  await expect(all.setOutputs({ params, body: [] })).rejects.toThrow(refusal);
});

import type { RunnerApi } from '@millrace/contract/runner';
import type { StepOutput } from '@millrace/contract/step-outputs';
import { expect, it } from 'vitest';
import { createSecretMask } from '../../logs/secret-mask.ts';
import { StageOutputs } from '../../stage-outputs.ts';
import type { StageReporter } from '../../stage-reporter.ts';
import { createOutputExtension } from '../outputs.ts';

/** Ends a step with these lines; returns the outputs that the server gets, and the notes in the log. */
async function endStep(open: string, matrixOutputs?: string[]) {
  const sent: StepOutput[] = [];
  const notes: string[] = [];
  const api = { setOutputs: async ({ body }: { body: StepOutput[] }) => void sent.push(...body) };
  const reporter = {
    callOptional: async (call: (api: RunnerApi) => Promise<unknown>) => {
      await call(api as unknown as RunnerApi);
      return undefined;
    },
  } as unknown as StageReporter;
  const secrets = ['hunter22'];
  const outputs = new StageOutputs([], secrets, await createSecretMask(secrets));
  const details = matrixOutputs ? { matrixOutputs } : {};
  const { onEnded } = createOutputExtension({ reporter, outputs, details });
  const log = { addNote: async (note: string) => void notes.push(note) };
  const end = { outputs: { open, masked: '' } };
  type OnEnded = NonNullable<typeof onEnded>;
  const [step, result] = [{ id: 1, log }, end] as unknown as Parameters<OnEnded>;
  await onEnded?.(step, result);
  return { masked: sent.filter(({ isMasked }) => isMasked).map(({ name }) => name), notes };
}

const lines = 'T=["a","hunter22"]\nU=a\nV<<END\na\nhunter22\nEND\nW=hunter22\n';

it('masks values of a matrix that contain a secret, which would be names of stages', async () => {
  const note = (name: string) =>
    `[millrace] Outputs: ${name} contains a secret, so that it cannot decide a matrix`;
  expect(await endStep(lines, ['T', 'U', 'V'])).toEqual({
    masked: ['T', 'V'],
    notes: [note('T'), note('V')],
  });
});

it('leaves all other outputs as they are', async () => {
  expect(await endStep(lines)).toEqual({ masked: [], notes: [] });
});

import type { StageDetails } from '@millrace/contract/runner';
import type { StepOutput } from '@millrace/contract/step-outputs';
import { isFinished } from '@millrace/contract/vocabulary';
import type { Workspace } from '../../engines/engine.ts';
import { canHaveOutputs, type StagePlan, specOf } from '../../plan/stage-plan.ts';
import type { EarlierSteps } from '../earlier-steps.ts';
import type { SecretMask } from '../logs/secret-mask.ts';
import type { StageOutputs } from '../stage-outputs.ts';
import type { StageReporter } from '../stage-reporter.ts';
import { readOutputs } from './outputs/read-outputs.ts';
import type { StepExtension } from './step-extension.ts';

interface OutputStage {
  reporter: StageReporter;
  outputs: StageOutputs;
  details: Pick<StageDetails, 'matrixOutputs'>;
}

/** Makes the outputs of a step available to later steps and stages. */
export function createOutputExtension({ reporter, outputs, details }: OutputStage): StepExtension {
  const { matrixOutputs = [] } = details;
  return {
    onEnded: async ({ id, log }, { outputs: texts }) => {
      if (!texts) return;
      const read = readOutputs(texts);
      for (const output of read.outputs.filter(({ name }) => matrixOutputs.includes(name))) {
        if (output.isMasked || !(await hasSecret(output, outputs.maskSecrets))) continue;
        // The server makes names of stages of values that are not masked.
        output.isMasked = true;
        read.problems.push(`${output.name} contains a secret, so that it cannot decide a matrix`);
      }
      for (const problem of read.problems) await log.addNote(`[millrace] Outputs: ${problem}`);
      if (read.outputs.length === 0) return;
      await outputs.add(read.outputs);
      const answer = await reporter.callOptional((api) =>
        api.setOutputs({ params: { step: id }, body: read.outputs }),
      );
      if (answer) {
        await log.addNote(`[millrace] Later stages do not get the outputs: ${answer.message}`);
      }
    },
  };
}

async function hasSecret({ data }: StepOutput, mask: SecretMask): Promise<boolean> {
  for (const line of data.split('\n')) if ((await mask.inSlices(line)) !== line) return true;
  return false;
}

interface ContinuedStage {
  workspace: Workspace;
  earlier: EarlierSteps;
  outputs: StageOutputs;
}

/** Reads the outputs of the steps that an earlier runner has run. */
export async function readEarlierOutputs(
  { steps }: StagePlan,
  { workspace, earlier, outputs }: ContinuedStage,
): Promise<void> {
  for (const step of steps) {
    const isRun = isFinished(earlier.get(step.number)?.status ?? 'pending');
    if (!isRun || !canHaveOutputs(step)) continue;
    const texts = await workspace.readOrphanedOutputs?.({ ...specOf(step), environment: {} });
    if (texts) await outputs.add(readOutputs(texts).outputs);
  }
}

import type { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import type { Build } from '@millrace/build-rules';
import { badRequest } from '@millrace/contract/api-errors';
import { cloneStepName } from '@millrace/pipeline';
import type { BuildRequest } from '../../../builds/build-request.ts';
import type { StageStore } from '../../../builds/stage-store.ts';
import type { Contributed } from '../../../contributions.ts';
import type { Repo } from '../../../domain/repo.ts';
import { askAll } from '../../../shared/ask.ts';

const notKept =
  'The build cannot pause, as the repository keeps no environments of it for terminals';
const isClone = 'The build cannot pause before the clone, as it has no files yet';

interface Deps {
  stages: StageStore;
  pipelineReader: PipelineReader;
  contributed: Pick<Contributed, 'keepsFailedSteps'>;
}

/** Throws an `AppError` if a restart of a build, with this pipeline file, cannot pause before a step. */
export async function requirePause(
  { stages, pipelineReader, contributed }: Deps,
  repo: Repo,
  { build, config }: { build: Build; config: string },
  { stage, step }: NonNullable<BuildRequest['pauseBefore']>,
): Promise<void> {
  const keeps = await askAll(contributed.keepsFailedSteps, repo, build.sourceRepo);
  if (!keeps.includes(true)) throw badRequest(notKept);
  const found = (await stages.list(build.id)).find(({ name }) => name === stage);
  if (!found) throw badRequest(`Build ${build.number} has no stage "${stage}"`);
  if (step === cloneStepName) throw badRequest(isClone);
  const ran = await stages.listSteps([found.id]);
  const known = ran.filter(({ name }) => name === step);
  // A stage that never started has no steps yet, and other parameters can change the name of a step.
  const input = { stage, step, isVariable: ran.length > 0 };
  const steps =
    known.length > 0
      ? known
      : await pipelineReader.run(repo.slug, { name: 'findSteps', input: [config, input] });
  if (steps.length === 0) {
    throw badRequest(`The stage "${stage}" of build ${build.number} has no step "${step}"`);
  }
  if (steps.every(({ isDetached }) => isDetached)) {
    throw badRequest(
      `The build cannot pause before "${step}": a stage does not wait for services and detached steps`,
    );
  }
}

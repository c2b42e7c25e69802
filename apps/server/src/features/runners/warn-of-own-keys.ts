import type { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import type { Stage } from '@millrace/build-rules';
import type { StageDetails } from '@millrace/contract/runner';
import type { ChangeBuild } from '../../builds/change-build.ts';

interface Deps {
  changeBuild: ChangeBuild;
  pipelineReader: PipelineReader;
}

export type WarnOfOwnKeys = (
  stage: Stage,
  details: Pick<StageDetails, 'repo' | 'config' | 'outputs'>,
) => Promise<void>;

/**
 * Adds a warning to a build if a stage has keys that its runner, which is not one of Millrace, does not
 * support.
 */
export function createOwnKeysWarning({ changeBuild, pipelineReader }: Deps): WarnOfOwnKeys {
  return async (stage, { repo, config, outputs = [] }) => {
    const keys = await pipelineReader.run(repo.slug, {
      name: 'findOwnKeys',
      input: [config, stage.name],
    });
    if (outputs.length > 0) keys.push('DRONE_OUTPUT');
    if (keys.length === 0) return;
    const text = `The runner "${stage.machine}" of "${stage.name}" does not support ${keys.join(', ')}`;
    await changeBuild.send({ build: stage.buildId }, { kind: 'warn', text });
  };
}

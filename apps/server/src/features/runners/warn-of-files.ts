import type { StageDetails } from '@millrace/contract/runner';
import type { ChangeBuild } from '../../builds/change-build.ts';
import type { Stage } from '../../domain/build.ts';
import type { PipelineReader } from '../../pipeline-files/pipeline-reader.ts';

interface Deps {
  changeBuild: ChangeBuild;
  pipelineReader: PipelineReader;
}

export type WarnOfFiles = (
  stage: Stage,
  details: Pick<StageDetails, 'repo' | 'config'>,
) => Promise<void>;

/**
 * Adds a warning to a build if a stage has artifacts, test reports or a summary, and its runner does not
 * upload files.
 */
export function createFilesWarning({ changeBuild, pipelineReader }: Deps): WarnOfFiles {
  return async (stage, { repo, config }) => {
    const names = await pipelineReader.run(repo.slug, {
      name: 'findPipelinesWithFiles',
      input: [config],
    });
    if (!names.includes(stage.name)) return;
    const text = `The runner "${stage.machine}" of "${stage.name}" does not support artifacts, test reports and summaries`;
    await changeBuild.send({ build: stage.buildId }, { kind: 'warn', text });
  };
}

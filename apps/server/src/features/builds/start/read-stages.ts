import type { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import type { BuildFile } from '@millrace/build-rules';
import { AppError } from '@millrace/contract/api-errors';
import { conditionFacts, type JudgedFile } from '@millrace/pipeline';
import type { BuildRequest } from '../../../builds/build-request.ts';
import type { Repo } from '../../../domain/repo.ts';
import { describeServer } from '../../../shared/describe-server.ts';

/** Plans the stages of a pipeline file. A file that cannot be read has an error, and no stages. */
export type ReadStages = (
  repo: Repo,
  request: BuildRequest,
  file: BuildFile,
) => Promise<JudgedFile>;

interface Deps {
  pipelineReader: Pick<PipelineReader, 'readStages'>;
  publicUrl: () => string;
}

export function createStageReader({ pipelineReader, publicUrl }: Deps): ReadStages {
  return async (repo, request, { config, changedPaths }) => {
    const facts = conditionFacts(request, {
      slug: repo.slug,
      instance: describeServer(publicUrl()).host,
      paths: changedPaths,
    });
    try {
      return await pipelineReader.readStages(repo.slug, config, facts);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const nothing = { warnings: [], stages: [], trustErrors: [] };
      const errors = [error.message];
      return { errors, ...nothing, hasPathConditions: false, isDeployment: false };
    }
  };
}

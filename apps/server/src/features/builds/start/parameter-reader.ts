import { requestFrom } from '@millrace/build-host/builds/new-build';
import type { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import type { Build } from '@millrace/build-rules';
import type { BuildParameter } from '@millrace/contract/api';
import { badRequest } from '@millrace/contract/api-errors';
import type { ParameterEvent } from '@millrace/contract/vocabulary';
import type { Parameter } from '@millrace/pipeline';
import type { BuildRequest } from '../../../builds/build-request.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { ConfigReader } from './config-reader.ts';

interface Deps {
  configReader: ConfigReader;
  pipelineReader: PipelineReader;
  findTarget: (
    repo: Repo,
    branch: string,
    commit: string,
  ) => Promise<Pick<BuildRequest, 'commit' | 'ref' | 'target'>>;
}

/** Lists the parameters that a user can enter before a build starts. */
export class ParameterReader {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** For a build by hand, of a branch or a commit. */
  async listOfBranch(
    repo: Repo,
    event: ParameterEvent,
    requested: { branch: string; commit: string },
  ): Promise<BuildParameter[]> {
    const branch = requested.branch || repo.defaultBranch;
    const target = await this.deps.findTarget(repo, branch, requested.commit);
    return this.list(repo, { event, trigger: '', sender: '', ...target });
  }

  /** For a deployment of a build. */
  async listOfBuild(repo: Repo, event: ParameterEvent, build: Build): Promise<BuildParameter[]> {
    return this.list(repo, { ...requestFrom(build), event });
  }

  private async list(repo: Repo, request: BuildRequest): Promise<BuildParameter[]> {
    const { configReader, pipelineReader } = this.deps;
    const { config, error } = await configReader.read(repo, request);
    if (error) throw badRequest(error);
    const parameters = await pipelineReader.run(repo.slug, {
      name: 'readParameters',
      input: [config, request.event],
    });
    return parameters.map(toJson);
  }
}

function toJson({ name, type, description, required, ...rest }: Parameter): BuildParameter {
  return {
    name,
    type,
    ...(description ? { description } : {}),
    required,
    ...(rest.default === undefined ? {} : { default: rest.default }),
    ...(type === 'choice' ? { choices: rest.choices } : {}),
  };
}

import type { Build } from '@millrace/contract/api';
import type { StageDetails } from '@millrace/contract/runner';
import type { Repo } from '../src/domain/repo.ts';
import { readStageInputs } from '../src/features/runners/stage-inputs.ts';
import type { TestServer } from './test-server.ts';

const push: Partial<Build> = {
  number: 1,
  event: 'push',
  ref: 'refs/heads/main',
  target: 'main',
  source_repo: '',
};

/** Reads what a stage of a build gets when it starts. The build is a push to the branch main, except for the given facts. */
export function readInputsFor(
  { features }: Pick<TestServer, 'features'>,
  repo: Pick<Repo, 'id' | 'slug' | 'namespace' | 'forge' | 'uid'>,
  { config, name, build }: { config: string; name: string; build?: Partial<Build> },
): Promise<Pick<StageDetails, 'secrets' | 'withheldSecrets' | 'registries'>> {
  return readStageInputs(features.contributed, {
    repo: repo as Repo,
    build: { ...push, ...build } as Build,
    config,
    stage: { id: 1, name, type: 'docker', runner: '', attempt: 1 },
  });
}

import { requestFrom } from '@millrace/build-host/builds/new-build';
import type { Build } from '@millrace/build-rules';
import { badRequest } from '@millrace/contract/api-errors';
import type { BuildStore } from '../../../builds/build-store.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { ReadStages } from './read-stages.ts';

interface Deps {
  builds: Pick<BuildStore, 'findFile'>;
  readStages: ReadStages;
}

/** Rejects a build that needs a trusted repository. It may have been trusted when the build was created. */
export async function requireTrust(
  { builds, readStages }: Deps,
  repo: Repo,
  build: Build,
): Promise<void> {
  if (repo.trusted) return;
  const file = await builds.findFile(build.id);
  const { trustErrors } = await readStages(repo, requestFrom(build), file);
  if (trustErrors[0]) throw badRequest(trustErrors[0]);
}

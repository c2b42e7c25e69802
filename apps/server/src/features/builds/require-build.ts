import type { Build } from '@millrace/build-rules';
import { missing } from '@millrace/contract/api-errors';
import type { BuildStore } from '../../builds/build-store.ts';
import type { Repo } from '../../domain/repo.ts';

/** Returns a build of the repository by its number. */
export async function requireBuild(
  builds: Pick<BuildStore, 'findByNumber'>,
  repo: Repo,
  number: number,
): Promise<Build> {
  const build = await builds.findByNumber(repo.id, number);
  if (!build) throw missing();
  return build;
}

import { type CacheScopes, cacheScopesOf } from '@millrace/build-host/caches/cache-scope';
import type { Build } from '@millrace/build-rules';
import type { Db } from '../../db/database.ts';
import type { Repo } from '../../domain/repo.ts';

/** Returns the scopes of a build, which the runner cannot influence. */
export async function findCacheScopes(db: Db, build: Build, repo: Repo): Promise<CacheScopes> {
  const pullRef = build.event === 'custom' ? await findPullRef(db, build) : undefined;
  return cacheScopesOf(pullRef === undefined ? build : { ...build, ref: pullRef }, repo);
}

/**
 * Returns the ref of a pull request that a custom build runs under the name of a branch: its commit has a build of a pull
 * request, and was not pushed to the branch.
 */
async function findPullRef(
  db: Db,
  { repoId, after, ref }: Pick<Build, 'repoId' | 'after' | 'ref'>,
): Promise<string | undefined> {
  const builds = await db
    .selectFrom('builds')
    .select(['event', 'ref'])
    .distinct()
    .where('repo_id', '=', repoId)
    .where('after', '=', after)
    .where('event', 'in', ['push', 'pull_request'])
    .execute();
  const isPushed = builds.some((build) => build.event === 'push' && build.ref === ref);
  return isPushed ? undefined : builds.find(({ event }) => event === 'pull_request')?.ref;
}

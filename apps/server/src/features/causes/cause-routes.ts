import { type FailureCauseOfStep, listBuildCauses } from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import type { Core } from '../../core.ts';
import type { Viewer } from '../../domain/user.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import { notFound } from '../../shared/errors.ts';
import { FailureStore } from './failure-store.ts';

type Deps = Pick<Core, 'db' | 'builds' | 'repoAccess'>;

export function registerCauseRoutes(routes: ApiRoutes, deps: Deps): void {
  routes.repo(listBuildCauses, async ({ repo, params, viewer }) => {
    const build = await deps.builds.findByNumber(repo.id, params.build);
    if (!build) throw notFound(errorMessages.noRows);
    return listCauses(deps, build.id, viewer);
  });
}

/** Lists the causes of a build's failures, with their totals in the repositories that the viewer may read. */
async function listCauses(
  { db, repoAccess }: Deps,
  buildId: number,
  viewer: Viewer | null,
): Promise<FailureCauseOfStep[]> {
  const store = new FailureStore(db);
  const failures = await store.listCurrent(buildId);
  const totals = await store.listTotals(failures.map(({ causeId }) => causeId));
  const readable = await repoAccess.selectReadable(
    totals.map(({ repoId }) => repoId),
    viewer,
  );
  const slugs = new Map(readable.map(({ id, slug }) => [id, slug]));
  return failures.flatMap(({ causeId, stageNumber, stepNumber }) => {
    const own = totals.filter((each) => each.causeId === causeId && slugs.has(each.repoId));
    const [first] = own;
    if (!first) return [];
    return [
      {
        ...{ stage: stageNumber, step: stepNumber, id: causeId },
        failures: own.reduce((sum, each) => sum + each.failures, 0),
        recovered: own.reduce((sum, each) => sum + each.recovered, 0),
        repos: own.length,
        first: {
          slug: slugs.get(first.repoId) ?? '',
          build: first.firstBuild,
          commit: first.firstCommit,
          seen: first.firstSeen,
        },
      },
    ];
  });
}

import type { Build } from '@millrace/build-rules';
import type { FailureCauseOfStep } from '@millrace/contract/api';
import type { Core } from '../../core.ts';
import type { Viewer } from '../../domain/user.ts';
import { FailureStore } from './failure-store.ts';

/** Lists the causes of a build's failures, with their totals in the repositories that the viewer may read. */
export async function listCausesOf(
  { db, repoAccess }: Pick<Core, 'db' | 'repoAccess'>,
  { id, repoId }: Pick<Build, 'id' | 'repoId'>,
  viewer: Viewer | null,
): Promise<FailureCauseOfStep[]> {
  const store = new FailureStore(db);
  const failures = await store.listCurrent(id);
  const totals = await store.listTotals(failures.map(({ causeId }) => causeId));
  const readable = await repoAccess.selectReadable(
    totals.map((each) => each.repoId),
    viewer,
  );
  const slugs = new Map(readable.map(({ id, slug }) => [id, slug]));
  return failures.flatMap(({ causeId, stageNumber, stepNumber }) => {
    const own = totals.filter((each) => each.causeId === causeId && slugs.has(each.repoId));
    const [first] = own;
    const here = own.find((each) => each.repoId === repoId);
    if (!first || !here) return [];
    return [
      {
        stage: stageNumber,
        step: stepNumber,
        id: causeId,
        name: here.name,
        issue: here.issue,
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

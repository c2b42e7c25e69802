import {
  type CausesOfWeek,
  failurePageSize,
  getRepoCause,
  listBuildCauses,
  listCauseFailures,
  listCauses,
  listRepoCauses,
  type RepoCause,
  updateRepoCause,
} from '@millrace/contract/api';
import { missing } from '@millrace/contract/api-errors';
import type { Clock } from '@millrace/node-kit/clock';
import type { Core } from '../../core.ts';
import { inTransaction } from '../../db/transaction.ts';
import { readWeek, weekOf, weekSec } from '../../domain/causes/week.ts';
import type { Viewer } from '../../domain/user.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import { readPage } from '../../http/page.ts';
import { CauseReadModel, type CauseScope } from './cause-read-model.ts';
import { CauseStore } from './cause-store.ts';
import { FailureStore } from './failure-store.ts';
import { listCausesOf } from './list-causes-of.ts';
import { toCausesOfWeek } from './week-lists.ts';

interface Deps extends Pick<Core, 'db' | 'builds' | 'repoAccess'> {
  clock: Pick<Clock, 'nowSec'>;
}

/** Number of weeks on the page of a cause. */
const shownWeeks = 12;

export function registerCauseRoutes(routes: ApiRoutes, deps: Deps): void {
  const { db, builds, clock } = deps;
  const readModel = new CauseReadModel(db);

  routes.repo(listBuildCauses, async ({ repo, params, viewer }) => {
    const build = await builds.findByNumber(repo.id, params.build);
    if (!build) throw missing();
    return listCausesOf(deps, build, viewer);
  });
  routes.session(listCauses, ({ viewer, query }) =>
    listWeek(deps, { userId: viewer.id }, readWeek(query.week, clock.nowSec()), viewer),
  );
  routes.repo(listRepoCauses, ({ repo, viewer, query }) =>
    listWeek(deps, { repoId: repo.id }, readWeek(query.week, clock.nowSec()), viewer),
  );
  routes.repo(getRepoCause, ({ repo, params, viewer }) =>
    readCause(deps, repo.id, params.cause, viewer),
  );
  routes.repo(listCauseFailures, async ({ repo, params, query }) => {
    if (!(await readModel.find(repo.id, params.cause))) throw missing();
    return readModel.listFailures(repo.id, params.cause, readPage(query, failurePageSize));
  });
  routes.repo(updateRepoCause, async ({ repo, params, body, viewer }) => {
    const isKnown = await inTransaction(db, (trx) =>
      new CauseStore(trx).change(repo.id, params.cause, body),
    );
    if (!isKnown) throw missing();
    return readCause(deps, repo.id, params.cause, viewer);
  });
}

async function listWeek(
  { db, repoAccess }: Deps,
  scope: CauseScope,
  week: number,
  viewer: Viewer | null,
): Promise<CausesOfWeek> {
  const readModel = new CauseReadModel(db);
  const causes = await readModel.listWeek(scope, week);
  const gone = await readModel.listGone(scope, week);
  const repoIds = new Set([...causes, ...gone].map(({ repoId }) => repoId));
  // An access token may be limited to some repositories of the account.
  const readable = await repoAccess.selectReadable([...repoIds], viewer);
  return toCausesOfWeek(
    week,
    { causes, gone },
    new Map(readable.map(({ id, slug }) => [id, slug])),
  );
}

async function readCause(
  { db, repoAccess, clock }: Deps,
  repoId: number,
  causeId: number,
  viewer: Viewer | null,
): Promise<RepoCause> {
  const readModel = new CauseReadModel(db);
  const cause = await readModel.find(repoId, causeId);
  if (!cause) throw missing();
  const firstWeek = weekOf(clock.nowSec()) - (shownWeeks - 1) * weekSec;
  const weeks = await readModel.listWeeks(repoId, causeId, firstWeek);
  const totals = await new FailureStore(db).listTotals([causeId]);
  const others = totals.filter((each) => each.repoId !== repoId);
  const readable = await repoAccess.selectReadable(
    others.map((each) => each.repoId),
    viewer,
  );
  const slugs = new Map(readable.map(({ id, slug }) => [id, slug]));
  const { step_name: step, title, name, issue, retry, failures, recovered } = cause;
  return {
    id: causeId,
    step,
    title,
    name,
    issue,
    retry: retry === 1,
    failures,
    recovered,
    first: { build: cause.first_build, commit: cause.first_commit, seen: cause.first_seen },
    last_seen: cause.last_seen,
    weeks: Array.from({ length: shownWeeks }, (_, at) => {
      const week = firstWeek + at * weekSec;
      const own = weeks.find((each) => each.week === week);
      return { week, failures: own?.failures ?? 0, lost: own?.lost ?? 0 };
    }),
    others: others.flatMap((each) => {
      const slug = slugs.get(each.repoId);
      return slug === undefined ? [] : [{ slug, failures: each.failures }];
    }),
  };
}

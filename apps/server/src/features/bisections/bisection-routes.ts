import { mayApprove } from '@millrace/build-rules';
import {
  type Bisection as BisectionJson,
  cancelBisection,
  getBisection,
  getBisectionRange,
  getBisectionSettings,
  listBisections,
  startBisection,
  updateBisectionSettings,
} from '@millrace/contract/api';
import { AppError, badRequest, forbidden, notFound } from '@millrace/contract/api-errors';
import type { Core } from '../../core.ts';
import { inTransaction } from '../../db/transaction.ts';
import { readerOf } from '../../domain/reader.ts';
import { toCommitJson } from '../../forges/commit-mapper.ts';
import { type ApiRoutes, requirePerson } from '../../http/api-routes.ts';
import type { Bisection } from './bisection.ts';
import { type BisectionJobs, toBisectionJob } from './bisection-jobs.ts';
import { toBisectionJson, toDetailsJson } from './bisection-mapper.ts';
import type { BisectionStarter } from './bisection-starter.ts';
import { BisectionStore } from './bisection-store.ts';
import { SettingsStore } from './settings-store.ts';

/** Maximum length of the list. */
const maxListed = 50;

interface Deps extends Pick<Core, 'db' | 'clock' | 'forge' | 'config'> {
  starter: BisectionStarter;
  jobs: Pick<BisectionJobs, 'addIn' | 'announce'>;
  canComment: boolean;
}

export function registerBisectionRoutes(routes: ApiRoutes, deps: Deps): void {
  const { db, clock, config, forge, starter, jobs, canComment } = deps;
  const store = new BisectionStore(db);
  const require = async (repoId: number, id: number) => {
    const bisection = await store.find(id);
    if (bisection?.repoId !== repoId) throw notFound();
    return bisection;
  };
  routes.repo(listBisections, async ({ repo, query }) => {
    const build = query.build === undefined ? undefined : Number(query.build);
    if (build !== undefined && !Number.isSafeInteger(build)) {
      throw badRequest('The parameter build must be the number of a build');
    }
    return describeAll(store, await store.list(repo.id, maxListed, build));
  });
  routes.repo(getBisectionRange, async ({ repo, params }) => {
    const { build, stage, step } = params;
    try {
      const commits = await starter.findRange(repo, { build, stage, step });
      const [first] = commits;
      const only = commits.length === 1 && first;
      return {
        commits: commits.length,
        ...(only ? { only: toCommitJson(only, (sha) => forge.commitUrl(repo, sha)) } : {}),
      };
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 400) throw error;
      return { commits: 0, refusal: error.message };
    }
  });
  routes.repo(startBisection, async ({ repo, body, viewer, permissions }) => {
    if (repo.protected && !mayApprove(config.approvals, permissions.admin)) {
      throw forbidden('Builds of this repository wait for an administrator, who can start this');
    }
    const person = requirePerson(viewer);
    const by = { starter: person.login, reader: readerOf(person) };
    const bisection = await starter.start(repo, body, by);
    const [described] = await describeAll(store, [bisection]);
    if (!described) throw notFound();
    return described;
  });
  routes.repo(getBisection, async ({ repo, params }) => {
    const bisection = await require(repo.id, params.bisection);
    const [runs, commits, found] = [
      await store.listRuns(bisection.id),
      await store.listCommits(bisection.id),
      (await store.listFound([bisection.id])).get(bisection.id) ?? [],
    ];
    return toDetailsJson({ bisection, runs, found }, commits, (sha) => forge.commitUrl(repo, sha));
  });
  routes.repo(cancelBisection, async ({ repo, params, viewer }) => {
    const bisection = await require(repo.id, params.bisection);
    const { login } = requirePerson(viewer);
    const end = { status: 'canceled', canceledBy: login, finished: clock.nowSec() } as const;
    const isCanceled = await inTransaction(db, async (trx) => {
      if (!(await new BisectionStore(trx).finish(bisection.id, end))) return false;
      // The job cancels the build of its run.
      await jobs.addIn(trx, toBisectionJob(bisection));
      return true;
    });
    if (!isCanceled) throw badRequest('The bisection has already finished', 'wrong_state');
    jobs.announce();
    return undefined;
  });
  routes.repo(getBisectionSettings, async ({ repo }) => ({
    ...(await new SettingsStore(db).find(repo.id)),
    can_comment: canComment,
  }));
  routes.repo(updateBisectionSettings, async ({ repo, body }) => {
    const changed = await inTransaction(db, async (trx) => {
      const settings = new SettingsStore(trx);
      const known = await settings.find(repo.id);
      const { automatic = known.automatic, comments = known.comments } = body;
      await settings.put(repo.id, { automatic, comments });
      return { automatic, comments };
    });
    return { ...changed, can_comment: canComment };
  });
}

async function describeAll(
  store: BisectionStore,
  bisections: readonly Bisection[],
): Promise<BisectionJson[]> {
  const ids = bisections.map(({ id }) => id);
  const commits = await store.countCommits(ids);
  const runs = await store.listRunsOf(ids);
  const found = await store.listFound(ids);
  return bisections.map((bisection) =>
    toBisectionJson({
      bisection,
      commits: commits.get(bisection.id) ?? 0,
      runs: runs.get(bisection.id) ?? [],
      found: found.get(bisection.id) ?? [],
    }),
  );
}

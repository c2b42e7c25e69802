import { hasFailed, type Status } from '@millrace/contract/vocabulary';
import { BuildStore, isOfNoBisection } from '../../builds/build-store.ts';
import { StageStore } from '../../builds/stage-store.ts';
import type { Db } from '../../db/database.ts';
import type { Build } from '../../domain/build.ts';
import type { BuildFacts, FailedStages, Outcome } from './facts.ts';
import { countedStatuses } from './rules.ts';

/** Number of builds among which the preceding one of a branch is searched. */
const maxDistance = 1000;

/**
 * Finds the preceding result: of the last attempt, or of the same cron job, branch, pull request, tag or
 * environment.
 */
export async function findPrevious(db: Db, build: Build): Promise<Status | undefined> {
  const attempts = await new BuildStore(db).listAttempts(build);
  const counted: readonly Status[] = countedStatuses;
  const earlier = attempts.findLast(
    ({ number, status }) => number < build.attempt && counted.includes(status),
  );
  if (earlier) return earlier.status;
  const row = await similarTo(db, build)
    .where('repo_id', '=', build.repoId)
    .where('number', '<', build.number)
    .where('number', '>=', build.number - maxDistance)
    .where('status', 'in', countedStatuses)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.status;
}

/** Selects the builds whose results a person would compare with those of a build. */
function similarTo(db: Db, { event, deployTo, ref, target, cron }: Build) {
  const builds = db
    .selectFrom('builds')
    .select('status')
    .where('deploy_to', '=', deployTo)
    .where(isOfNoBisection);
  if (deployTo !== '') return builds;
  if (event === 'cron') return builds.where('event', '=', event).where('cron', '=', cron);
  if (event === 'pull_request' || event === 'tag') return builds.where('ref', '=', ref);
  return builds.where('target', '=', target).where('event', 'in', ['push', 'custom']);
}

/** Reads what a message says about a build. Undefined if its repository was deleted. */
export async function readFacts(
  db: Db,
  build: Build,
  outcome: Outcome,
  publicUrl: string,
): Promise<BuildFacts | undefined> {
  const repo = await db
    .selectFrom('repos')
    .select('slug')
    .where('id', '=', build.repoId)
    .executeTakeFirst();
  if (!repo) return undefined;
  const url = `${publicUrl}/${repo.slug}/${build.number}`;
  const { failed, path } = await readFailures(db, build);
  return {
    ...{ kind: 'build', outcome, repoId: build.repoId, repo: repo.slug },
    ...{ build: build.number, attempt: build.attempt },
    ...{ status: build.status, event: build.event, branch: build.target, ref: build.ref },
    ...{ environment: build.deployTo, cron: build.cron, commit: build.after },
    title: build.title || (build.message.split('\n', 1)[0] ?? ''),
    author: build.authorName || build.authorLogin,
    ...{ started: build.started, finished: build.finished, url, failed },
    failedUrl: `${url}${path}`,
  };
}

/** Lists failed stages and steps, and returns the path of the first failed step below its build. */
async function readFailures(db: Db, build: Build): Promise<{ failed: FailedStages; path: string }> {
  const store = new StageStore(db);
  const stages = (await store.listOfAttempt(build.id, build.attempt)).filter(({ status }) =>
    hasFailed(status),
  );
  const steps = (await store.listSteps(stages.map(({ id }) => id))).filter(
    ({ status, ignoresErrors }) => hasFailed(status) && !ignoresErrors,
  );
  const failed = stages.map(({ id, name }) => ({
    stage: name,
    steps: steps.filter(({ stageId }) => stageId === id).map(({ name: step }) => step),
  }));
  const [first] = steps;
  const stage = stages.find(({ id }) => id === first?.stageId);
  return { failed, path: first && stage ? `/${stage.number}/${first.number}` : '' };
}

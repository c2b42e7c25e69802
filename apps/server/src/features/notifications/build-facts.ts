import { hasFailed } from '@millrace/contract/vocabulary';
import { buildCodec } from '../../builds/build-codec.ts';
import { BuildStore } from '../../builds/build-store.ts';
import { StageStore } from '../../builds/stage-store.ts';
import type { Db } from '../../db/database.ts';
import type { Build } from '../../domain/build.ts';
import type { MessageFacts } from './message.ts';
import { countedStatuses, type Outcome } from './rules.ts';

/** Number of builds among which the preceding one of a branch is searched. */
const maxDistance = 1000;

/** Finds the preceding result: of the last attempt, or of the same branch, pull request or environment. */
export async function findPrevious(db: Db, build: Build): Promise<Build['status'] | undefined> {
  const attempts = await new BuildStore(db).listAttempts(build);
  const counted: readonly string[] = countedStatuses;
  const earlier = attempts.findLast(
    ({ number, status }) => number < build.attempt && counted.includes(status),
  );
  if (earlier) return earlier.status;
  let builds = db
    .selectFrom('builds')
    .selectAll()
    .where('repo_id', '=', build.repoId)
    .where('number', '<', build.number)
    .where('number', '>=', build.number - maxDistance)
    .where('status', 'in', countedStatuses);
  if (build.deployTo) builds = builds.where('deploy_to', '=', build.deployTo);
  else if (build.event === 'pull_request' || build.event === 'tag') {
    builds = builds.where('ref', '=', build.ref).where('deploy_to', '=', '');
  } else {
    builds = builds
      .where('target', '=', build.target)
      .where('event', 'in', ['push', 'cron', 'custom'])
      .where('deploy_to', '=', '');
  }
  const row = await builds.orderBy('number', 'desc').limit(1).executeTakeFirst();
  return row && buildCodec.read(row).status;
}

/** Reads what a message says about a build. Undefined if its repository was deleted. */
export async function readFacts(
  db: Db,
  build: Build,
  outcome: Outcome,
  publicUrl: string,
): Promise<MessageFacts | undefined> {
  const repo = await db
    .selectFrom('repos')
    .select('slug')
    .where('id', '=', build.repoId)
    .executeTakeFirst();
  if (!repo) return undefined;
  const url = `${publicUrl}/${repo.slug}/${build.number}`;
  const { failed, path } = await readFailures(db, build);
  return {
    ...{ isTest: false, outcome, repo: repo.slug, build: build.number, attempt: build.attempt },
    ...{ status: build.status, event: build.event, branch: build.target, ref: build.ref },
    ...{ environment: build.deployTo, commit: build.after },
    title: build.title || (build.message.split('\n', 1)[0] ?? ''),
    author: build.authorName || build.authorLogin,
    ...{ started: build.started, finished: build.finished, url, failed },
    failedUrl: `${url}${path}`,
  };
}

/** Lists failed stages and steps, and returns the path of the first failed step below its build. */
async function readFailures(
  db: Db,
  build: Build,
): Promise<{ failed: MessageFacts['failed']; path: string }> {
  const store = new StageStore(db);
  const stages = (await store.list(build.id)).filter(({ status }) => hasFailed(status));
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

/** Facts of a message that only shows how messages look. */
export function sampleFacts(repo: string, publicUrl: string, nowSec: number): MessageFacts {
  const url = `${publicUrl}/${repo}`;
  return {
    ...{ isTest: true, outcome: 'failed', repo, build: 1, attempt: 1, status: 'failure' },
    ...{ event: 'push', branch: 'main', ref: 'refs/heads/main', environment: '' },
    ...{ commit: '0'.repeat(40), title: 'A sample commit', author: 'Ada Lovelace' },
    ...{ started: nowSec - 90, finished: nowSec, url, failedUrl: url },
    failed: [{ stage: 'test', steps: ['unit'] }],
  };
}

import type { Build } from '@millrace/build-rules';
import { pageSlug } from '@millrace/contract/reserved-names';
import { hasFailed, type Status } from '@millrace/contract/vocabulary';
import { BuildStore } from '../../builds/build-store.ts';
import { isOfLine } from '../../builds/line-conditions.ts';
import { LineStore } from '../../builds/line-store.ts';
import { StageStore } from '../../builds/stage-store.ts';
import type { Db } from '../../db/database.ts';
import type { BuildFacts, FailedStages, Outcome } from './facts.ts';
import { countedStatuses } from './rules.ts';

/** Number of builds among which the preceding one of a branch is searched. */
const maxDistance = 1000;

/** Finds the preceding result: of the last attempt, or of the line of the build, or of the same tag. */
export async function findPrevious(db: Db, build: Build): Promise<Status | undefined> {
  const attempts = await new BuildStore(db).listAttempts(build);
  const counted: readonly Status[] = countedStatuses;
  const earlier = attempts.findLast(
    ({ number, status }) => number < build.attempt && counted.includes(status),
  );
  if (earlier) return earlier.status;
  const line = await new LineStore(db).findLine(build);
  const row = await db
    .selectFrom('builds')
    .select('status')
    .where('repo_id', '=', build.repoId)
    .where(isOfLine(build.event === 'tag' ? { ...line, ref: build.ref } : line))
    .where('number', '<', build.number)
    .where('number', '>=', build.number - maxDistance)
    .where('status', 'in', countedStatuses)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.status;
}

/** Reads what every message about a build says. Undefined if its repository was deleted. */
export async function readIdentity(db: Db, build: Build, publicUrl: string) {
  const repo = await db
    .selectFrom('repos')
    .select('slug')
    .where('id', '=', build.repoId)
    .executeTakeFirst();
  if (!repo) return undefined;
  return {
    repoId: build.repoId,
    repo: repo.slug,
    build: build.number,
    attempt: build.attempt,
    event: build.event,
    branch: build.target,
    commit: build.after,
    title: build.title || (build.message.split('\n', 1)[0] ?? ''),
    author: build.authorName || build.authorLogin,
    url: `${publicUrl}/${pageSlug(repo.slug)}/${build.number}`,
  };
}

/** Reads what a message says about a build. Undefined if its repository was deleted. */
export async function readFacts(
  db: Db,
  build: Build,
  outcome: Outcome,
  publicUrl: string,
): Promise<BuildFacts | undefined> {
  const identity = await readIdentity(db, build, publicUrl);
  if (!identity) return undefined;
  const { failed, path, failedStepId } = await readFailures(db, build);
  return {
    ...identity,
    kind: 'build',
    outcome,
    status: build.status,
    ref: build.ref,
    environment: build.deployTo,
    cron: build.cron,
    started: build.started,
    finished: build.finished,
    failed,
    failedUrl: `${identity.url}${path}`,
    failedStepId,
  };
}

interface Failures {
  failed: FailedStages;
  /** Path of the first failed step below its build. */
  path: string;
  failedStepId: number | undefined;
}

/** Lists failed stages and steps. */
async function readFailures(db: Db, build: Build): Promise<Failures> {
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
  const path = first && stage ? `/${stage.number}/${first.number}` : '';
  return { failed, path, failedStepId: first?.id };
}

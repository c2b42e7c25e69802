import type { Build } from '@millrace/build-rules';
import { AppError } from '@millrace/contract/api-errors';
import { hasFailed, isFinished } from '@millrace/contract/vocabulary';
import { type BuildJobDeps, createBuildJobs, isLastChange } from '../../builds/build-jobs.ts';
import { BuildStore } from '../../builds/build-store.ts';
import type { Core } from '../../core.ts';
import type { Loop } from '../../jobs/loop.ts';
import type { BuildsPort } from '../builds/port.ts';
import type { FailureRecorder } from './failure-recorder.ts';
import { FailureStore } from './failure-store.ts';

/** Maximum time to retry a build. */
const giveUpSec = 60 * 60;
/** All builds are in one place, because one thread reads their logs. */
const place = 0;

interface Deps extends BuildJobDeps, Pick<Core, 'repos'> {
  recorder: FailureRecorder;
  buildsPort: Pick<BuildsPort, 'restartFailed'>;
}

/** Recognizes the causes of failed steps when their build has finished, and retries the build if they say so. */
export function createCauseRecognizer(deps: Deps): Loop {
  return createBuildJobs(deps, {
    name: 'failure-causes',
    listener: 'causes',
    giveUpSec,
    place,
    keyOf: (_, change) =>
      isLastChange(change) && mayHaveCauses(change.build) ? String(change.buildId) : undefined,
    run: (buildId, { stopped }) => recognize(deps, buildId, stopped),
  });
}

function mayHaveCauses({ status, bisection, attempt }: Build): boolean {
  return isFinished(status) && !bisection && (hasFailed(status) || attempt !== 1);
}

async function recognize(deps: Deps, buildId: number, stopped: AbortSignal): Promise<void> {
  const { db, recorder } = deps;
  const build = await new BuildStore(db).findById(buildId);
  if (!build) return;
  await recorder.record(build, stopped);
  if (isRepeatable(build) && (await new FailureStore(db).isRetried(buildId, build.repoId))) {
    await retry(deps, build);
  }
}

async function retry({ buildsPort, repos, logger }: Deps, build: Build): Promise<void> {
  const repo = await repos.findById(build.repoId);
  if (!repo) return;
  try {
    // Without a login, pages show that the server repeated the stages.
    await buildsPort.restartFailed(repo, { login: '' }, build.number);
  } catch (error) {
    // The repository was disabled, or someone restarted the build first.
    if (!(error instanceof AppError)) throw error;
    logger.info(`Build ${build.number} of ${repo.slug} is not retried: ${error.message}`);
  }
}

/** A deployment could be repeated half done, so people restart it. */
function isRepeatable({ status, attempt, event }: Build): boolean {
  return hasFailed(status) && attempt === 1 && event !== 'promote' && event !== 'rollback';
}

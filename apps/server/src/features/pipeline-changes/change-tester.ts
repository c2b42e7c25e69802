import { AppError, RetryLaterError } from '@millrace/contract/api-errors';
import { type BuildJobDeps, createBuildJobs } from '../../builds/build-jobs.ts';
import { BuildStore } from '../../builds/build-store.ts';
import type { Contributed } from '../../contributions.ts';
import type { Core } from '../../core.ts';
import type { Loop } from '../../jobs/loop.ts';
import { askAll } from '../../shared/ask.ts';
import type { BuildsPort } from '../builds/port.ts';
import { ChangeStore, type StoredChange } from './change-store.ts';

/** Maximum time to retry while the forge is unavailable. */
const giveUpSec = 60 * 60;

interface Deps extends BuildJobDeps, Pick<Core, 'repos'> {
  buildsPort: Pick<BuildsPort, 'backTestBuild'>;
  contributed: Pick<Contributed, 'onFileChange'>;
}

/** Back-tests the pipeline file of each new build that changes it. */
export function createChangeTester(deps: Deps): Loop {
  const store = new ChangeStore(deps.db);
  return createBuildJobs(deps, {
    name: 'pipeline-change',
    listener: 'pipeline changes',
    giveUpSec,
    keyOf: (_, { build, firstVersion }) =>
      firstVersion === 1 && build.fileBase > 0 ? String(build.id) : undefined,
    run: (buildId) => test(deps, store, buildId),
    onFailed: ({ key }) => store.store(Number(key), { error: 'The back-test failed' }),
  });
}

async function test(
  { db, repos, buildsPort, contributed }: Deps,
  store: ChangeStore,
  buildId: number,
): Promise<void> {
  const build = await new BuildStore(db).findById(buildId);
  const repo = build && (await repos.findById(build.repoId));
  if (!repo) return;
  const change = await describe(() => buildsPort.backTestBuild(repo, build));
  await store.store(buildId, change);
  if (change.result) await askAll(contributed.onFileChange, build, change.result);
}

/** An error of the file, such as too much time, is the answer, and no failure of the job. */
async function describe(
  test: () => Promise<NonNullable<StoredChange['result']>>,
): Promise<StoredChange> {
  try {
    return { error: '', result: await test() };
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof RetryLaterError) throw error;
    return { error: error.message };
  }
}

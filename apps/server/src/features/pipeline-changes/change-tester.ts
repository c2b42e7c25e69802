import { BuildJobs } from '../../builds/build-jobs.ts';
import { BuildStore } from '../../builds/build-store.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/database.ts';
import type { Loop } from '../../jobs/loop.ts';
import type { Ports } from '../../ports.ts';
import { AppError, RetryLaterError } from '../../shared/errors.ts';
import { ChangeStore, type StoredChange } from './change-store.ts';

/** Maximum time to retry while the forge is unavailable. */
const giveUpSec = 60 * 60;

interface Deps extends Pick<Core, 'db' | 'bus' | 'clock' | 'logger' | 'measurements' | 'repos'> {
  changes: Core['buildChanges'];
  ports: Pick<Ports, 'backTestBuild' | 'reportFileChange'>;
}

/** Back-tests the pipeline file of each new build that changes it. */
export class ChangeTester implements Loop {
  private readonly deps: Deps;
  private readonly store: ChangeStore;
  private readonly jobs: BuildJobs;

  constructor(deps: Deps) {
    this.deps = deps;
    this.store = new ChangeStore(deps.db);
    this.jobs = new BuildJobs(deps, {
      ...{ name: 'pipeline-change', listener: 'pipeline changes', giveUpSec },
      keyOf: async (trx, { buildId, firstVersion }) => {
        const isChange = firstVersion === 1 && (await changesFile(trx, buildId));
        return isChange ? String(buildId) : undefined;
      },
      run: (buildId) => this.test(buildId),
      onFailed: ({ key }) => this.store.store(Number(key), { error: 'The back-test failed' }),
    });
  }

  run(): void {
    this.jobs.run();
  }

  stop(): Promise<void> {
    return this.jobs.stop();
  }

  private async test(buildId: number): Promise<void> {
    const { db, repos, ports } = this.deps;
    const build = await new BuildStore(db).findById(buildId);
    const repo = build && (await repos.findById(build.repoId));
    if (!repo) return;
    const change = await describe(() => ports.backTestBuild(repo, build));
    await this.store.store(buildId, change);
    if (change.result) await ports.reportFileChange(build, change.result);
  }
}

async function changesFile(trx: Db, buildId: number): Promise<boolean> {
  const build = await new BuildStore(trx).findById(buildId);
  return build !== undefined && build.fileBase > 0;
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

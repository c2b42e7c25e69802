import { hasFailed } from '@millrace/contract/vocabulary';
import { BuildJobs } from '../../builds/build-jobs.ts';
import { BuildStore } from '../../builds/build-store.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/database.ts';
import type { Build } from '../../domain/build.ts';
import type { Loop } from '../../jobs/loop.ts';
import { AppError, RetryLaterError } from '../../shared/errors.ts';
import { automaticStarter } from './bisection.ts';
import type { BisectionStarter } from './bisection-starter.ts';
import { SettingsStore } from './settings-store.ts';

/** Maximum time to retry while the forge is not available. */
const giveUpSec = 60 * 60;

interface Deps
  extends Pick<
    Core,
    'db' | 'bus' | 'clock' | 'logger' | 'measurements' | 'builds' | 'stages' | 'repos' | 'audit'
  > {
  changes: Core['buildChanges'];
  starter: BisectionStarter;
}

/** Starts bisections by itself where a repository wants it: when a step begins to fail after several commits. */
export class AutomaticStart implements Loop {
  private readonly deps: Deps;
  private readonly jobs: BuildJobs;

  constructor(deps: Deps) {
    this.deps = deps;
    this.jobs = new BuildJobs(deps, {
      ...{ name: 'bisection-start', listener: 'bisection starts', giveUpSec },
      keyOf: async (trx, { buildId, version }) => {
        const build = await new BuildStore(trx).findById(buildId);
        const isWanted = build?.version === version && (await wantsStart(trx, build));
        return isWanted ? String(buildId) : undefined;
      },
      run: (buildId) => this.start(buildId),
    });
  }

  run(): void {
    this.jobs.run();
  }

  stop(): Promise<void> {
    return this.jobs.stop();
  }

  private async start(buildId: number): Promise<void> {
    const { builds, stages, repos, starter, audit, logger } = this.deps;
    const build = await builds.findById(buildId);
    const repo = build && (await repos.findById(build.repoId));
    // The commits of a protected repository need an approval, which those between have not got.
    if (!build || !repo?.active || repo.protected || !hasFailed(build.status)) return;
    const failed = (await stages.list(buildId)).filter(({ status }) => hasFailed(status));
    const steps = await stages.listSteps(failed.map(({ id }) => id));
    const step = steps.find(({ status, ignoresErrors }) => hasFailed(status) && !ignoresErrors);
    const stage = failed.find(({ id }) => id === step?.stageId);
    if (!stage || !step) return;
    const { found } = await starter.findBreak({ build, stage, step });
    // If it has failed before, its bisection was started for an earlier build.
    if (found?.bad.build !== build.number) return;
    const place = { build: build.number, stage: stage.number, step: step.number };
    try {
      await starter.start(repo, place, automaticStarter);
    } catch (error) {
      if (!(error instanceof AppError) || error instanceof RetryLaterError) throw error;
      logger.info({ repo: repo.slug, ...place, reason: error.message }, 'Started no bisection');
      return;
    }
    await audit.add({
      ...{ action: 'bisection.start', actor: null, credential: 'server', address: '' },
      ...{ repo: { id: repo.id, slug: repo.slug }, target: '', details: place },
    });
  }
}

async function wantsStart(trx: Db, { status, event, bisection, repoId }: Build): Promise<boolean> {
  if (!hasFailed(status) || bisection || (event !== 'cron' && event !== 'push')) return false;
  return (await new SettingsStore(trx).find(repoId)).automatic;
}

import type { Build } from '@millrace/build-rules';
import { AppError, RetryLaterError } from '@millrace/contract/api-errors';
import { hasFailed } from '@millrace/contract/vocabulary';
import { type BuildJobDeps, createBuildJobs, isLastChange } from '../../builds/build-jobs.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/database.ts';
import type { Loop } from '../../jobs/loop.ts';
import { automaticStarter } from './bisection.ts';
import type { BisectionStarter } from './bisection-starter.ts';
import { SettingsStore } from './settings-store.ts';

/** Maximum time to retry while the forge is not available. */
const giveUpSec = 60 * 60;

interface Deps extends BuildJobDeps, Pick<Core, 'builds' | 'stages' | 'repos' | 'audit'> {
  starter: BisectionStarter;
}

/** Starts bisections by itself where a repository wants it: when a step begins to fail after several commits. */
export function createAutomaticStart(deps: Deps): Loop {
  return createBuildJobs(deps, {
    name: 'bisection-start',
    listener: 'bisection starts',
    giveUpSec,
    keyOf: async (trx, change) => {
      const isWanted = isLastChange(change) && (await wantsStart(trx, change.build));
      return isWanted ? String(change.buildId) : undefined;
    },
    run: (buildId) => start(deps, buildId),
  });
}

async function start(deps: Deps, buildId: number): Promise<void> {
  const { builds, stages, repos, starter, audit, logger } = deps;
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
  const numbers = { build: build.number, stage: stage.number, step: step.number };
  try {
    await starter.start(repo, numbers, { starter: automaticStarter, reader: build.reader });
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof RetryLaterError) throw error;
    logger.info({ repo: repo.slug, ...numbers, reason: error.message }, 'Started no bisection');
    return;
  }
  await audit.add({
    action: 'bisection.start',
    actor: null,
    credential: 'server',
    address: '',
    repo: { id: repo.id, slug: repo.slug },
    target: '',
    details: numbers,
  });
}

async function wantsStart(trx: Db, { status, event, bisection, repoId }: Build): Promise<boolean> {
  if (!hasFailed(status) || bisection || (event !== 'cron' && event !== 'push')) return false;
  return (await new SettingsStore(trx).find(repoId)).automatic;
}

import { hasFailed, infrastructureCauses } from '@millrace/contract/vocabulary';
import type { Build, Stage } from '../build.ts';
import type { BuildChanges } from './changes.ts';
import { repeatStage } from './repeat-stage.ts';

/** Returns whether a stage that has just ended runs again by itself. */
export function mayRetry(stage: Stage): boolean {
  const { retry, retries, failureCause, exitCode } = stage;
  if (!hasFailed(stage.status)) return false;
  const isListed =
    retry.causes.includes(failureCause || 'failure') || retry.exitCodes.includes(exitCode);
  const isInfrastructure = infrastructureCauses.some((cause) => cause === failureCause);
  const max = Math.max(isListed ? retry.max : 0, isInfrastructure ? retry.infrastructure : 0);
  return retries < max;
}

/** Replaces a failed stage in a new attempt of the running build. The others of its stages continue. */
export function retryStage(build: Build, stage: Stage, changes: BuildChanges, now: number): void {
  const attempt = build.attempt + 1;
  const { status, started, sender, created } = build;
  const before = { number: build.attempt, login: sender, created, started, finished: now };
  const next = { number: attempt, login: '', created: now, status, started, finished: 0 };
  changes.build = { ...changes.build, attempt };
  changes.attempts.push({ ...before, status: stage.status }, next);
  const repeated = repeatStage(stage, { attempt, status: 'pending' }, now);
  changes.replacements.set(stage.id, { ...repeated, retries: stage.retries + 1 });
}

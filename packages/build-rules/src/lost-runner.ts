import type { Status } from '@millrace/contract/vocabulary';

/** A claimed stage that is not finished. */
export interface ClaimedStage {
  status: Status;
  machine: string;
  /** Id of the runner's process, `FOLDER.START`; empty for runners that send none. */
  runner: string;
}

const builtIn = 'built-in';

/** Returns the runner id of a server's embedded runner, which cannot be lost without the server. */
export function builtInRunnerOf(serverId: string): string {
  return `${builtIn}:${serverId}`;
}

/**
 * Returns the id of the server whose embedded runner this is, empty for one from before servers had ids; null
 * for remote runners.
 */
export function serverOfRunner(runner: string): string | null {
  const [name, serverId = ''] = runner.split(':');
  return name === builtIn ? serverId : null;
}

/** A runner is lost after this time without a call. */
export const lostRunnerSec = 120;

/** Action for a stage of a lost runner. */
export type Recovery = 'requeue' | 'fail';

/**
 * Returns how to recover a stage. One that has not started can run on another runner; one that has started
 * may not be repeatable.
 */
export function recoveryOf(stage: Pick<ClaimedStage, 'status'>): Recovery {
  return stage.status === 'pending' ? 'requeue' : 'fail';
}

/** Returns whether the runner of a claimed stage is lost, given the seconds since its last call. */
export function isLost(stage: Pick<ClaimedStage, 'runner'>, silenceSec: number): boolean {
  return serverOfRunner(stage.runner) === null && silenceSec >= lostRunnerSec;
}

/**
 * Returns whether a starting runner replaces the one that claimed the stage. It does if both have the same
 * data folder, which one runner uses at a time, and the same name, because folders get copied.
 */
export function isReplacedBy(
  stage: Pick<ClaimedStage, 'machine' | 'runner'>,
  started: { machine: string; runner: string },
): boolean {
  return (
    stage.machine === started.machine &&
    stage.runner !== started.runner &&
    folderOf(stage.runner) !== '' &&
    folderOf(stage.runner) === folderOf(started.runner)
  );
}

function folderOf(runner: string): string {
  return runner.slice(0, Math.max(0, runner.indexOf('.')));
}

import type { Status } from '@millrace/contract/vocabulary';

/** A stage that a runner has claimed and that is not over. */
export interface ClaimedStage {
  status: Status;
  machine: string;
  /** Id of the runner's start, `FOLDER.START`; empty for runners that send none. */
  runner: string;
}

const builtIn = 'built-in';

/** Id of the runner in a server's own process, which cannot be lost without the server. */
export function builtInRunnerOf(serverId: string): string {
  return `${builtIn}:${serverId}`;
}

/** The server whose built-in runner it is, empty for one of before servers had ids; null for others. */
export function serverOfRunner(runner: string): string | null {
  const [name, serverId = ''] = runner.split(':');
  return name === builtIn ? serverId : null;
}

/** A runner that nothing was heard of for so long is gone. */
export const lostRunnerSec = 120;

/** Action for a stage of a lost runner. */
export type Recovery = 'requeue' | 'fail';

/** A stage that has not begun can be carried out by another; what ran may not bear a second run. */
export function recoveryOf(stage: Pick<ClaimedStage, 'status'>): Recovery {
  return stage.status === 'pending' ? 'requeue' : 'fail';
}

/** Whether nothing was heard of a claimed stage for so long that its runner must be gone. */
export function isLost(stage: Pick<ClaimedStage, 'runner'>, silenceSec: number): boolean {
  return serverOfRunner(stage.runner) === null && silenceSec >= lostRunnerSec;
}

/**
 * Returns whether a starting runner replaces the one that claimed the stage. It does if both have the same
 * data folder, which one runner uses at a time, and the same name, because folders get copied.
 */
export function isReplacedBy(
  stage: ClaimedStage,
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

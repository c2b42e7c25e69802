import { terminalLimits } from '@millrace/contract/terminals';
import type { Status, TerminalEnd } from '@millrace/contract/vocabulary';

/** A failed or paused step whose environment a runner keeps. Times are in Unix seconds; 0 means "not yet". */
export interface KeptStep {
  id: number;
  stepId: number;
  repoId: number;
  buildId: number;
  /** Id of the runner process. */
  runner: string;
  created: number;
  /** Last time at which the runner asked for orders. */
  seen: number;
  until: number;
  ended: number;
  endReason: TerminalEnd | '';
  /** Whether the step waits before its start, instead of having failed. */
  isPause: boolean;
}

export interface Terminal {
  id: number;
  keptId: number;
  userId: number;
  /** Access token with which it was opened; null for another credential. */
  tokenId: number | null;
  login: string;
  created: number;
  /** Last time at which the page asked for output. */
  seen: number;
  /** First size, in characters. */
  width: number;
  height: number;
  outputBytes: number;
  ended: number;
  endReason: TerminalEnd | '';
  exitCode: number | null;
  /** Reason why the runner could not open it. */
  error: string;
}

const { abandonedSec, lostSec, unseenSec } = terminalLimits;
/** Seconds by which the clock of a runner may be ahead when it removes an environment at its deadline. */
const clockSkewSec = 5;

type TerminalTimes = Pick<Terminal, 'seen' | 'ended'>;
type KeptTimes = Pick<KeptStep, 'created' | 'seen' | 'until' | 'isPause'>;

/** Returns whether the page of an open terminal is gone. */
export function isAbandoned({ seen, ended }: TerminalTimes, nowSec: number): boolean {
  return ended === 0 && nowSec >= seen + unseenSec;
}

/**
 * Returns why the environment must be removed now; undefined if it stays. An environment in which nobody has opened a
 * terminal stays until its deadline, and so does a paused step, whose terminals people may close and open again.
 */
export function findKeptEnd(
  kept: KeptTimes,
  terminals: readonly TerminalTimes[],
  nowSec: number,
): TerminalEnd | undefined {
  if (nowSec >= kept.until) return 'deadline';
  if (nowSec >= kept.seen + lostSec) return 'runner';
  return nowSec >= findAbandonedSec(kept, terminals) ? 'left' : undefined;
}

/** Returns why a runner has removed an environment that the server had not ended, or why a paused step waits no longer. */
export function findRunnerEnd(
  { until }: Pick<KeptStep, 'until'>,
  stageStatus: Status | undefined,
  nowSec: number,
): TerminalEnd {
  if (nowSec >= until - clockSkewSec) return 'deadline';
  return stageStatus === 'killed' ? 'cancelled' : 'runner';
}

/** Returns the time of the next decision about an environment and its terminals, in Unix seconds. */
export function findNextCheck(kept: KeptTimes, terminals: readonly TerminalTimes[]): number {
  const open = terminals.filter(({ ended }) => ended === 0);
  return Math.min(
    kept.until,
    findAbandonedSec(kept, terminals),
    ...open.map(({ seen }) => seen + unseenSec),
  );
}

/** Returns the time at which an environment is removed because all have abandoned it. */
function findAbandonedSec({ created, isPause }: KeptTimes, all: readonly TerminalTimes[]): number {
  if (isPause) return Number.POSITIVE_INFINITY;
  // A step that fails after a pause has the terminals of the pause too.
  const terminals = all.filter(({ ended }) => ended === 0 || ended > created);
  const isAbandonedByAll = terminals.length > 0 && terminals.every(({ ended }) => ended > 0);
  if (!isAbandonedByAll) return Number.POSITIVE_INFINITY;
  return Math.max(...terminals.map(({ ended }) => ended)) + abandonedSec;
}

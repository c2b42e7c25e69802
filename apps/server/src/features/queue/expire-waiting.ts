import { isQueued, type OpenStage } from '@millrace/build-rules';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { ChangeBuild } from '../../builds/change-build.ts';

const hourSec = 3600;

interface Deps {
  listOpen: () => Promise<OpenStage[]>;
  changeBuild: ChangeBuild;
  isPaused: () => Promise<boolean>;
  clock: Clock;
  logger: Logger;
  maxWaitHours: number;
}

/** Ends stages in error that have waited for a runner too long, unless the queue is paused. */
export async function expireWaiting(deps: Deps, stopped: AbortSignal): Promise<void> {
  const { listOpen, changeBuild, isPaused, clock, logger, maxWaitHours } = deps;
  if (maxWaitHours === 0 || (await isPaused())) return;
  const before = clock.nowSec() - maxWaitHours * hourSec;
  const unit = maxWaitHours === 1 ? 'hour' : 'hours';
  const reason = `No runner started this stage within ${maxWaitHours} ${unit}`;
  for (const stage of await listOpen()) {
    // A stage changes when it is released by others and when a runner loses it.
    if (stopped.aborted || !isQueued(stage) || stage.updated > before) continue;
    const { id: stageId, version } = stage;
    logger.info({ stageId, maxWaitHours }, 'A stage has waited for a runner too long');
    await changeBuild.send({ stage: stageId }, { kind: 'expireStage', stageId, version, reason });
  }
}

import type { Clock } from '@millrace/node-kit/clock';
import { errorMessage } from '@millrace/node-kit/error-message';
import type { Logger } from '@millrace/node-kit/logger';
import type { Engine, EnginePlatform } from '../engines/engine.ts';

const retryMs = 10_000;

/** Waits until the engine can run steps; returns undefined if `signal` aborts first. */
export async function openEngine(
  { engine, clock, logger }: { engine: Engine; clock: Clock; logger: Logger },
  signal: AbortSignal,
): Promise<EnginePlatform | undefined> {
  let lastReported = '';
  while (!signal.aborted) {
    try {
      return await engine.open();
    } catch (error) {
      const reason = errorMessage(error);
      if (reason !== lastReported) {
        logger.info(
          { type: engine.type, reason },
          'the engine is not available, pipelines of this type are waiting',
        );
      }
      lastReported = reason;
    }
    await clock.wait(retryMs, signal);
  }
  return undefined;
}

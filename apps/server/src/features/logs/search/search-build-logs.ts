import { type LogSearch, maxHits, maxHitsOfStep, type StepHits } from '@millrace/contract/api';
import type { LogQuery } from '@millrace/contract/log-pattern';
import type { StepOfBuild } from '../../../domain/step-of-build.ts';
import type { LogStore } from '../log-store.ts';
import type { AskScan, LogScanner, ScanCaller } from '../scan/log-scanner.ts';
import { readBatches } from '../scan/read-batches.ts';

interface Deps {
  logs: LogStore;
  scanner: LogScanner;
}

/** Processor time of one search, without reading the logs from the store. */
const usualProcessorMs = 5000;

/** Searches the logs of steps in order. If the time limit is reached, the remaining steps are not searched. */
export async function searchBuildLogs(
  { logs, scanner }: Deps,
  steps: readonly Pick<StepOfBuild, 'id' | 'stage' | 'step'>[],
  query: LogQuery,
  caller: ScanCaller,
  processorMs = usualProcessorMs,
): Promise<LogSearch> {
  const found: StepHits[] = [];
  let listed = 0;
  const scanSteps = async (ask: AskScan) => {
    for (const { id, stage, step } of steps) {
      const ofStep: StepHits = { stage, step, count: 0, hits: [] };
      for await (const batch of readBatches(logs, id)) {
        const room = Math.min(maxHitsOfStep - ofStep.hits.length, maxHits - listed);
        const { count, hits } = await ask('search', { query, batch, room });
        if (count > 0 && ofStep.count === 0) found.push(ofStep);
        ofStep.count += count;
        ofStep.hits.push(...hits);
        listed += hits.length;
      }
    }
  };
  const kind = query.isRegExp ? 'expression' : 'text';
  const reason = await scanner.scan(caller, processorMs, scanSteps, kind);
  const count = found.reduce((sum, step) => sum + step.count, 0);
  return { count, steps: found, isComplete: !reason, ...(reason ? { reason } : {}) };
}

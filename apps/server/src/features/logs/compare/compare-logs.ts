import { type LogComparison, maxSurplusLines, type SurplusLine } from '@millrace/contract/api';
import type { LogStore } from '../log-store.ts';
import type { AskScan, LogScanner, ScanCaller } from '../scan/log-scanner.ts';
import { readBatches } from '../scan/read-batches.ts';
import { type Side, type Surpluses, sides } from './kind-table.ts';

/** Number of a step's build, stage and step, as shown to users, with its id. */
export interface StepAddress {
  id: number;
  build: number;
  stage: number;
  step: number;
}

interface Deps {
  logs: LogStore;
  scanner: LogScanner;
}

/** Processor time of one comparison, without reading the logs from the store. */
const processorMs = 10_000;
const maxLineLength = 500;

/** Lists the lines that are in one of the two logs only. Numbers, times and similar values are ignored. */
export async function compareStepLogs(
  { logs, scanner }: Deps,
  steps: Record<Side, StepAddress>,
  caller: ScanCaller,
): Promise<LogComparison> {
  const [here, there] = sides.map((side) => {
    const { build, stage, step } = steps[side];
    return { build, stage, step, kinds: 0, lines: [] as SurplusLine[] };
  }) as [LogComparison['here'], LogComparison['there']];
  const found = { here, there };
  const isPlain = { here: true, there: true };
  const reason = await scanner.scan(caller, processorMs, async (ask) => {
    for (const side of sides) {
      for await (const batch of readBatches(logs, steps[side].id)) {
        isPlain[side] = await ask('countKinds', { side, batch });
      }
    }
    const surpluses = await ask('compareKinds', { limit: maxSurplusLines });
    for (const side of sides) {
      found[side].kinds = surpluses[side].kinds;
      const { first } = surpluses[side];
      found[side].lines = await readLines(
        logs,
        { id: steps[side].id, isPlain: isPlain[side] },
        first,
        ask,
      );
    }
  });
  return { ...found, isComplete: !reason, ...(reason ? { reason } : {}) };
}

async function readLines(
  logs: LogStore,
  step: { id: number; isPlain: boolean },
  first: Surpluses['first'],
  ask: AskScan,
): Promise<SurplusLine[]> {
  if (first.length === 0) return [];
  const positions = first.map(({ pos }) => pos);
  const texts = new Map<number, string>();
  // Only a plain log has its lines at the positions of their numbers.
  for await (const batch of readBatches(logs, step.id, step.isPlain ? { positions } : {})) {
    const lines = await ask('readLines', { positions, batch, maxLength: maxLineLength });
    for (const { pos, text } of lines) texts.set(pos, text);
  }
  return first.map((surplus) => ({ ...surplus, out: texts.get(surplus.pos) ?? '' }));
}

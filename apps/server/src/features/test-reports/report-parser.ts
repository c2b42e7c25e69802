import { FairSlots } from '@millrace/build-host/threads/fair-slots';
import { WorkerLimitError, WorkerPool } from '@millrace/build-host/threads/worker-pool';
import type { JunitInput } from './junit/read-junit.ts';
import type { PackedReport } from './packed-report.ts';

const usualLimits = { processorMs: 20_000, memoryMb: 384 };
/** The idle thread stops after this time. */
const idleMs = 30_000;

/** Parses reports in a worker thread, so that a large or hostile one does not block the server. */
export class ReportParser {
  private readonly limits: typeof usualLimits;
  private readonly pool: WorkerPool<JunitInput, PackedReport>;
  private readonly slots = new FairSlots(1);

  constructor(limits: Partial<typeof usualLimits> = {}) {
    this.limits = { ...usualLimits, ...limits };
    const script = new URL('./junit/junit-worker.ts', import.meta.url);
    this.pool = new WorkerPool(script, { idleMs, limits: this.limits });
  }

  /** @param repoKey repository of the report; slots are shared fairly between repositories */
  async read(repoKey: string, input: JunitInput): Promise<PackedReport> {
    try {
      return await this.slots.run(repoKey, () => this.pool.run(input));
    } catch (error) {
      if (!(error instanceof WorkerLimitError)) throw error;
      return { tests: [], problem: this.describe(error.limit) };
    }
  }

  private describe(limit: WorkerLimitError['limit']): string {
    if (limit === 'memory') return 'the file needs too much memory';
    return `the file needs more than ${this.limits.processorMs / 1000} seconds of processor time`;
  }
}

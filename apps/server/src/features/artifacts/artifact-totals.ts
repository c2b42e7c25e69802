import type { Clock } from '../../shared/clock.ts';
import type { ArtifactStore } from './artifact-store.ts';

interface Place {
  repoId: number;
  buildId: number;
}

interface Total {
  bytes: number;
  untilSec: number;
}

const keptSec = 30;
const maxKept = 1000;

/**
 * How much is kept of builds and repositories. A step leaves thousands of files, and each is asked for its
 * room: what is added here is known at once, what other servers add a while later.
 */
export class ArtifactTotals {
  private readonly artifacts: ArtifactStore;
  private readonly clock: Clock;
  private readonly totals = new Map<string, Total>();

  constructor(artifacts: ArtifactStore, clock: Clock) {
    this.artifacts = artifacts;
    this.clock = clock;
  }

  async read({ repoId, buildId }: Place): Promise<{ build: number; repo: number }> {
    return {
      build: await this.find(`build ${buildId}`, () => this.artifacts.sum({ repoId, buildId })),
      repo: await this.find(`repo ${repoId}`, () => this.artifacts.sum({ repoId })),
    };
  }

  add({ repoId, buildId }: Place, bytes: number): void {
    for (const name of [`build ${buildId}`, `repo ${repoId}`]) {
      const total = this.totals.get(name);
      if (total) total.bytes += bytes;
    }
  }

  clear(): void {
    this.totals.clear();
  }

  private async find(name: string, read: () => Promise<number>): Promise<number> {
    const now = this.clock.nowSec();
    const known = this.totals.get(name);
    if (known && known.untilSec > now) return known.bytes;
    const bytes = await read();
    if (this.totals.size >= maxKept) this.totals.clear();
    this.totals.set(name, { bytes, untilSec: now + keptSec });
    return bytes;
  }
}

import type { Clock } from '../../shared/clock.ts';

/** When each claimed stage was last heard of. In memory: a server that starts gives all the full time. */
export class StageContacts {
  private readonly clock: Clock;
  private readonly heardSec = new Map<number, number>();
  private startedSec: number;

  constructor(clock: Clock) {
    this.clock = clock;
    this.startedSec = clock.nowSec();
  }

  note(stageId: number): void {
    this.heardSec.set(stageId, this.clock.nowSec());
  }

  silenceSec(stageId: number): number {
    return this.clock.nowSec() - (this.heardSec.get(stageId) ?? this.startedSec);
  }

  /** Nobody could be heard until now: everyone has the full time again. */
  restart(): void {
    this.heardSec.clear();
    this.startedSec = this.clock.nowSec();
  }

  /** Forgets all stages but these. */
  retain(stageIds: ReadonlySet<number>): void {
    for (const id of this.heardSec.keys()) if (!stageIds.has(id)) this.heardSec.delete(id);
  }
}

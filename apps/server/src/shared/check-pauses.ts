import type { Clock } from '@millrace/node-kit/clock';

/**
 * Notices that a repeated check was not made for some time, in which nobody could call the server: the machine slept, the
 * clock jumped, or the database was unavailable.
 */
export class CheckPauses {
  private readonly clock: Pick<Clock, 'nowSec'>;
  private readonly minPauseSec: number;
  private checkedSec: number;

  /** @param minPauseSec whole seconds between two checks from which they count as paused */
  constructor(clock: Pick<Clock, 'nowSec'>, minPauseSec: number) {
    this.clock = clock;
    this.minPauseSec = minPauseSec;
    this.checkedSec = clock.nowSec();
  }

  hasPaused(): boolean {
    const sinceSec = this.clock.nowSec() - this.checkedSec;
    return sinceSec < 0 || sinceSec >= this.minPauseSec;
  }

  /** Records that the check was made. */
  checked(): void {
    this.checkedSec = this.clock.nowSec();
  }
}

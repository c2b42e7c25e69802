import { type Clock, systemClock } from '@millrace/node-kit/clock';

const haste = 20;

/** A clock whose delays are 20 times shorter, and that can be advanced. */
export class HurriedClock implements Clock {
  private aheadSec = 0;

  readonly nowSec = (): number => systemClock.nowSec() + this.aheadSec;

  readonly nowMs = (): number => systemClock.nowMs() + this.aheadSec * 1000;

  readonly wait: Clock['wait'] = (ms, signal) => systemClock.wait(ms / haste, signal);

  skip(sec: number): void {
    this.aheadSec += sec;
  }
}

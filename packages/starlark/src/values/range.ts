import { Failure } from '../errors.ts';
import { floorDivide } from './int.ts';

export class Range {
  readonly type = 'range';
  readonly start: bigint;
  readonly stop: bigint;
  readonly step: bigint;
  readonly length: bigint;

  constructor(start: bigint, stop: bigint, step: bigint) {
    if (step === 0n) throw new Failure('range: step must not be 0');
    this.start = start;
    this.stop = stop;
    this.step = step;
    const span = step > 0n ? stop - start : start - stop;
    const stride = step > 0n ? step : -step;
    this.length = span > 0n ? floorDivide(span - 1n, stride) + 1n : 0n;
  }

  at(index: bigint): bigint {
    return this.start + index * this.step;
  }

  includes(value: bigint): boolean {
    const offset = value - this.start;
    return (
      offset % this.step === 0n && offset / this.step >= 0n && offset / this.step < this.length
    );
  }
}

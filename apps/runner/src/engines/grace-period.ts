import type { StepSpec } from './engine.ts';

/** Returns the milliseconds between TERM and KILL of a step. */
export function graceMsOf({ gracePeriodSec }: StepSpec, defaultMs: number): number {
  return gracePeriodSec ? gracePeriodSec * 1000 : defaultMs;
}

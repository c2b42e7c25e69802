import { ProcessorBudget } from '@millrace/node-kit/processor-budget';

const maxProcessorMs = 10_000;
const maxSteps = 5_000_000;
const maxOutputBytes = 2 * 1024 * 1024;

/** Shared budget of all scripts of one pipeline file. */
export class ScriptBudget {
  /** Time of the engines. Neither their start nor waiting for one counts. */
  readonly processor: ProcessorBudget;
  /** Steps of Starlark; existing servers allow 50,000 per script. */
  leftSteps: number;
  leftOutputBytes: number;

  constructor(
    limits: { maxProcessorMs?: number; maxSteps?: number; maxOutputBytes?: number } = {},
  ) {
    this.processor = new ProcessorBudget(limits.maxProcessorMs ?? maxProcessorMs);
    this.leftSteps = limits.maxSteps ?? maxSteps;
    this.leftOutputBytes = limits.maxOutputBytes ?? maxOutputBytes;
  }
}

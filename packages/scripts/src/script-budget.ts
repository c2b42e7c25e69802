const maxMs = 10_000;
const maxSteps = 5_000_000;
const maxOutputBytes = 2 * 1024 * 1024;

/** Shared budget of all scripts of one pipeline file. */
export class ScriptBudget {
  /** Time in the engine; waiting for one does not count. */
  leftMs: number;
  /** Steps of Starlark; existing servers allow 50,000 per script. */
  leftSteps: number;
  leftOutputBytes: number;

  constructor(limits: { maxMs?: number; maxSteps?: number; maxOutputBytes?: number } = {}) {
    this.leftMs = limits.maxMs ?? maxMs;
    this.leftSteps = limits.maxSteps ?? maxSteps;
    this.leftOutputBytes = limits.maxOutputBytes ?? maxOutputBytes;
  }
}

const maxMs = 10_000;
const maxSteps = 5_000_000;
const maxOutputBytes = 2 * 1024 * 1024;

/** What the scripts of one pipeline file may use up, all together. */
export class ScriptBudget {
  /** Time in the engine; to wait for one costs nothing. */
  leftMs: number;
  /** Steps of Starlark; 50,000 is what existing servers let one script take. */
  leftSteps: number;
  leftOutputBytes: number;

  constructor(limits: { maxMs?: number; maxSteps?: number; maxOutputBytes?: number } = {}) {
    this.leftMs = limits.maxMs ?? maxMs;
    this.leftSteps = limits.maxSteps ?? maxSteps;
    this.leftOutputBytes = limits.maxOutputBytes ?? maxOutputBytes;
  }
}

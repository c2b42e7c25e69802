import { type Conditions, matchingOutputs } from '@millrace/pipeline';
import { runsAfter } from '../plan/runs-after.ts';

export interface GraphStep {
  name: string;
  dependsOn: string[];
  runsOnSuccess: boolean;
  runsOnFailure: boolean;
  /** Set if whether the step runs depends on outputs. */
  when?: Conditions;
}

/**
 * Outcome of a step. `ignored` is a failure that the pipeline file ignores; `last` skips all remaining steps.
 */
export type StepOutcome = 'success' | 'failure' | 'ignored' | 'last';

/** Decides which steps to start and which to skip. Does not start steps itself. */
export class StepGraph<Step extends GraphStep> {
  private waiting: Step[];
  private readonly readOutputs: () => Readonly<Record<string, string>>;
  private readonly finished = new Set<string>();
  private readonly failed: string[] = [];
  private runningCount = 0;
  private isClosed = false;

  /** @param readOutputs returns those of earlier steps and stages */
  constructor(steps: Step[], readOutputs: () => Readonly<Record<string, string>> = () => ({})) {
    this.waiting = [...steps];
    this.readOutputs = readOutputs;
  }

  get failedSteps(): readonly string[] {
    return this.failed;
  }

  get isDone(): boolean {
    return this.waiting.length === 0 && this.runningCount === 0;
  }

  /** Removes and returns the steps that can start or are skipped. Skipping a step may release further ones. */
  advance(): { start: Step[]; skip: Step[] } {
    const start: Step[] = [];
    const skip: Step[] = [];
    for (let ready = this.takeReady(); ready.length > 0; ready = this.takeReady()) {
      for (const step of ready) {
        if (this.mayRun(step)) start.push(step);
        else {
          skip.push(step);
          this.finished.add(step.name);
        }
      }
    }
    this.runningCount += start.length;
    return { start, skip };
  }

  /** Begins a step that an earlier runner has started, whatever has happened since. */
  begin(step: Step): void {
    this.waiting = this.waiting.filter((each) => each !== step);
    this.runningCount++;
  }

  finish(step: Step, outcome: StepOutcome): void {
    this.runningCount--;
    this.finished.add(step.name);
    if (outcome === 'failure') this.failed.push(step.name);
    if (outcome === 'last') this.close();
  }

  /** Counts a step as failed that has finished for its dependents, such as a service that ends early. */
  fail(step: Step): void {
    this.failed.push(step.name);
  }

  /** Skips all waiting steps. */
  close(): void {
    this.isClosed = true;
  }

  private takeReady(): Step[] {
    const isReady = (step: Step) =>
      this.isClosed || step.dependsOn.every((name) => this.finished.has(name));
    const ready = this.waiting.filter(isReady);
    this.waiting = this.waiting.filter((step) => !ready.includes(step));
    return ready;
  }

  /**
   * True if the status of the stage and the outputs allow the step. As in existing runners, a failure of any step
   * counts.
   */
  private mayRun(step: Step): boolean {
    if (this.isClosed) return false;
    const when = step.when && matchingOutputs(step.when, this.readOutputs());
    if (when?.length === 0) return false;
    const { runsOnSuccess, runsOnFailure } = when ? runsAfter(when) : step;
    return this.failed.length > 0 ? runsOnFailure : runsOnSuccess;
  }
}

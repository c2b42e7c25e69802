import { EventEmitter, once } from 'node:events';
import { toBuildJson, toStageJson, toStepJson } from '@millrace/build-host/builds/build-mapper';
import {
  applyChanges,
  type Build,
  type BuildChanges,
  type BuildCommand,
  type BuildState,
  decide,
  isReadyToExpand,
  type NewStage,
  newStageAt,
  releaseStages,
  type Stage,
  type Step,
} from '@millrace/build-rules';
import type { Build as BuildJson } from '@millrace/contract/api';
import { RunnerConflict } from '@millrace/contract/runner';
import { isFinished } from '@millrace/contract/vocabulary';
import type { Clock } from '@millrace/node-kit/clock';

const buildId = 1;

/** A build in memory, with the rules of the server. */
export class LocalBuild {
  private state: BuildState;
  private readonly clock: Clock;
  private readonly events = new EventEmitter();
  private lastStepId = 0;

  constructor(build: Omit<Build, 'id' | 'version'>, stages: readonly NewStage[], clock: Clock) {
    const ids = stages.map((stage, index) => ({ ...stage, id: index + 1, buildId, version: 1 }));
    const released = releaseStages(ids);
    this.state = {
      build: { ...build, id: buildId, version: 1 },
      stages: ids.map((stage) => ({ ...stage, status: released.get(stage) ?? stage.status })),
      steps: [],
    };
    this.clock = clock;
    this.events.setMaxListeners(0);
  }

  get facts(): Build {
    return this.state.build;
  }

  get isFinished(): boolean {
    return isFinished(this.state.build.status);
  }

  /** Whether the build is cancelled, and stages still clean up. */
  get isEnding(): boolean {
    return this.state.build.ending !== '';
  }

  get openStages(): Stage[] {
    return this.state.stages.filter(({ status }) => !isFinished(status));
  }

  get stages(): readonly Stage[] {
    return this.state.stages;
  }

  /** Returns a stage that outputs can now replace by those of its matrix. */
  findReadyPlaceholder(): Stage | undefined {
    const { stages } = this.state;
    return stages.find((stage) => isReadyToExpand(stage, stages));
  }

  findStage(id: number): Stage | undefined {
    return this.state.stages.find((stage) => stage.id === id);
  }

  findStep(id: number): Step | undefined {
    return this.state.steps.find((step) => step.id === id);
  }

  stepsOf(stageId: number): Step[] {
    return this.state.steps.filter((step) => step.stageId === stageId);
  }

  /** Carries out a command. Throws {@link RunnerConflict} if the rules reject it. */
  send(command: BuildCommand): void {
    const decision = decide(this.state, command, this.clock.nowSec());
    if (!decision) return;
    if ('refusal' in decision) throw new RunnerConflict(decision.refusal.message);
    this.apply(decision.changes);
    this.events.emit('changed');
  }

  /** Resolves with the next change, or when the signal aborts. */
  async untilChanged(signal?: AbortSignal): Promise<void> {
    await once(this.events, 'changed', signal ? { signal } : {}).catch(() => undefined);
  }

  toJson(): BuildJson {
    const { build, stages } = this.state;
    const withSteps = stages.map((stage) =>
      toStageJson(stage, this.stepsOf(stage.id).map(toStepJson)),
    );
    return toBuildJson(build, withSteps);
  }

  private apply(changes: BuildChanges): void {
    const { build, stages, steps } = applyChanges(this.state, changes);
    const added = changes.newSteps
      .toSorted((one, other) => one.number - other.number)
      .map((step) => ({ ...step, id: ++this.lastStepId, version: 1 }));
    const lastId = Math.max(...stages.map(({ id }) => id));
    this.state = {
      build: { ...build, version: build.version + 1 },
      stages: stages.map((stage) =>
        newStageAt(changes, stage.id)
          ? { ...stage, id: lastId - stage.id, version: 1 }
          : raiseVersion(stage, changes.stages),
      ),
      steps: [...steps.map((step) => raiseVersion(step, changes.steps)), ...added],
    };
  }
}

function raiseVersion<Row extends { id: number; version: number }>(
  row: Row,
  changed: ReadonlyMap<number, unknown>,
): Row {
  return changed.has(row.id) ? { ...row, version: row.version + 1 } : row;
}

import { errorMessage } from '@millrace/node-kit/error-message';
import type { PlannedStage } from '@millrace/pipeline';
import type { Engine } from '@millrace/runner';

/** Engines of this machine, and stages that none of them can run. */
export interface Machine {
  /** Engines that work here and that the build needs. */
  engines: Engine[];
  /** Reasons why stages cannot run here, by stage. */
  obstacles: Map<PlannedStage, string>;
}

/** Opens the engines that the stages need. A stage that depends on one that cannot run cannot run either. */
export async function findMachine(
  stages: readonly PlannedStage[],
  engines: readonly Engine[],
): Promise<Machine> {
  const working: Engine[] = [];
  const problems = new Map<string, string>();
  const platforms = new Map<string, string>();
  for (const type of new Set(stages.map((stage) => stage.type))) {
    const engine = engines.find((candidate) => candidate.type === type);
    try {
      if (!engine) throw new Error(`pipelines of the type ${type} need another runner`);
      const { os, arch } = await engine.open();
      platforms.set(type, `${os}/${arch}`);
      working.push(engine);
    } catch (error) {
      problems.set(type, errorMessage(error));
    }
  }
  const obstacles = new Map<PlannedStage, string>();
  for (const stage of stages) {
    const platform = `${stage.os}/${stage.arch}`;
    const here = platforms.get(stage.type);
    if (here === undefined) obstacles.set(stage, engineProblem(stage.type, problems));
    else if (here !== platform) {
      obstacles.set(stage, `it needs ${platform}, and this machine is ${here}`);
    }
  }
  addDependents(stages, obstacles);
  return { engines: working, obstacles };
}

function engineProblem(type: string, problems: ReadonlyMap<string, string>): string {
  const problem = problems.get(type) ?? '';
  return type === 'docker' ? `Docker is not available: ${problem}` : problem;
}

function addDependents(
  stages: readonly PlannedStage[],
  obstacles: Map<PlannedStage, string>,
): void {
  const blocked = (stage: PlannedStage) =>
    stages.find((other) => obstacles.has(other) && stage.dependsOn.includes(other.name));
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const stage of stages) {
      const cause = obstacles.has(stage) ? undefined : blocked(stage);
      if (!cause) continue;
      obstacles.set(stage, `it depends on ${cause.name}`);
      isChanged = true;
    }
  }
}

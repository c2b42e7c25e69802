import { isFinished, type Status } from '@millrace/contract/vocabulary';
import type { Stage } from './build.ts';
import { isLeftOut, isOptional, waitsForStart } from './manual-stages.ts';

/** Fields of a stage that the rules read. */
export type StageNode = Pick<
  Stage,
  | 'name'
  | 'status'
  | 'dependsOn'
  | 'onSuccess'
  | 'onFailure'
  | 'ignoresFailure'
  | 'manual'
  | 'needsApproval'
  | 'matrixOf'
>;

const failed: ReadonlySet<Status> = new Set(['failure', 'error', 'killed']);
/** Statuses of a stage after which the build only starts stages that run on failure. */
const unsuccessful: ReadonlySet<Status> = new Set([...failed, 'declined']);

/** Returns whether the build only starts stages that run on failure. */
export function hasFailedStage(stages: readonly StageNode[]): boolean {
  return stages.some(
    (stage) => unsuccessful.has(stage.status) && !isIgnored(stage) && !isLeftOut(stage),
  );
}

/**
 * Returns the waiting stages that can be released, each with its next status.
 *
 * The status of the whole build decides, as on existing servers: once any stage has failed, a waiting stage
 * that does not run on failure is skipped immediately. A skipped stage therefore never counts as a success
 * for the stages that depend on it. A stage that may still run waits until every stage that it depends on,
 * directly or indirectly, has finished. A manual stage is only skipped: a person releases it. A placeholder then waits until
 * stages replace it.
 */
export function releaseStages<Stage extends StageNode>(
  stages: readonly Stage[],
): Map<Stage, 'pending' | 'skipped'> {
  const released = new Map<Stage, 'pending' | 'skipped'>();
  const waiting = stages.filter(
    (stage) => stage.status === 'waiting_on_dependencies' || waitsForStart(stage),
  );
  const hasFailed = hasFailedStage(stages);
  if (hasFailed) {
    for (const stage of waiting) if (!stage.onFailure) released.set(stage, 'skipped');
  }
  const statusOf = (stage: Stage) => released.get(stage) ?? stage.status;
  // Skipping a stage can release others, so this repeats until nothing changes.
  for (let isChanged = waiting.length > released.size; isChanged; ) {
    isChanged = false;
    const graph = createGraph(stages, statusOf);
    for (const stage of waiting) {
      const mayRun = hasFailed || stage.onSuccess;
      if (released.has(stage) || (mayRun && waitsForStart(stage))) continue;
      if (findOpenDependencies(stage, graph).length > 0) continue;
      if (mayRun && isPlaceholder(stage)) continue;
      released.set(stage, mayRun ? 'pending' : 'skipped');
      isChanged = true;
    }
  }
  for (const stage of findUnneeded(stages, statusOf)) released.set(stage, 'skipped');
  return released;
}

/**
 * Lists optional stages that nobody has started, and those that depend on them, if all other stages have finished. A
 * build of optional stages alone waits.
 */
function findUnneeded<Stage extends StageNode>(
  stages: readonly Stage[],
  statusOf: (stage: Stage) => Status,
): Stage[] {
  const optional = stages.filter(
    (stage) => waitsForStart(stage) && statusOf(stage) === 'blocked' && isOptional(stage),
  );
  if (optional.length === 0) return [];
  const unneeded = new Set([...optional, ...findDependents(stages, optional)]);
  const others = stages.filter((stage) => !unneeded.has(stage));
  const isOver = others.length > 0 && others.every((stage) => isFinished(statusOf(stage)));
  return isOver ? [...unneeded].filter((stage) => !isFinished(statusOf(stage))) : [];
}

/** Returns whether a stage stands for those of a matrix whose values are not known yet. */
export function isPlaceholder({ name, matrixOf }: Pick<StageNode, 'name' | 'matrixOf'>): boolean {
  return matrixOf !== '' && name === matrixOf;
}

/** Returns whether outputs can decide the stages that replace a placeholder: all that it depends on have finished. */
export function isReadyToExpand(stage: StageNode, stages: readonly StageNode[]): boolean {
  const isWaiting = stage.status === 'waiting_on_dependencies' && isPlaceholder(stage);
  return isWaiting && findOpenDependencies(stage, createGraph(stages)).length === 0;
}

interface GraphNode {
  dependsOn: readonly string[];
  isOpen: boolean;
}

/** Stages of a build by name. Several stages may share a name; a dependency on it means all of them. */
export type StageGraph = ReadonlyMap<string, readonly GraphNode[]>;

export function createGraph<Stage extends Pick<StageNode, 'name' | 'status' | 'dependsOn'>>(
  stages: readonly Stage[],
  statusOf: (stage: Stage) => Status = ({ status }) => status,
): StageGraph {
  const graph = new Map<string, GraphNode[]>();
  for (const stage of stages) {
    const node = { dependsOn: stage.dependsOn, isOpen: !isFinished(statusOf(stage)) };
    const sameName = graph.get(stage.name);
    if (sameName) sameName.push(node);
    else graph.set(stage.name, [node]);
  }
  return graph;
}

/**
 * Lists the names of the unfinished stages that a stage waits for. Includes the dependencies of finished
 * stages, because a stage can be skipped before its dependencies finish.
 */
export function findOpenDependencies(
  { dependsOn }: Pick<StageNode, 'dependsOn'>,
  graph: StageGraph,
): string[] {
  const open: string[] = [];
  const visited = new Set<string>();
  const rest = [...dependsOn];
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    if (visited.has(name)) continue;
    visited.add(name);
    const nodes = graph.get(name) ?? [];
    if (nodes.some(({ isOpen }) => isOpen)) open.push(name);
    else for (const node of nodes) rest.push(...node.dependsOn);
  }
  return open;
}

/** Lists the stages that depend on one of `roots`, directly or indirectly. */
export function findDependents<Stage extends Pick<StageNode, 'name' | 'dependsOn'>>(
  stages: readonly Stage[],
  roots: Iterable<Stage>,
): Set<Stage> {
  const dependents = new Set<Stage>();
  const names = [...roots].map(({ name }) => name);
  const visited = new Set(names);
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    for (const stage of stages) {
      if (dependents.has(stage) || !stage.dependsOn.includes(name)) continue;
      dependents.add(stage);
      if (visited.has(stage.name)) continue;
      visited.add(stage.name);
      names.push(stage.name);
    }
  }
  return dependents;
}

/** Returns the final status of a build, given its stages in order; undefined if a stage is unfinished. */
export function finalBuildStatus(
  stages: readonly Pick<StageNode, 'status' | 'ignoresFailure' | 'manual' | 'needsApproval'>[],
): Status | undefined {
  if (!stages.every((stage) => isFinished(stage.status))) return undefined;
  if (stages.some((stage) => stage.status === 'declined' && !isLeftOut(stage))) return 'declined';
  const counted = stages.find((stage) => failed.has(stage.status) && !isIgnored(stage));
  return counted?.status ?? 'success';
}

/** Returns whether a stage has failed, and its pipeline file ignores that. A cancel is not ignored. */
export function isIgnored({
  status,
  ignoresFailure,
}: Pick<StageNode, 'status' | 'ignoresFailure'>): boolean {
  return ignoresFailure && (status === 'failure' || status === 'error');
}

import type { Stage } from '@millrace/contract/api';
import { hasFailed, isFinished } from '@millrace/contract/vocabulary';
import { type ShownStatus, stageStatus } from './shown-status.ts';

export interface GroupMember {
  stage: Stage;
  /** Its name, in a matrix only the values. */
  label: string;
}

/** A stage, or the stages of a matrix. */
export interface StageGroup {
  name: string;
  isMatrix: boolean;
  members: GroupMember[];
}

/** Number of stages from which a build is too long to be seen at once. */
export const manyStages = 15;

/** Number of stages from which a matrix is drawn as one thing. */
const minFolded = 3;

/** Returns whether a group is drawn as one thing where that is not a list of its stages. */
export function isFoldable({ isMatrix, members }: StageGroup): boolean {
  return isMatrix && members.length >= minFolded;
}

/** Name that the server gives to a stage of a matrix: that of the pipeline, with values or a number. */
const ofMatrix = /^(.+) \((.+)\)$/s;

/** Puts the stages of each matrix together, at the place of the first. A pattern of names works with every server. */
export function groupStages(stages: readonly Stage[]): StageGroup[] {
  const groups = new Map<string, StageGroup>();
  for (const stage of stages) {
    const [, name = stage.name, values] = ofMatrix.exec(stage.name) ?? [];
    const key = values === undefined ? `stage ${stage.number}` : `matrix ${name}`;
    const group = groups.get(key) ?? { name, isMatrix: true, members: [] };
    group.members.push({ stage, label: values ?? name });
    groups.set(key, group);
  }
  return [...groups.values()].map((group) =>
    group.members.length > 1 ? group : alone(group.members[0]?.stage, group),
  );
}

function alone(stage: Stage | undefined, group: StageGroup): StageGroup {
  if (!stage) return group;
  const { name } = stage;
  return { name, isMatrix: false, members: [{ stage, label: name }] };
}

/** Statuses in the order in which a person wants to know them of several stages: a failure, then what goes on, then why nothing does. */
const mostTelling: ShownStatus[] = [
  'error',
  'failure',
  'running',
  'approval',
  'manual',
  'blocked',
  'pending',
  'waiting_on_dependencies',
  'declined',
  'killed',
  'allowed_failure',
  'success',
];

export function groupStatus({ members }: Pick<StageGroup, 'members'>): ShownStatus {
  const found = new Set(members.map(({ stage }) => stageStatus(stage)));
  return mostTelling.find((status) => found.has(status)) ?? 'skipped';
}

/** Returns how many stages have succeeded of how many, such as `11/12`. */
export function groupCount({ members }: StageGroup): string {
  const succeeded = members.filter(({ stage }) => stage.status === 'success');
  return `${succeeded.length}/${members.length}`;
}

/** Returns when the first stage of a group has started and, if all have ended, when the last one did. */
export function groupTimes({ members }: StageGroup): { started: number; stopped: number } {
  const starts = members.flatMap(({ stage }) => stage.started || []);
  const isOver = members.every(({ stage }) => isFinished(stage.status));
  return {
    started: starts.length > 0 ? Math.min(...starts) : 0,
    stopped: isOver ? Math.max(...members.map(({ stage }) => stage.stopped)) : 0,
  };
}

/** Returns the stage of a group that a person would open: the first that failed, else that runs, else the first. */
export function firstToOpen({ members }: StageGroup): Stage | undefined {
  const stages = members.map(({ stage }) => stage);
  return (
    stages.find(({ status, errignore }) => hasFailed(status) && !errignore) ??
    stages.find(({ status }) => status === 'running') ??
    stages[0]
  );
}

import type { Build, Stage, Step } from '@millrace/contract/api';
import { stageLabel } from '../../domain-ui/placeholder-text.ts';
import { groupStages, isFoldable } from '../../domain-ui/stage-groups.ts';

export interface GraphItem {
  name: string;
  /** Its longest text. The width of its node follows from it. */
  text: string;
  depends_on: string[];
  /** True if one node stands for the stages of a matrix; its name is that of the first. */
  isMatrix?: boolean;
}

/** Input of the layout. It does not contain statuses, so it stays equal while the build runs. */
export interface GraphStructure {
  stages: GraphItem[];
  /** Steps of the selected stage. */
  steps: GraphItem[];
}

/** Returns the names of the matrices that can be folded into one node. */
export function foldableMatrices({ stages = [] }: Pick<Build, 'stages'>): string[] {
  return groupStages(stages)
    .filter(isFoldable)
    .map(({ name }) => name);
}

export function structureOf(
  { stages = [] }: Pick<Build, 'stages'>,
  selectedStage: number,
  folded: readonly string[] = [],
): GraphStructure {
  const current = stages.find((stage) => stage.number === selectedStage);
  return { stages: foldStages(stages, folded), steps: withOrder(current?.steps ?? []) };
}

function foldStages(stages: readonly Stage[], folded: readonly string[]): GraphItem[] {
  const groups = groupStages(stages).map((group) => {
    const isMatrix = group.isMatrix && folded.includes(group.name);
    return { ...group, isMatrix, stages: group.members.map(({ stage }) => stage) };
  });
  /** The node that stands for a stage. */
  const nodeOf = new Map(
    groups.flatMap((group) =>
      group.stages.map(({ name }) => [name, group.isMatrix ? (group.stages[0]?.name ?? '') : name]),
    ),
  );
  const dependenciesOf = (members: readonly Stage[]) => [
    ...new Set(
      members.flatMap((stage) => stage.depends_on ?? []).map((name) => nodeOf.get(name) ?? name),
    ),
  ];
  return groups.flatMap(({ name, isMatrix, stages: members }): GraphItem[] =>
    isMatrix
      ? [
          {
            name: members[0]?.name ?? '',
            text: `${name} ${members.length}/${members.length}`,
            depends_on: dependenciesOf(members),
            isMatrix,
          },
        ]
      : members.map((stage) => ({
          name: stage.name,
          text: stageLabel(stage),
          depends_on: dependenciesOf([stage]),
        })),
  );
}

/** Runs steps in sequence if the server reports no dependencies. */
function withOrder(steps: readonly Step[]): GraphItem[] {
  const hasOrder = steps.some((step) => step.depends_on?.length);
  return steps.map(({ name, depends_on = [] }, at) => ({
    name,
    text: name,
    depends_on: hasOrder
      ? depends_on
      : steps.slice(Math.max(0, at - 1), at).map((step) => step.name),
  }));
}

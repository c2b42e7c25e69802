import type { Build, Stage, Step } from '@millrace/contract/api';
import { isFinished, type Status } from '@millrace/contract/vocabulary';
import { placeholderText, stageLabel } from '../../domain-ui/placeholder-text.ts';
import { type ShownStatus, stageStatus, stepStatus } from '../../domain-ui/shown-status.ts';
import {
  firstToOpen,
  groupCount,
  groupStages,
  groupStatus,
  type StageGroup,
} from '../../domain-ui/stage-groups.ts';
import type { PlacedNode } from './graph-layout.ts';

/** A placed node with its status. */
export interface GraphNode extends PlacedNode {
  status: ShownStatus | null;
  stage: number;
  step: number;
  isSelected: boolean;
  canSelect: boolean;
  label: string;
  /** Name of the matrix whose stages the node stands for. */
  matrix?: string;
  /** When the stages are decided that replace it; undefined for most nodes. */
  note: string | undefined;
}

interface Selected {
  stage: number;
  step: number;
}

const closed: ReadonlySet<Status> = new Set(['skipped', 'declined', 'waiting_on_dependencies']);

/** Adds the status and the selection to the nodes of a layout. */
export function describeNodes(
  placed: readonly PlacedNode[],
  { stages = [] }: Pick<Build, 'stages'>,
  selected: Selected,
  text: Parameters<typeof placeholderText>[1],
): GraphNode[] {
  const current = stages.find((stage) => stage.number === selected.stage);
  const byName = new Map<string, Stage>(stages.map((stage) => [stage.name, stage]));
  const steps = new Map<string, Step>(current?.steps?.map((step) => [step.name, step]));
  const groups = new Map(groupStages(stages).map((group) => [group.members[0]?.stage.name, group]));
  return placed.map((node) => {
    const group = node.kind === 'matrix' ? groups.get(node.name) : undefined;
    if (group) return { ...node, ...describeMatrix(group, selected) };
    const stage = node.kind === 'stage' ? byName.get(node.name) : current;
    const step = node.kind === 'step' ? steps.get(node.name) : undefined;
    const shown = node.kind === 'stage' ? stage : step;
    const ofStage = node.kind === 'stage' ? stage : undefined;
    return {
      ...node,
      label: ofStage ? stageLabel(ofStage) : node.name,
      note: ofStage && placeholderText(ofStage, text),
      status: statusOf(step, stage),
      stage: stage?.number ?? 0,
      step: step?.number ?? 1,
      isSelected: shown?.number === selected[node.row],
      canSelect: shown !== undefined && !closed.has(shown.status),
    };
  });
}

function describeMatrix(group: StageGroup, selected: Selected) {
  const hasBegun = group.members.some(({ stage }) => stage.started > 0 || isFinished(stage.status));
  return {
    label: `${group.name} ${hasBegun ? groupCount(group) : group.members.length}`,
    matrix: group.name,
    note: undefined,
    status: groupStatus(group),
    stage: firstToOpen(group)?.number ?? 0,
    step: 1,
    isSelected: group.members.some(({ stage }) => stage.number === selected.stage),
    canSelect: true,
  };
}

function statusOf(step: Step | undefined, stage: Stage | undefined): ShownStatus | null {
  if (step) return stepStatus(step);
  return stage ? stageStatus(stage) : null;
}

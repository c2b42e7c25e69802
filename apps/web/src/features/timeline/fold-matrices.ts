import type { Stage } from '@millrace/contract/api';
import {
  groupCount,
  groupStages,
  groupStatus,
  groupTimes,
  isFoldable,
  type StageGroup,
} from '../../domain-ui/stage-groups.ts';
import type { TimelineRow } from './timeline-view.ts';

export interface ShownRow extends TimelineRow {
  /** Number of stages that have succeeded, of all stages, such as `11/12`; present if the row stands for a matrix. */
  count?: string;
}

/** Puts a row before those of each larger matrix, and leaves those out unless the matrix is among the unfolded ones. */
export function foldMatrices(
  rows: readonly TimelineRow[],
  stages: readonly Stage[],
  unfolded: readonly string[],
  nowSec: number,
): ShownRow[] {
  const rowsOf = Map.groupBy(rows, ({ stage }) => stage);
  return groupStages(stages).flatMap((group): ShownRow[] => {
    const { name, members } = group;
    const own = members.map(({ stage }) => rowsOf.get(stage.number) ?? []);
    if (!isFoldable(group)) return own.flat();
    const head = matrixRow(group, own.flat(), nowSec);
    if (!unfolded.includes(name)) return [head];
    const named = own.map((each, at) =>
      each.map((row) =>
        row.step === undefined ? { ...row, name: members[at]?.label ?? '' } : row,
      ),
    );
    return [head, ...named.flat()];
  });
}

function matrixRow(group: StageGroup, rows: readonly TimelineRow[], nowSec: number): ShownRow {
  const { started, stopped } = groupTimes(group);
  const to = stopped || nowSec;
  return {
    key: `matrix ${group.name}`,
    name: group.name,
    count: groupCount(group),
    status: groupStatus(group),
    stage: group.members[0]?.stage.number ?? 0,
    step: undefined,
    spans: started ? [{ phase: 'running', from: started, to }] : [],
    isCritical: rows.some(({ isCritical }) => isCritical),
    saving: 0,
    reusedFrom: undefined,
  };
}

import type { Stage, Step } from '@millrace/contract/api';
import { hasFailed } from '@millrace/contract/vocabulary';
import type { GroupMember, StageGroup } from '../../domain-ui/stage-groups.ts';

export interface StageFilter {
  /** Part of the names of the wanted stages and steps. */
  words: string;
  onlyFailed: boolean;
}

export interface FoundStage extends GroupMember {
  /** The steps that were looked for; undefined if the stage itself was. */
  foundSteps?: Step[] | undefined;
}

export interface FoundGroup {
  group: StageGroup;
  found: FoundStage[];
}

/** Returns the groups, stages and steps that a person looks for. */
export function findStages(groups: readonly StageGroup[], filter: StageFilter): FoundGroup[] {
  const wanted = filter.words.trim().toLowerCase();
  const hasName = ({ name }: { name: string }) => name.toLowerCase().includes(wanted);
  const find = ({ stage, label }: GroupMember): FoundStage[] => {
    if (filter.onlyFailed && !hasFailure(stage)) return [];
    if (hasName(stage)) return [{ stage, label }];
    const foundSteps = stage.steps?.filter(hasName) ?? [];
    return foundSteps.length > 0 ? [{ stage, label, foundSteps }] : [];
  };
  return groups
    .map((group) => ({ group, found: group.members.flatMap(find) }))
    .filter(({ found }) => found.length > 0);
}

/** A failure that is allowed is one. */
function hasFailure({ status, steps = [] }: Stage): boolean {
  return hasFailed(status) || steps.some((step) => hasFailed(step.status));
}

/** Returns whether nobody has to look at a stage: it has succeeded, and is not the selected one. */
export function isQuiet({ stage }: GroupMember, selectedStage: number): boolean {
  return stage.status === 'success' && stage.number !== selectedStage;
}

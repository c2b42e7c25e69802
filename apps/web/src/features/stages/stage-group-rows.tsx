import { hasFailed } from '@millrace/contract/vocabulary';
import { ChevronRight } from 'lucide';
import { useState } from 'react';
import { RunDuration } from '../../domain-ui/run-duration.tsx';
import {
  groupCount,
  groupStatus,
  groupTimes,
  type StageGroup,
} from '../../domain-ui/stage-groups.ts';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { classNames } from '../../lib/class-names.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type FoundGroup, type FoundStage, isQuiet } from './find-stages.ts';
import { FoldedItems } from './folded-items.tsx';
import { groupedStagesMessages } from './grouped-stages-messages.ts';
import { StageBranch } from './stage-branch.tsx';
import css from './stage-tree.module.css';
import type { StageTreeProps } from './stage-tree.tsx';

interface StageGroupRowsProps extends StageTreeProps {
  group: FoundGroup;
  isFiltered: boolean;
  /** Whether the stages that have succeeded are folded. */
  isFolding: boolean;
}

/** The row of a stage, or the expandable row of a matrix with those of its stages. */
export function StageGroupRows({
  group: { group, found },
  isFiltered,
  isFolding,
  ...tree
}: StageGroupRowsProps) {
  const { stageNumber } = tree;
  const [isChosen, setIsChosen] = useState<boolean>();
  const rows = (member: FoundStage) => <FoundStageRows {...tree} member={member} />;
  const [alone] = found;
  if (alone && !group.isMatrix) return rows(alone);
  // Until a person decides, a group is open while it has something to see.
  const isOpen = isChosen ?? (isFiltered || isTelling(group, stageNumber));
  return (
    <li>
      <GroupButton group={group} isOpen={isOpen} onClick={() => setIsChosen(!isOpen)} />
      {isOpen && (
        <ul className={css.steps}>
          <FoldedItems
            items={found}
            isFolded={(member) => isFolding && isQuiet(member, stageNumber)}
            keyOf={({ stage }) => stage.number}
            render={rows}
          />
        </ul>
      )}
    </li>
  );
}

function isTelling({ members }: StageGroup, stageNumber: number): boolean {
  return members.some(({ stage }) => stage.number === stageNumber || hasFailed(stage.status));
}

interface GroupButtonProps {
  group: StageGroup;
  isOpen: boolean;
  onClick: () => void;
}

function GroupButton({ group, isOpen, onClick }: GroupButtonProps) {
  const text = useTexts(groupedStagesMessages);
  return (
    <button
      type="button"
      className={classNames(css.row, css.stage)}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      <span className={css.chevron}>
        <Icon icon={ChevronRight} size={12} />
      </span>
      <StatusIcon status={groupStatus(group)} />
      <span className={css.name} title={group.name}>
        {group.name}
      </span>
      <span className={css.duration} title={text.counted}>
        {groupCount(group)}
        <span className="visually-hidden"> {text.counted}</span>
      </span>
      <span className={css.duration}>
        <RunDuration {...groupTimes(group)} />
      </span>
    </button>
  );
}

interface FoundStageRowsProps extends StageTreeProps {
  member: FoundStage;
}

function FoundStageRows({ member, ...tree }: FoundStageRowsProps) {
  const { slug, build, stageNumber, stepNumber, renderTimeLeft } = tree;
  const { stage, label, foundSteps } = member;
  return (
    <StageBranch
      slug={slug}
      build={build}
      stage={stage}
      {...(label === stage.name ? {} : { name: label })}
      foundSteps={foundSteps}
      selectedStep={stage.number === stageNumber ? stepNumber : null}
    >
      {renderTimeLeft(slug, build, stage)}
    </StageBranch>
  );
}

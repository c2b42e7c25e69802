import { useState } from 'react';
import { groupStages, manyStages } from '../../domain-ui/stage-groups.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import { findStages, isQuiet } from './find-stages.ts';
import { FoldedItems } from './folded-items.tsx';
import css from './grouped-stages.module.css';
import { groupedStagesMessages } from './grouped-stages-messages.ts';
import { StageGroupRows } from './stage-group-rows.tsx';
import type { StageTreeProps } from './stage-tree.tsx';

/**
 * The stages of a large build or of a matrix. Matrices are groups; with many stages, those that succeeded are folded, and
 * stages and steps can be searched.
 */
export function GroupedStages(props: StageTreeProps) {
  const text = useTexts(groupedStagesMessages);
  const [words, setWords] = useState('');
  const [onlyFailed, setOnlyFailed] = useState(false);
  const { stages = [] } = props.build;
  const isLong = stages.length >= manyStages;
  const isFiltered = words.trim() !== '' || onlyFailed;
  const groups = findStages(groupStages(stages), { words, onlyFailed });
  const isFolding = isLong && !isFiltered;
  return (
    <>
      {isLong && (
        <div className={css.filter}>
          <FilterField label={text.search} value={words} onChange={setWords} />
          <div className={css.choice}>
            <Checkbox label={text.onlyFailed} checked={onlyFailed} onChange={setOnlyFailed} />
            <p className={css.found} role="status">
              {isFiltered && text.found(groups.reduce((sum, { found }) => sum + found.length, 0))}
            </p>
          </div>
        </div>
      )}
      <ul>
        <FoldedItems
          items={groups}
          isFolded={({ group }) =>
            isFolding && group.members.every((member) => isQuiet(member, props.stageNumber))
          }
          keyOf={({ group }) => group.members[0]?.stage.number ?? 0}
          render={(group) => (
            <StageGroupRows
              {...props}
              group={group}
              isFiltered={isFiltered}
              isFolding={isFolding}
            />
          )}
        />
      </ul>
    </>
  );
}

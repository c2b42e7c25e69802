import type { TrendPart } from '@millrace/contract/api';
import { useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { formatDuration } from '../../lib/format-time.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import css from './part-list.module.css';
import { type PartSort, partName, partSorts, sortParts } from './part-view.ts';
import page from './trend-page.module.css';
import { trendPageMessages } from './trend-page-messages.ts';

interface PartListProps {
  parts: readonly TrendPart[];
  builds: number;
  sort: PartSort;
  stage: string;
  step: string;
  onSort: (sort: PartSort) => void;
  onChoose: (stage: string, step: string) => void;
}

/** Rows that are shown at first. */
const shortLength = 10;

/** Durations of stages and steps. A part that is chosen replaces the builds in the charts. */
export function PartList({ parts, builds, sort, stage, step, onSort, onChoose }: PartListProps) {
  const text = useTexts(trendPageMessages);
  const [isWhole, setIsWhole] = useState(false);
  const sorted = sortParts(parts, sort);
  const names = { name: text.part, p50: text.p50, p95: text.p95, count: text.runs };
  return (
    <Section title={text.parts}>
      <p className={classNames(page.note, page.sectionNote)}>
        {parts.length > 0 ? text.partsNote(builds) : text.noParts}
      </p>
      {parts.length > 0 && (
        <table className={css.table} aria-label={text.parts}>
          <thead>
            <tr>
              {partSorts.map((column) => (
                <th
                  key={column}
                  scope="col"
                  aria-sort={
                    column !== sort ? 'none' : column === 'name' ? 'ascending' : 'descending'
                  }
                >
                  <button type="button" onClick={() => onSort(column)}>
                    {names[column]}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, isWhole ? sorted.length : shortLength).map((part) => {
              const name = partName(part);
              const { stage_name, step_name = '', p50, p95, count } = part;
              const isChosen = stage_name === stage && step_name === step;
              return (
                <tr key={name}>
                  <td>
                    <button
                      type="button"
                      aria-pressed={isChosen}
                      title={name}
                      onClick={() =>
                        isChosen ? onChoose('', '') : onChoose(stage_name, step_name)
                      }
                    >
                      {name}
                    </button>
                  </td>
                  <td>{formatDuration(p50)}</td>
                  <td>{formatDuration(p95)}</td>
                  <td>{count}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {sorted.length > shortLength && !isWhole && (
        <Button className={css.more} onClick={() => setIsWhole(true)}>
          {text.moreParts(sorted.length)}
        </Button>
      )}
    </Section>
  );
}

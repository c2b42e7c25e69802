import type { BuildCounts } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { mobileQuery, useMediaQuery } from '../../lib/use-media-query.ts';
import { useTyped } from '../../lib/use-typed.ts';
import { Button } from '../../ui/button.tsx';
import field from '../../ui/field.module.css';
import { ChevronIcon } from '../../ui/icons.tsx';
import type { BuildFilter, Choice } from './build-filter.ts';
import css from './build-filter-bar.module.css';
import { ChoiceSelect } from './choice-select.tsx';
import { buildCountsQuery, type Scope } from './found-build-queries.ts';
import { WordsField } from './words-field.tsx';

const always = ['status', 'branch', 'event', 'author'] as const satisfies readonly Choice[];
const onDemand = ['target', 'cron'] as const satisfies readonly Choice[];
const days = ['after', 'before'] as const;

interface BuildFilterBarProps {
  scope: Scope;
  filter: BuildFilter;
  onChange: (filter: BuildFilter) => void;
}

/** Narrows the builds below. Where there is little room, all but the words folds away. */
export function BuildFilterBar({ scope, filter, onChange }: BuildFilterBarProps) {
  const { find: text } = usePageMessages();
  const panelId = useId();
  const hasMore = [...onDemand, ...days].some((key) => filter[key]);
  const [isOpen, setIsOpen] = useState(hasMore);
  const { data: counts } = useQuery(buildCountsQuery(scope, filter));
  const isMobile = useMediaQuery(mobileQuery);
  const given = Object.keys(filter).length;
  const select = (choice: Choice) => (
    <ChoiceSelect
      key={choice}
      choice={choice}
      value={filter[choice] ?? ''}
      counts={countsOf(counts, choice)}
      onChange={(value) => onChange({ ...filter, [choice]: value })}
    />
  );
  const choices = (scope === 'all' ? (['repo', ...always] as const) : always).map(select);
  return (
    <search className={css.bar} aria-label={text.label}>
      <div className={css.row}>
        <WordsField
          className={css.words}
          words={filter.q ?? ''}
          onChange={(q) => onChange({ ...filter, q })}
        />
        {!isMobile && choices}
        <div className={css.actions}>
          <Button aria-expanded={isOpen} aria-controls={panelId} onClick={() => setIsOpen(!isOpen)}>
            {text.more}
            <ChevronIcon size={12} />
          </Button>
          <Button kind="ghost" disabled={given === 0} onClick={() => onChange({})}>
            {text.clear}
          </Button>
        </div>
      </div>
      <div id={panelId} className={css.panel} hidden={!isOpen}>
        {isMobile && choices}
        {onDemand.map(select)}
        {days.map((key) => (
          <DayField
            key={key}
            label={text[key]}
            day={filter[key] ?? ''}
            onChange={(day) => onChange({ ...filter, [key]: day })}
          />
        ))}
      </div>
    </search>
  );
}

interface DayFieldProps {
  label: string;
  day: string;
  onChange: (day: string) => void;
}

function DayField({ label, day, onChange }: DayFieldProps) {
  const [typed, setTyped] = useTyped(day, onChange);
  return (
    <label className={css.day}>
      {label}
      <input
        type="date"
        className={field.input}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
  );
}

function countsOf(counts: BuildCounts | undefined, choice: Choice) {
  return counts?.by[choice] ?? [];
}

import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide';
import { type ReactNode, useId, useState } from 'react';
import { findMessages } from '../../domain-ui/find-messages.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { hasServerExtras } from '../../lib/server-kind.ts';
import { mobileQuery, useMediaQuery } from '../../lib/use-media-query.ts';
import { Button } from '../../ui/button.tsx';
import { filterMessages } from '../../ui/filter-messages.ts';
import { FilterSheet } from '../../ui/filter-sheet.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Switch } from '../../ui/switch.tsx';
import { BranchFilter } from './branch-filter.tsx';
import type { BuildFilter, Choice } from './build-filter.ts';
import css from './build-filter-bar.module.css';
import { ChoiceSelect } from './choice-select.tsx';
import { buildCountsQuery, type Scope } from './found-build-queries.ts';
import { LabelledField } from './labelled-field.tsx';
import { WordsField } from './words-field.tsx';

const always = ['status', 'branch', 'event', 'author'] as const satisfies readonly Choice[];
const onDemand = ['target', 'cron'] as const satisfies readonly Choice[];
const typed = [
  { key: 'after', type: 'date' },
  { key: 'before', type: 'date' },
  { key: 'failure', type: 'search' },
] as const;

interface BuildFilterBarProps {
  scope: Scope;
  filter: BuildFilter;
  onChange: (filter: BuildFilter) => void;
}

/** Filters for the list of builds. On phones, all fields except the search are in a sheet. */
export function BuildFilterBar({ scope, filter, onChange }: BuildFilterBarProps) {
  const text = useTexts(findMessages);
  const { data: counts } = useQuery(buildCountsQuery(scope, filter));
  const isMobile = useMediaQuery(mobileQuery);
  const choiceOf = (choice: Choice) => {
    const props = {
      value: filter[choice] ?? '',
      hasVisibleLabel: isMobile,
      onChange: (value: string) => onChange({ ...filter, [choice]: value }),
    };
    const counted = counts?.by[choice] ?? [];
    if (choice !== 'branch') {
      return <ChoiceSelect key={choice} choice={choice} counts={counted} {...props} />;
    }
    const frequent = counted.map(({ value }) => value);
    return <BranchFilter key={choice} scope={scope} frequent={frequent} {...props} />;
  };
  const first = (scope === 'all' ? (['repo', ...always] as const) : always).map(choiceOf);
  const others = [
    ...onDemand.map(choiceOf),
    ...typed.map(({ key, type }) => (
      <LabelledField
        key={key}
        label={text[key]}
        type={type}
        value={filter[key] ?? ''}
        onChange={(value) => onChange({ ...filter, [key]: value })}
      />
    )),
  ];
  if (scope === 'all' && hasServerExtras()) {
    others.push(
      <Switch
        key="visible"
        label={text.visible}
        checked={filter.visible === 'true'}
        onChange={(isOn) => onChange({ ...filter, visible: isOn ? 'true' : '' })}
      />,
    );
  }
  const given = Object.keys(filter).length;
  const clear = () => onChange({});
  return (
    <search className={css.bar} aria-label={text.label}>
      <div className={css.row}>
        <WordsField
          className={css.words}
          words={filter.q ?? ''}
          onChange={(q) => onChange({ ...filter, q })}
        />
        {isMobile && (
          // The search field is visible beside the button, so the count does not include it.
          <FilterSheet count={given - (filter.q ? 1 : 0)} onClear={clear}>
            {first}
            {others}
          </FilterSheet>
        )}
        {!isMobile && first}
        {!isMobile && (
          <FoldedFilters
            isOpenAtFirst={[...onDemand, ...typed.map(({ key }) => key), 'visible' as const].some(
              (key) => filter[key],
            )}
            canClear={given > 0}
            onClear={clear}
          >
            {others}
          </FoldedFilters>
        )}
      </div>
    </search>
  );
}

interface FoldedFiltersProps {
  isOpenAtFirst: boolean;
  canClear: boolean;
  onClear: () => void;
  children: ReactNode;
}

/** Buttons at the end of the bar, and the expandable fields below it. */
function FoldedFilters({ isOpenAtFirst, canClear, onClear, children }: FoldedFiltersProps) {
  const filters = useTexts(filterMessages);
  const text = useTexts(findMessages);
  const panelId = useId();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  return (
    <>
      <div className={css.actions}>
        <Button aria-expanded={isOpen} aria-controls={panelId} onClick={() => setIsOpen(!isOpen)}>
          {text.more}
          <Icon icon={ChevronDown} size={12} />
        </Button>
        <Button kind="ghost" disabled={!canClear} onClick={onClear}>
          {filters.clear}
        </Button>
      </div>
      <div id={panelId} className={css.panel} hidden={!isOpen}>
        {children}
      </div>
    </>
  );
}
